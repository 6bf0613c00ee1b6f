import { type RefObject, useEffect } from 'react'
import { useEvent } from './hooks.ts'

/** Answers by key: "ArrowLeft", "Shift+ArrowLeft", "1", lowercase letters. */
export type Keys<Answer> = Readonly<Record<string, Answer>>

const nameOf = (event: KeyboardEvent): string =>
	event.shiftKey && event.key.startsWith('Arrow')
		? `Shift+${event.key}`
		: event.key.length === 1
			? event.key.toLowerCase()
			: event.key

/** True for browser shortcuts and for Enter on a focused button. */
const isForOthers = (event: KeyboardEvent): boolean =>
	event.repeat ||
	event.ctrlKey ||
	event.metaKey ||
	event.altKey ||
	(event.key === 'Enter' && event.target !== event.currentTarget)

/** Answers by key while the focus is inside an element. Page-wide keys would clash with dictation and shortcuts. */
export const useShortcutKeys = <Answer>(
	element: RefObject<HTMLElement | null>,
	keys: Keys<Answer>,
	onAnswer: (answer: Answer) => void,
	onBack: (() => void) | null = null,
): void => {
	const onKey = useEvent((event: KeyboardEvent): void => {
		if (isForOthers(event)) return
		const answer = keys[nameOf(event)]
		const back = event.key === 'Backspace' ? onBack : null
		if (answer === undefined && back === null) return
		event.preventDefault()
		if (answer === undefined) back?.()
		else onAnswer(answer)
	})
	useEffect(() => {
		const target = element.current
		target?.addEventListener('keydown', onKey)
		return () => target?.removeEventListener('keydown', onKey)
	}, [element, onKey])
}
