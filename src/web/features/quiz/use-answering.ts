import { useLayoutEffect, useRef, useState } from 'react'
import { type Answer, responseTime } from '#domain/attempt.ts'
import { local } from '#web/app/local.ts'

const ANSWER_FAILED = 'Unable to submit answer. Please try again.'

export interface Answering {
	readonly error: string | null
	/** Stores an answer. While one is being stored the next is ignored. @returns whether it was stored. */
	readonly send: (given: Answer) => Promise<boolean>
}

/**
 * Records answers on the device. The response time runs from the moment the question appeared, by a clock that
 * nobody sets.
 * @param questionId what is asked; a new one lets the next answer in.
 */
export const useAnswering = (attemptId: string, questionId: string): Answering => {
	const [error, setError] = useState<string | null>(null)
	const shownAt = useRef<number | null>(null)
	const busy = useRef(false)

	// With the question itself: an answer given the moment it appears must not meet the lock of the one before.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew with each question.
	useLayoutEffect(() => {
		shownAt.current = performance.now()
		busy.current = false
		setError(null)
	}, [questionId])

	const fail = (): false => {
		busy.current = false
		setError(ANSWER_FAILED)
		return false
	}

	const send = async (given: Answer): Promise<boolean> => {
		if (busy.current) return false
		busy.current = true
		setError(null)
		try {
			const took = responseTime(shownAt.current, performance.now())
			const stored = await local.quiz.answer(attemptId, given, took)
			return stored.ok || fail()
		} catch (fault) {
			reportError(fault)
			return fail()
		}
	}
	return { error, send }
}
