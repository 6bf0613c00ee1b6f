import { useEffect, useLayoutEffect, useState } from 'react'
import { createVisibleTimer } from './visible-timer.ts'

/**
 * The time for which a question was to be seen, from the moment it appeared.
 * @param questionId a new one begins anew. @returns reads it in ms.
 */
export const useVisibleTime = (questionId: string | null): (() => number) => {
	const [timer] = useState(() =>
		createVisibleTimer(
			() => performance.now(),
			() => document.hidden,
		),
	)
	// With the question itself: a guess may come the moment it appears.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew with each question.
	useLayoutEffect(() => timer.start(), [timer, questionId])
	useEffect(() => {
		document.addEventListener('visibilitychange', timer.change)
		return () => document.removeEventListener('visibilitychange', timer.change)
	}, [timer])
	return timer.read
}
