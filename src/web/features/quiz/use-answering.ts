import { useLayoutEffect, useRef, useState } from 'react'
import { type Answer, responseTime } from '#domain/attempt.ts'
import { local } from '#web/app/local.ts'
import { createPersistence, type KeepingStorage } from '#web/app/persistence.ts'
import { faultText } from '#web/ui/fault-text.ts'

const ANSWER_FAILED = 'Unable to submit answer. Please try again.'
const NO_ROOM =
	'This device is out of room, so your answer was not saved. Free some space and answer again.'

// There is something worth keeping from the first answer on. Missing without TLS, whatever its type says.
const askToPersist = createPersistence((navigator as { storage?: KeepingStorage }).storage)

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

	const fail = (text: string): false => {
		busy.current = false
		setError(text)
		return false
	}

	const send = async (given: Answer): Promise<boolean> => {
		if (busy.current) return false
		busy.current = true
		setError(null)
		try {
			const took = responseTime(shownAt.current, performance.now())
			const stored = await local.quiz.answer(attemptId, given, took)
			if (!stored.ok) return fail(ANSWER_FAILED)
			askToPersist().catch(reportError)
			return true
		} catch (fault) {
			reportError(fault)
			return fail(faultText(fault, NO_ROOM, ANSWER_FAILED))
		}
	}
	return { error, send }
}
