import type { Toast } from './toasts-store.ts'

/** Shows a toast for a while, and loads what draws it with the first one. @returns closes it before its time. */
export const passingToast = (text: string, tone: Toast['tone']): (() => void) => {
	const shown = import('./toasts.tsx').then(({ showToast }) => showToast({ text, tone }))
	shown.catch(reportError)
	return () => void shown.then((close) => close()).catch(() => undefined)
}

/** Shows a toast for a while. */
export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	passingToast(text, tone)
}
