import { useLayoutEffect, useRef, useState } from 'react'
import { type Answer, responseTime } from '#domain/attempt.ts'
import { local } from '#web/app/local.ts'
import { createPersistence, type KeepingStorage } from '#web/app/persistence.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { faultText } from '#web/ui/fault-text.ts'

// There is something worth keeping from the first answer on. Missing without TLS, whatever its type says.
const askToPersist = createPersistence((navigator as { storage?: KeepingStorage }).storage)

export interface Answering {
	readonly error: string | null
	/**
	 * Stores an answer. While one to the same question is being stored the next is ignored.
	 * @param show shows it at once, and hands back what is to be called when it is known whether it was stored.
	 * @returns whether it was stored.
	 */
	readonly send: (given: Answer, show?: () => (stored: boolean) => void) => Promise<boolean>
}

/**
 * Records answers on the device. The response time runs from the moment the question appeared, by a clock that
 * nobody sets.
 * @param questionId what is asked; a new one lets the next answer in.
 */
export const useAnswering = (attemptId: string, questionId: string): Answering => {
	const [failed, setFailed] = useState<{ questionId: string; text: string } | null>(null)
	const shownAt = useRef<number | null>(null)
	const busy = useRef(false)

	// With the question itself: an answer given the moment it appears must not meet the lock of the one before.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew with each question.
	useLayoutEffect(() => {
		shownAt.current = performance.now()
		busy.current = false
	}, [questionId])

	/** @returns why the answer was not stored, for the voter; null when it was. */
	const store = async (given: Answer, took: number): Promise<string | null> => {
		try {
			const stored = await local.quiz.answer(attemptId, given, took)
			return stored.ok ? null : texts.unable.answer
		} catch (fault) {
			reportError(fault)
			return faultText(fault, texts.noRoomToAnswer, texts.failed.answer)
		}
	}

	const send: Answering['send'] = async (given, show) => {
		if (busy.current) return false
		busy.current = true
		setFailed(null)
		const took = responseTime(shownAt.current, performance.now())
		const settle = show?.()
		// React puts what is shown into the page first.
		await Promise.resolve()
		const text = await store(given, took)
		settle?.(text === null)
		if (text === null) askToPersist().catch(reportError)
		else {
			busy.current = false
			setFailed({ questionId, text })
		}
		return text === null
	}
	return { error: failed?.questionId === questionId ? failed.text : null, send }
}
