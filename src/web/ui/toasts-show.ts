import { addToast, type Toast } from './toasts-store.ts'

/** Shows a toast for a while. What draws them is loaded with the first: a page that says nothing needs none of it. */
export const toast = (text: string, tone: Toast['tone'] = 'bad'): void => {
	addToast(text, tone)
	import('./toasts.tsx').then(({ mountToasts }) => mountToasts()).catch(reportError)
}
