// Paints the last seen screen before the app loads, and over it until it shows the same data from the store. Nothing of
// it can be used. `app/keep-screen.ts` stores it.

/** Element of a stored screen. */
export type Drawn = readonly [
	tag: string,
	attributes: Readonly<Record<string, string>>,
	...children: (Drawn | string)[],
]

/** Longest time for which the screen covers a page whose app does not draw, in ms. */
const PATIENCE_MS = 5_000

let screen: Element | null = null

/** Start of the storage keys of screens. */
export const SCREENS = 'evenhand.screen.'

/** Storage key of the last screen of this page's kind. The app starts at the elections. */
export const screenKey = (): string => SCREENS + (location.pathname.split('/')[1] || 'elections')

/**
 * Returns what a stored screen depends on: voter, page, language, and build. Null if none may be stored or painted, because
 * nobody is signed in or the device is shared.
 */
export const screenMark = (): string | null =>
	localStorage.getItem('token') && !sessionStorage.getItem('token')
		? [
				localStorage.getItem('userData'),
				// Chromium changes `navigator.languages` during a page's life.
				localStorage.getItem('language') ?? navigator.language,
				location.pathname === '/' ? '/elections' : location.pathname + location.search,
				document.querySelector<HTMLScriptElement>('[src*=index-]')?.src,
			].join()
		: null

const elementOf = ([tag, attributes, ...children]: Drawn, inSvg = false): Element => {
	const isSvg = inSvg || tag === 'svg'
	const element = isSvg
		? document.createElementNS('http://www.w3.org/2000/svg', tag)
		: document.createElement(tag)
	for (const [name, value] of Object.entries(attributes)) {
		// The CSP allows inline styles only by script.
		if (name === 'style') element.style.cssText = value
		else element.setAttribute(name, value)
	}
	for (const child of children) {
		element.append(typeof child === 'string' ? child : elementOf(child, isSvg))
	}
	return element
}

export const isLastScreenShown = (): boolean => screen !== null

/** Removes the last screen. Further calls do nothing. */
export const endLastScreen = (): void => {
	screen?.remove()
	screen = null
}

const paint = (): void => {
	try {
		const [mark, drawn] = JSON.parse(localStorage.getItem(screenKey()) ?? '[]')
		if (!mark || mark !== screenMark()) return
		// Taps would pass through an inert element to what it covers: this one takes them.
		const look = 'fixed inset-0 z-30 touch-none overflow-hidden bg-base-100'
		screen = elementOf([
			'div',
			{ class: look, 'aria-hidden': 'true' },
			['div', { inert: '' }, drawn],
		])
		document.body.append(screen)
		addEventListener('keydown', (event) => screen && event.stopImmediatePropagation(), true)
		addEventListener('error', endLastScreen)
		setTimeout(endLastScreen, PATIENCE_MS)
	} catch {
		// Blocked storage, or not written by this app: the app draws as without it.
	}
}
// The script may be faster than the page.
const whenParsed = new MutationObserver(() => {
	if (document.body === null) return
	whenParsed.disconnect()
	paint()
})
if (document.body === null) whenParsed.observe(document.documentElement, { childList: true })
else paint()
