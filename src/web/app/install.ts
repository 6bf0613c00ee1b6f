import { createSignal } from '#device/signal.ts'

/** Chromium only, so missing from the type library. */
interface InstallPromptEvent extends Event {
	prompt(): Promise<unknown>
}

/** `ask`: the browser has a prompt. `by-hand`: the voter uses the browser's menu (iOS). */
export type InstallWay = 'none' | 'ask' | 'by-hand'

export interface Install {
	way(): InstallWay
	/** Shows the browser's prompt. An offer works once; the browser decides when to make another. */
	ask(): Promise<void>
	subscribe(listener: () => void): () => void
}

export interface InstallDeps {
	readonly target: Pick<EventTarget, 'addEventListener'>
	readonly installed: boolean
	/** The browser has no prompt, but its menu can install: iOS. */
	readonly byHand: boolean
}

/** Keeps the browser's install offer until the voter uses it. */
export const createInstall = ({ target, installed, byHand }: InstallDeps): Install => {
	const done = createSignal(installed)
	const offer = createSignal<InstallPromptEvent | null>(null)
	const hear = (event: Event): void => {
		if (event.type === 'appinstalled') done.set(true)
		else {
			// Otherwise the browser would prompt at any moment.
			event.preventDefault()
			offer.set(event as InstallPromptEvent)
		}
	}
	target.addEventListener('beforeinstallprompt', hear)
	target.addEventListener('appinstalled', hear)
	return {
		way() {
			if (done.get()) return 'none'
			if (offer.get() !== null) return 'ask'
			return byHand ? 'by-hand' : 'none'
		},
		async ask() {
			const asked = offer.get()
			offer.set(null)
			await asked?.prompt()
		},
		subscribe(listener) {
			const ends = [done.subscribe(listener), offer.subscribe(listener)]
			return () => {
				for (const end of ends) end()
			}
		},
	}
}

/** iOS only: true if the page was opened from the home screen. */
const { standalone } = navigator as { readonly standalone?: boolean }

/** Created at startup, because the browser makes its offer once. */
export const install = createInstall({
	target: window,
	installed: standalone === true || matchMedia('(display-mode: standalone)').matches,
	byHand: standalone === false,
})
