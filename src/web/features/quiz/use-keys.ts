import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What a key answers, by its name as events carry it ("ArrowLeft", "Shift+ArrowLeft", "1"). */
export type Keys = Readonly<Record<string, number>>

const nameOf = (event: KeyboardEvent): string =>
	event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key

/**
 * Listens to keys inside an element, and only while the focus is there: single keys must not act on a whole page, where
 * they would meet dictation and other people's shortcuts.
 */
export const useKeys = (
	element: RefObject<HTMLElement | null>,
	keys: Keys,
	onAnswer: (value: number) => void,
): void => {
	const latest = useRef({ keys, onAnswer })
	// Before the screen is painted: a key pressed then must answer what is shown, not the statement before.
	useLayoutEffect(() => {
		latest.current = { keys, onAnswer }
	})
	useEffect(() => {
		const target = element.current
		if (target === null) return
		const onKey = (event: KeyboardEvent): void => {
			if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
			const value = latest.current.keys[nameOf(event)]
			if (value === undefined) return
			event.preventDefault()
			latest.current.onAnswer(value)
		}
		target.addEventListener('keydown', onKey)
		return () => target.removeEventListener('keydown', onKey)
	}, [element])
}
