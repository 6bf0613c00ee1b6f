import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
	addEventListener('online', listener)
	addEventListener('offline', listener)
	return () => {
		removeEventListener('online', listener)
		removeEventListener('offline', listener)
	}
}

/** What the browser believes of its connection. "Online" may still be a network that leads nowhere. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
