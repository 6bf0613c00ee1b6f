import { createSignal } from '#device/signal.ts'

export interface Toast {
	readonly id: number
	readonly text: string
	readonly tone: 'good' | 'bad'
	readonly action?: { readonly label: string; readonly run: () => void }
}

let last = 0

const shown = createSignal<readonly Toast[]>([])

/** Toasts on screen, oldest first. */
export const toasts = {
	all: shown.get,
	subscribe: shown.subscribe,
	close: (id: number): void => shown.set(shown.get().filter((toast) => toast.id !== id)),
}

export type ToastStore = typeof toasts

/** Shows a toast, replacing one with the same text. Loads the renderer on demand. @returns closes it. */
export const showToast = (toast: Omit<Toast, 'id'>): (() => void) => {
	const id = ++last
	const others = shown.get().filter(({ text }) => text !== toast.text)
	shown.set([...others, { ...toast, id }])
	import('./toasts.tsx').then(({ mountToasts }) => mountToasts(toasts)).catch(reportError)
	return () => toasts.close(id)
}

export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	showToast({ text, tone })
}
