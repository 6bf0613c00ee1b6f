/** A short word that goes by itself. */
export interface Toast {
	readonly id: number
	readonly text: string
	readonly tone: 'good' | 'bad'
	/** What can be done about it, as long as it stands. */
	readonly action?: { readonly label: string; readonly run: () => void }
}

let shown: readonly Toast[] = []

let last = 0

const listeners = new Set<() => void>()

const set = (next: readonly Toast[]): void => {
	shown = next
	for (const listener of listeners) listener()
}

/** The toasts on screen, the oldest first. */
export const toasts = {
	all: (): readonly Toast[] => shown,
	/** @returns what takes the listener back. */
	subscribe(listener: () => void): () => void {
		listeners.add(listener)
		return () => listeners.delete(listener)
	},
	close: (id: number): void => set(shown.filter((toast) => toast.id !== id)),
}

export type ToastStore = typeof toasts

/** Shows a toast in place of one with the same text, and loads the part that draws it. @returns closes it. */
export const showToast = (toast: Omit<Toast, 'id'>): (() => void) => {
	const id = ++last
	set([...shown.filter(({ text }) => text !== toast.text), { ...toast, id }])
	import('./toasts.tsx').then(({ mountToasts }) => mountToasts(toasts)).catch(reportError)
	return () => toasts.close(id)
}

/** Shows a text as a toast. */
export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	showToast({ text, tone })
}
