import { useState } from 'react'
import { progress } from '#domain/attempt.ts'
import type { Statement } from '#domain/types.ts'
import type { StoredAttempt } from '#local/db.ts'
import { usePending } from './use-pending.ts'

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
