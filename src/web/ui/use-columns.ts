import { useSyncExternalStore } from 'react'

/** From here on cards stand two in a row: Tailwind's `md`. */
const wide = matchMedia('(min-width: 48rem)')

const subscribe = (listener: () => void): (() => void) => {
	wide.addEventListener('change', listener)
	return () => wide.removeEventListener('change', listener)
}

/** How many cards stand in a row of a list. */
export const useColumns = (): 1 | 2 => useSyncExternalStore(subscribe, () => (wide.matches ? 2 : 1))
