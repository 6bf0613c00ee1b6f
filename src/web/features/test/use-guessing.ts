import { useLayoutEffect, useRef, useState } from 'react'
import type { StoredTestSession } from '#device/db.ts'
import { tests } from '#web/app/knowledge-test.ts'
import { endFirstPolicy } from '#web/first/first-policy.ts'
import { test } from '#web/texts/en/test.ts'
import { useReadingTime } from '#web/ui/reading-time.ts'
import { toast } from '#web/ui/toast.ts'
import { currentPolicy } from './session-model.ts'

export interface Guessing {
	/** Current policy including optimistic guesses; null after the last. */
	readonly current: StoredTestSession['policies'][number] | null
	readonly given: number
	/** True after the minimum reading time. */
	readonly readable: boolean
	readonly storing: boolean
	readonly last: string | null
	/**
	 * Guesses a policy optimistically: the next one shows at once. @returns false if storing failed; the policy then
	 * returns.
	 */
	readonly guess: (policyId: string, candidateId: string) => Promise<boolean>
}

/** @returns false if storing failed, after a toast. */
const store = async (...args: Parameters<typeof tests.guess>): Promise<boolean> => {
	try {
		if ((await tests.guess(...args)).ok) return true
	} catch (fault) {
		reportError(fault)
	}
	toast(test.guessFailed)
	return false
}

/** Records guesses on the device. @param away true while another screen covers the policies; pauses the timing. */
export const useGuessing = (
	{ id, policies, guesses }: StoredTestSession,
	away: boolean,
): Guessing => {
	const [sent, setSent] = useState<readonly string[]>([])
	const [last, setLast] = useState<string | null>(null)
	const busy = useRef(new Set<string>())
	const stored = new Set(guesses.map(({ policyId }) => policyId))
	const pending = sent.filter((policyId) => !stored.has(policyId))
	const given = new Set([...stored, ...pending])
	const current = currentPolicy(policies, given)
	const { readable, time } = useReadingTime(away || current === null ? null : current.policyId)

	const record = async (policyId: string, candidateId: string, took: number): Promise<boolean> => {
		busy.current.add(policyId)
		setSent((all) => [...all, policyId])
		// Let React commit the next card first.
		await Promise.resolve()
		const kept = await store(id, policyId, candidateId, took)
		if (kept) setLast(policyId)
		else setSent((all) => all.filter((other) => other !== policyId))
		busy.current.delete(policyId)
		return kept
	}
	const guess: Guessing['guess'] = async (policyId, candidateId) => {
		// Ignore the swipe of a card that another guess has already replaced.
		if (policyId !== current?.policyId || !readable || busy.current.has(policyId)) return false
		return record(policyId, candidateId, time())
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: a guess made before the app was there, once.
	useLayoutEffect(() => {
		const first = endFirstPolicy(id)
		if (first) void record(first.policyId, first.candidateId, first.responseTimeMs)
	}, [])
	return { current, given: stored.size, readable, storing: pending.length > 0, last, guess }
}
