/** Chromium's alone, and therefore in no library of types. */
interface InstallPromptEvent extends Event {
	prompt(): Promise<unknown>
}

/** How the app comes to the home screen: the browser asks, the voter does it by hand (iOS), or there is nothing to do. */
export type InstallWay = 'none' | 'ask' | 'by-hand'

export interface Install {
	way(): InstallWay
	/** Has the browser ask. What it offered holds for one question; it makes another offer when it likes. */
	ask(): Promise<void>
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void
}

export interface InstallDeps {
	/** Where the browser tells of offers and of the installation: the window. */
	readonly target: Pick<EventTarget, 'addEventListener'>
	/** The app runs from the home screen. */
	readonly installed: boolean
	/** The browser makes no offer, but its menu can do it: iOS. */
	readonly byHand: boolean
}

/** Keeps the browser's offer to install the app until the voter wants it. */
export const createInstall = ({ target, installed, byHand }: InstallDeps): Install => {
	const listeners = new Set<() => void>()
	let offer: InstallPromptEvent | null = null
	let done = installed
	const changed = (): void => {
		for (const listener of listeners) listener()
	}
	const hear = (event: Event): void => {
		if (event.type === 'appinstalled') done = true
		else {
			// The browser would ask by itself otherwise, in the middle of something else.
			event.preventDefault()
			offer = event as InstallPromptEvent
		}
		changed()
	}
	target.addEventListener('beforeinstallprompt', hear)
	target.addEventListener('appinstalled', hear)
	return {
		way() {
			if (done) return 'none'
			if (offer !== null) return 'ask'
			return byHand ? 'by-hand' : 'none'
		},
		async ask() {
			const asked = offer
			offer = null
			changed()
			await asked?.prompt()
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

/** Only iOS has it: whether the page was opened from the home screen. */
const { standalone } = navigator as { readonly standalone?: boolean }

/** Installation of the app on this device. Listens from the start: the browser makes its offer once. */
export const install = createInstall({
	target: window,
	installed: standalone === true || matchMedia('(display-mode: standalone)').matches,
	byHand: standalone === false,
})
