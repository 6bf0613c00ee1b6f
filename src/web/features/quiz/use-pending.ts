import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#local/db.ts'

/** An answer on its way into the store. */
interface Pending {
	readonly policyId: string
	readonly value: number
	/** The attempt as it was last read when this had been stored: whatever is read after it counts. Null until then. */
	readonly readBefore: StoredAttempt | null
}

export interface PendingAnswers {
	/** The attempt as if every answer on its way were stored. */
	readonly shown: StoredAttempt
	/** Whether an answer is on its way. */
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
			const readBefore = latest.current
			setAll((now) =>
				now.flatMap((each) => (each !== own ? [each] : stored ? [{ ...own, readBefore }] : [])),
			)
		}
	}
	return {
		shown: open.length === 0 ? attempt : { ...attempt, answers: { ...attempt.answers, ...added } },
		storing: open.some(({ readBefore }) => readBefore === null),
		show,
	}
}
