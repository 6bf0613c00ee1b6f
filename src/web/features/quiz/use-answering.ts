import { useLayoutEffect, useRef, useState } from 'react'
import type { Answer } from '#domain/attempt.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { faultText } from '#web/ui/fault-text.ts'
import { useReadingTime } from '#web/ui/reading-time.ts'

export interface Answering {
	readonly error: string | null
	/** Whether the question has been visible long enough to be answered. */
	readonly readable: boolean
	/**
	 * Stores an answer. Ignores it before the question is readable, and while another answer to it is being stored.
	 * @param show shows it at once, and hands back what is to be called when it is known whether it was stored.
	 * @returns whether it was stored.
	 */
	readonly send: (given: Answer, show?: () => (stored: boolean) => void) => Promise<boolean>
}

/**
 * Records answers on the device, each with the time for which its question was visible.
 * @param questionId what is asked; a new one lets the next answer in. @param covered whether something hides the question.
 */
export const useAnswering = (
	attemptId: string,
	questionId: string,
	covered: boolean,
): Answering => {
	// Shown at whatever question is on screen: a failure leads back to its own.
	const [failed, setFailed] = useState<string | null>(null)
	const { readable, time } = useReadingTime(covered ? null : questionId)
	const busy = useRef(false)

	// With the question itself: an answer given the moment it appears must not meet the lock of the one before.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each question has a lock of its own.
	useLayoutEffect(() => {
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
		if (!readable || busy.current) return false
		busy.current = true
		setFailed(null)
		const took = time()
		const settle = show?.()
		// React puts what is shown into the page first.
		await Promise.resolve()
		const text = await store(given, took)
		settle?.(text === null)
		if (text !== null) {
			busy.current = false
			setFailed(text)
		}
		return text === null
	}
	return { error: failed, readable, send }
}
