import 'fake-indexeddb/auto'

// Adds what jsdom lacks. There is no layout and no style sheet.

/** In px. */
const WIDTHS = { sm: 640, md: 768, lg: 1024 }
const VARIANT = /^(max-)?(sm|md|lg):(hidden|block|flex|grid|inline-flex|table-cell)$/

/** True if the element's classes hide it at the current width. */
const hidesByClass = ({ classList }: Element): boolean => {
	let hidden = classList.contains('hidden')
	for (const name of classList) {
		const [, below, size, display] = VARIANT.exec(name) ?? []
		if (size === undefined) continue
		const isWide = innerWidth >= WIDTHS[size as keyof typeof WIDTHS]
		if (isWide === (below === undefined)) hidden = display === 'hidden'
	}
	return hidden
}

const openPopovers = new Set<Element>()
/** Modal dialogs and auto popovers, the topmost last. */
const topLayer: { readonly element: HTMLElement; readonly before: Element | null }[] = []

const topOf = (): HTMLElement | undefined =>
	topLayer.findLast(({ element }) => element.isConnected)?.element

const hidesItself = (element: Element): boolean => {
	if (hidesByClass(element) || element.hasAttribute('hidden')) return true
	if (element instanceof HTMLDialogElement) return !element.open
	if (element.hasAttribute('popover')) return !openPopovers.has(element)
	if (element instanceof HTMLInputElement && element.type === 'hidden') return true
	const { parentElement } = element
	if (parentElement instanceof HTMLDetailsElement) {
		return !parentElement.open && element.localName !== 'summary'
	}
	return element instanceof HTMLElement && element.style.display === 'none'
}

/** Returns the styles that queries use. jsdom's version takes ten times as long. */
globalThis.getComputedStyle = (element) => {
	const style: Record<string, string> = {
		display: hidesItself(element) ? 'none' : 'block',
		visibility: 'visible',
	}
	return Object.assign(style, {
		getPropertyValue: (name: string) => style[name] ?? '',
	}) as unknown as CSSStyleDeclaration
}

const FOCUSABLE =
	'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]'

const isShown = (element: Element): boolean => {
	for (let at: Element | null = element; at; at = at.parentElement) {
		if (hidesItself(at)) return false
	}
	return element.isConnected
}

const leaveTopLayer = (element: Element): void => {
	const at = topLayer.findIndex((each) => each.element === element)
	const [left] = at < 0 ? [] : topLayer.splice(at, 1)
	if (left?.element.contains(document.activeElement) && left.before instanceof HTMLElement) {
		left.before.focus()
	}
}

Object.assign(HTMLDialogElement.prototype, {
	showModal(this: HTMLDialogElement) {
		if (this.open) throw new DOMException('The dialog is open', 'InvalidStateError')
		topLayer.push({ element: this, before: document.activeElement })
		this.open = true
		const focusable = [...this.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isShown)
		const first = focusable.find(({ autofocus }) => autofocus) ?? focusable[0]
		if (!first) this.tabIndex = -1
		const target = first ?? this
		target.focus()
	},
	close(this: HTMLDialogElement) {
		if (!this.open) return
		leaveTopLayer(this)
		this.open = false
		queueMicrotask(() => this.dispatchEvent(new Event('close')))
	},
})

const toggle = (element: HTMLElement, newState: 'open' | 'closed'): void => {
	const oldState = newState === 'open' ? 'closed' : 'open'
	const event = new Event('beforetoggle', { bubbles: false })
	element.dispatchEvent(Object.assign(event, { oldState, newState }))
	if (newState === 'open') openPopovers.add(element)
	else openPopovers.delete(element)
}

Object.assign(HTMLElement.prototype, {
	showPopover(this: HTMLElement) {
		toggle(this, 'open')
		if (this.getAttribute('popover') === 'manual') return
		topLayer.push({ element: this, before: document.activeElement })
	},
	hidePopover(this: HTMLElement) {
		if (!openPopovers.has(this)) return
		leaveTopLayer(this)
		toggle(this, 'closed')
	},
	checkVisibility(this: HTMLElement) {
		return isShown(this)
	},
	scrollIntoView: () => undefined,
	setPointerCapture: () => undefined,
	releasePointerCapture: () => undefined,
	hasPointerCapture: () => false,
})

HTMLCanvasElement.prototype.getContext = () => null

const { matches } = Element.prototype
Object.assign(Element.prototype, {
	matches(this: Element, selectors: string) {
		return selectors === ':popover-open' ? openPopovers.has(this) : matches.call(this, selectors)
	},
})
const { querySelector } = Document.prototype
Document.prototype.querySelector = function (this: Document, selectors: string) {
	if (!selectors.includes(':popover-open')) return querySelector.call(this, selectors)
	// An unmounted page leaves open popovers here.
	const open = [...openPopovers].find(({ isConnected }) => isConnected)
	return open ?? querySelector.call(this, selectors.replace(/,? *:popover-open/, ''))
}

addEventListener('click', ({ target, defaultPrevented }) => {
	const button = target instanceof Element ? target.closest('button[popovertarget]') : null
	const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '')
	if (panel === null || defaultPrevented) return
	if (openPopovers.has(panel)) panel.hidePopover()
	else panel.showPopover()
})

addEventListener('pointerdown', ({ target }) => {
	const top = topOf()
	if (!top?.hasAttribute('popover') || !(target instanceof Element)) return
	if (!top.contains(target) && target.closest('[popovertarget]') === null) top.hidePopover()
})

addEventListener('keydown', ({ key, defaultPrevented }) => {
	const top = topOf()
	if (key !== 'Escape' || defaultPrevented || top === undefined) return
	if (!(top instanceof HTMLDialogElement)) return top.hidePopover()
	if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
})

/** Resizes the window: some elements show on wide screens only. */
export const resizeTo = (width: number, height: number): void => {
	Object.assign(globalThis, { innerWidth: width, innerHeight: height })
	dispatchEvent(new Event('resize'))
}

/** The topmost modal dialog, which blocks the rest of the page. */
export const topDialog = (): Element | null =>
	topLayer.findLast(({ element }) => element instanceof HTMLDialogElement && element.isConnected)
		?.element ?? null

/** Never fires: there is no layout. */
class NoObserver {
	observe = () => undefined
	unobserve = () => undefined
	disconnect = () => undefined
	takeRecords = () => []
}

/** Reads Node's files, which jsdom's reader does not accept. */
class NodeFileReader extends EventTarget {
	result: string | null = null
	onload: (() => void) | null = null
	readAsDataURL(blob: Blob): void {
		const read = async (): Promise<void> => {
			const content = Buffer.from(await blob.arrayBuffer()).toString('base64')
			this.result = `data:${blob.type};base64,${content}`
			this.onload?.()
			this.dispatchEvent(new Event('load'))
		}
		read().catch(reportError)
	}
}

const isTrue = (query: string): boolean => {
	if (query.includes('prefers-reduced-motion: reduce')) return true
	const [, from] = /min-width: ([\d.]+)rem/.exec(query) ?? []
	return from !== undefined && innerWidth >= Number(from) * 16
}

Object.assign(globalThis, {
	CSS: { escape: (text: string) => text.replaceAll(/[^\w-]/g, '\\$&') },
	FileReader: NodeFileReader,
	ResizeObserver: NoObserver,
	IntersectionObserver: NoObserver,
	matchMedia: (media: string) => {
		const list = Object.assign(new EventTarget(), { media, onchange: null })
		Object.defineProperty(list, 'matches', { get: () => isTrue(media) })
		addEventListener('resize', () => list.dispatchEvent(new Event('change')))
		return list
	},
	scrollTo: (to: { readonly top?: number }) => {
		Object.assign(globalThis, { scrollY: to.top ?? 0 })
		dispatchEvent(new Event('scroll'))
	},
	// A reported error fails the test, as any console error does.
	reportError: (error: unknown) => console.error('uncaught:', error),
})

export { isShown }
