import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What a key answers, by its name as events carry it ("ArrowLeft", "Shift+ArrowLeft", "1"); letters in lower case, whatever the caps lock says. */
export type Keys = Readonly<Record<string, number>>

const nameOf = (event: KeyboardEvent): string =>
	event.shiftKey && event.key.startsWith('Arrow')
		? `Shift+${event.key}`
		: event.key.length === 1
			? event.key.toLowerCase()
			: event.key

/** Whether a key means something else: a shortcut, or a press of the button that has the focus. */
const isForOthers = (event: KeyboardEvent): boolean =>
	event.repeat ||
	event.ctrlKey ||
	event.metaKey ||
	event.altKey ||
	(event.key === 'Enter' && event.target !== event.currentTarget)

/**
 * Listens to keys inside an element, and only while the focus is there: single keys must not act on a whole page, where
 * they would meet dictation and other people's shortcuts. Backspace goes back.
 */
export const useKeys = (
	element: RefObject<HTMLElement | null>,
	keys: Keys,
	onAnswer: (value: number) => void,
	onBack: (() => void) | null,
): void => {
	const latest = useRef({ keys, onAnswer, onBack })
	// Before the screen is painted: a key pressed then must answer what is shown, not the statement before.
	useLayoutEffect(() => {
		latest.current = { keys, onAnswer, onBack }
	})
	useEffect(() => {
		const target = element.current
		if (target === null) return
		const onKey = (event: KeyboardEvent): void => {
			if (isForOthers(event)) return
			const { keys, onAnswer, onBack } = latest.current
			const value = keys[nameOf(event)]
			if (value === undefined && event.key !== 'Backspace') return
			event.preventDefault()
			if (value === undefined) onBack?.()
			else onAnswer(value)
		}
		target.addEventListener('keydown', onKey)
		return () => target.removeEventListener('keydown', onKey)
	}, [element])
}
