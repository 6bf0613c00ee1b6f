import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { type Answer, progress } from '#domain/quiz.ts'
import type { Statement } from '#domain/types.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { storageErrorText } from '#web/ui/failure.tsx'
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
			return storageErrorText(fault, texts.noRoomToAnswer, texts.failed.answer)
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

/** An answer on its way into the store. */
interface Pending {
	readonly policyId: string
	readonly value: number
	/**
	 * The attempt as it was last read when this had been stored: whatever is read after it counts. Null until then. Written in
	 * place: what the screen shows is the same before and after, and that which was stored is read in a moment.
	 */
	readBefore: StoredAttempt | null
}

export interface PendingAnswers {
	/** The attempt as if every answer on its way were stored. */
	readonly shown: StoredAttempt
	/** Whether an answer is on its way: until it has been stored and read. */
	readonly storing: boolean
	/** Shows an answer at once. @returns what is to be called when it is known whether it was stored; it goes again when it was not. */
	readonly show: (policyId: string, value: number) => (stored: boolean) => void
}

/** Answers are shown while they are being stored: the next statement does not wait for the disk. */
const usePending = (attempt: StoredAttempt): PendingAnswers => {
	const [all, setAll] = useState<readonly Pending[]>([])
	const latest = useRef(attempt)
	useLayoutEffect(() => {
		latest.current = attempt
	})
	const open = all.filter(
		({ policyId, value, readBefore }) =>
			attempt.answers[policyId] !== value && (readBefore === null || readBefore === attempt),
	)
	const added = Object.fromEntries(open.map(({ policyId, value }) => [policyId, value]))

	const show: PendingAnswers['show'] = (policyId, value) => {
		const own: Pending = { policyId, value, readBefore: null }
		setAll([...open.filter((other) => other.policyId !== policyId), own])
		return (stored) => {
			if (stored) own.readBefore = latest.current
			else setAll((now) => now.filter((each) => each !== own))
		}
	}
	return {
		shown: open.length === 0 ? attempt : { ...attempt, answers: { ...attempt.answers, ...added } },
		storing: open.some(({ readBefore }) => readBefore === null),
		show,
	}
}

export interface Position {
	readonly statement: Statement
	/** The place of the statement, 1-based. */
	readonly place: number
	/** What the counter shows: the place as far as the answers before it are stored. */
	readonly number: number
	readonly total: number
	/** Of the stored answers, 0 to 100. */
	readonly percentage: number
	/** The answer given before, when the voter has gone back to it. */
	readonly value: number | null
	/** Goes to the statement before; null at the first. */
	readonly back: (() => void) | null
	/** Whether an answer is still being stored. */
	readonly storing: boolean
	/**
	 * Takes the answer for given and goes on: to the next that was visited before, or to the first unanswered.
	 * @returns what is to be called when it is known whether it was stored; it leads back when it was not.
	 */
	readonly give: (value: number) => (stored: boolean) => void
}

/** The index of the first statement without an answer; the last one where all have one. */
const frontierOf = (attempt: StoredAttempt): number => {
	const { current, total } = progress(attempt)
	return current === null ? total - 1 : attempt.statements.indexOf(current)
}

/** Which statement is shown: the first without an answer, unless the voter went back to change one. */
export const usePosition = (attempt: StoredAttempt): Position | null => {
	const [revisited, setRevisited] = useState<number | null>(null)
	const { shown, storing, show } = usePending(attempt)
	const { statements, answers } = shown
	const { total, percentage } = progress(attempt)
	const frontier = frontierOf(shown)
	const index = revisited ?? frontier
	const statement = statements[index]
	if (statement === undefined) return null
	return {
		statement,
		place: index + 1,
		number: Math.min(index, frontierOf(attempt)) + 1,
		total,
		percentage,
		value: answers[statement.policyId] ?? null,
		back: index === 0 ? null : () => setRevisited(index - 1),
		storing,
		give: (value) => {
			const settle = show(statement.policyId, value)
			if (revisited !== null) setRevisited(revisited + 1 < frontier ? revisited + 1 : null)
			return (stored) => {
				settle(stored)
				if (!stored) setRevisited(revisited)
			}
		},
	}
}
