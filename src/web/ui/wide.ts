import { useSyncExternalStore } from 'react'

/** From Tailwind's `md` on. */
const wide = matchMedia('(min-width: 48rem)')

const subscribe = (listener: () => void): (() => void) => {
	wide.addEventListener('change', listener)
	return () => wide.removeEventListener('change', listener)
}

/** True if the window is at least as wide as Tailwind's `md`. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
