import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Which candidate a key picks: 0 the left one, 1 the right one. */
const SIDES: Readonly<Record<string, 0 | 1>> = { 1: 0, 2: 1, ArrowLeft: 0, ArrowRight: 1 }

/**
 * Listens to the keys inside an element, and only while the focus is there: single keys must not act on a whole page,
 * where they would meet dictation and other people's shortcuts.
 */
export const useKeys = (
	element: RefObject<HTMLElement | null>,
	onPick: (side: 0 | 1) => void,
): void => {
	const latest = useRef(onPick)
	// Before the screen is painted: a key pressed then must pick for what is shown, not for the policy before.
	useLayoutEffect(() => {
		latest.current = onPick
	})
	useEffect(() => {
		const target = element.current
		if (target === null) return
		const onKey = (event: KeyboardEvent): void => {
			const { repeat, ctrlKey, metaKey, altKey, shiftKey, key } = event
			const side = SIDES[key]
			if (side === undefined || repeat || ctrlKey || metaKey || altKey || shiftKey) return
			event.preventDefault()
			latest.current(side)
		}
		target.addEventListener('keydown', onKey)
		return () => target.removeEventListener('keydown', onKey)
	}, [element])
}
