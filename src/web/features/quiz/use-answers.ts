import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { type Answer, progress } from '#domain/quiz.ts'
import type { Statement } from '#domain/types.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { storageErrorText } from '#web/ui/failure.tsx'
import { painted } from '#web/ui/hooks.ts'
import { useReadingTime } from '#web/ui/reading-time.ts'

export interface Answering {
	readonly error: string | null
	/** True after the minimum reading time. */
	readonly readable: boolean
	/**
	 * Stores an answer, unless the question is not readable yet or another answer is being stored. @returns true if stored.
	 * @param show shows the answer optimistically. Returns a callback that takes the outcome.
	 */
	readonly send: (given: Answer, show?: () => (stored: boolean) => void) => Promise<boolean>
}

/**
 * Records answers and skips on the device, each with its reading time.
 * @param questionId a new id unlocks the next answer. @param covered true while a dialog hides the question.
 */
export const useAnswering = (
	attemptId: string,
	questionId: string,
	covered: boolean,
): Answering => {
	// Not reset per question: a failure returns to the question it belongs to.
	const [failed, setFailed] = useState<string | null>(null)
	const { readable, time } = useReadingTime(covered ? null : questionId)
	const busy = useRef(false)

	// Layout effect: unlock in the same commit, or an immediate answer would meet the previous lock.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each question has its own lock.
	useLayoutEffect(() => {
		busy.current = false
	}, [questionId])

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
		// The next statement comes first. The counter waits for the store.
		await painted()
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

interface Pending {
	readonly policyId: string
	readonly value: number | null
	/**
	 * The attempt as last read when the answer was stored; null until then. Any later read replaces the optimistic value.
	 * Mutated in place: the change needs no render.
	 */
	readBefore: StoredAttempt | null
}

export interface PendingAnswers {
	/** The attempt including optimistic answers. */
	readonly shown: StoredAttempt
	readonly storing: boolean
	/** Shows an answer optimistically. @returns a callback that takes the outcome and reverts a failure. */
	readonly show: (policyId: string, value: number | null) => (stored: boolean) => void
}

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
	/** 1-based. */
	readonly place: number
	/** Position shown in the counter, limited to stored answers. */
	readonly number: number
	readonly total: number
	/** Share of answered and skipped statements, 0 to 100. */
	readonly percentage: number
	readonly value: number | null
	readonly skipped: boolean
	readonly back: (() => void) | null
	readonly storing: boolean
	/**
	 * Accepts an answer, or null to skip, and moves to the next visited or open statement.
	 * @returns a callback that takes the outcome and moves back after a failure.
	 */
	readonly give: (value: number | null) => (stored: boolean) => void
}

/** Index of the first statement that is neither answered nor skipped; of the last one if there is none. */
const frontierOf = ({ statements, answers }: StoredAttempt): number => {
	const open = statements.findIndex(({ policyId }) => !Object.hasOwn(answers, policyId))
	return open === -1 ? statements.length - 1 : open
}

/** Selects the statement to show: the first open one, unless the user went back. */
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
		skipped: answers[statement.policyId] === null,
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
