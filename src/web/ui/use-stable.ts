import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A function that stays the same from one drawing to the next and does what the latest one says: a part that is given it
 * is not drawn anew for its sake. For what people do, not for what is drawn.
 */
export const useStable = <Args extends unknown[], Value>(
	act: (...args: Args) => Value,
): ((...args: Args) => Value) => {
	const latest = useRef(act)
	// Before the screen is painted: what is done then must be meant for what is shown.
	useLayoutEffect(() => {
		latest.current = act
	})
	return useCallback((...args: Args) => latest.current(...args), [])
}
