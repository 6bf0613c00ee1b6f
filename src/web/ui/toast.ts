export interface Toast {
	readonly id: number
	readonly text: string
	readonly tone: 'good' | 'bad'
	readonly action?: { readonly label: string; readonly run: () => void }
}

let shown: readonly Toast[] = []

let last = 0

const listeners = new Set<() => void>()

const set = (next: readonly Toast[]): void => {
	shown = next
	for (const listener of listeners) listener()
}

/** Toasts on screen, oldest first. */
export const toasts = {
	all: (): readonly Toast[] => shown,
	subscribe(listener: () => void): () => void {
		listeners.add(listener)
		return () => listeners.delete(listener)
	},
	close: (id: number): void => set(shown.filter((toast) => toast.id !== id)),
}

export type ToastStore = typeof toasts

/** Shows a toast, replacing one with the same text. Loads the renderer on demand. @returns closes it. */
export const showToast = (toast: Omit<Toast, 'id'>): (() => void) => {
	const id = ++last
	set([...shown.filter(({ text }) => text !== toast.text), { ...toast, id }])
	import('./toasts.tsx').then(({ mountToasts }) => mountToasts(toasts)).catch(reportError)
	return () => toasts.close(id)
}

export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	showToast({ text, tone })
}
