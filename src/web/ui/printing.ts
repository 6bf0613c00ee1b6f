import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

// Two signs of printing: the events, which come in time to draw, and the medium, which the browser's own previews set.
const medium = matchMedia('print')
let asked = false

const subscribe = (listener: () => void): (() => void) => {
	const set = (value: boolean) => (): void => {
		asked = value
		// The browser takes its picture as soon as the event is over.
		flushSync(listener)
	}
	const before = set(true)
	const after = set(false)
	addEventListener('beforeprint', before)
	addEventListener('afterprint', after)
	medium.addEventListener('change', listener)
	return () => {
		removeEventListener('beforeprint', before)
		removeEventListener('afterprint', after)
		medium.removeEventListener('change', listener)
	}
}

/** Whether the page is being printed: what is drawn for that is drawn for nothing else. */
export const useIsPrinting = (): boolean =>
	useSyncExternalStore(subscribe, () => asked || medium.matches)
