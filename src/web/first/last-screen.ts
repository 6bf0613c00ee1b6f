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

/** Null while none is shown. */
export let lastScreen: Element | null = null

/** Start of the storage keys of screens. */
export const SCREENS = 'evenhand.screen.'

/** Address of this page. The app starts at the elections. */
const page = (): string =>
	location.pathname === '/' ? '/elections' : location.pathname + location.search

/** Storage key of the last screen of this page's kind. */
export const screenKey = (): string => SCREENS + page().split(/[/?]/)[1]

/**
 * Returns what a stored screen depends on: voter, page, language, and build. Null if none may be stored or painted, because
 * nobody is signed in or the device is shared.
 */
export const screenMark = (): string | null =>
	localStorage.getItem('token') && !sessionStorage.getItem('token')
		? [
				localStorage.getItem('userData'),
				// The browser's languages do not belong here: Chromium changes them while a page is open.
				localStorage.getItem('language'),
				page(),
				document.querySelector<HTMLScriptElement>('[src*=index-]')?.src,
			].join()
		: null

const elementOf = (
	[tag, attributes, ...children]: Drawn,
	around = document.body.namespaceURI,
): Element => {
	const namespace = tag === 'svg' ? 'http://www.w3.org/2000/svg' : around
	const element = document.createElementNS(namespace, tag) as HTMLElement | SVGElement
	for (const [name, value] of Object.entries(attributes)) {
		// The CSP allows inline styles only by script.
		if (name === 'style') element.style.cssText = value
		else element.setAttribute(name, value)
	}
	for (const child of children) {
		element.append(typeof child === 'string' ? child : elementOf(child, namespace))
	}
	return element
}

/** Removes the last screen. Further calls do nothing. */
export const endLastScreen = (): void => {
	lastScreen?.remove()
	lastScreen = null
}

const paint = (): void => {
	try {
		const [mark, drawn] = JSON.parse(localStorage.getItem(screenKey()) ?? '[]')
		if (mark !== screenMark()) return
		// Taps would pass through an inert element to what it covers: this one takes them.
		const look = 'fixed inset-0 z-30 overflow-hidden bg-base-100'
		lastScreen = elementOf([
			'div',
			{ class: look, 'aria-hidden': 'true' },
			['div', { inert: '' }, drawn],
		])
		document.body.append(lastScreen)
		addEventListener('keydown', (event) => lastScreen && event.stopImmediatePropagation(), true)
		addEventListener('error', endLastScreen)
		setTimeout(endLastScreen, PATIENCE_MS)
	} catch {
		// Blocked storage, or not written by this app: the app draws as without it.
	}
}
// The script may be faster than the page. The app waits for it.
if (document.readyState !== 'loading') paint()
else document.addEventListener('readystatechange', paint, { once: true })
