import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

// Two signals: the events fire in time to render, the media query also covers browsers' previews.
const medium = matchMedia('print')
let asked = false

const subscribe = (listener: () => void): (() => void) => {
	const set = (value: boolean) => (): void => {
		asked = value
		// Synchronous, because the browser takes its snapshot right after the event.
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

export const useIsPrinting = (): boolean =>
	useSyncExternalStore(subscribe, () => asked || medium.matches)
