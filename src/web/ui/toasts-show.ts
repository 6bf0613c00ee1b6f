import type { Toast } from './toasts-store.ts'

/** Shows a toast for a while. What keeps and draws them is loaded with the first: a page that says nothing needs none of it. */
export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	import('./toasts.tsx').then(({ showToast }) => showToast({ text, tone })).catch(reportError)
}
