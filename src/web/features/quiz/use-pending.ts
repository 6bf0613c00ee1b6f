import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#local/db.ts'

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
export const usePending = (attempt: StoredAttempt): PendingAnswers => {
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
