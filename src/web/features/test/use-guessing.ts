import { useRef, useState } from 'react'
import type { StoredTestSession } from '#device/db.ts'
import { tests } from '#web/app/knowledge-test.ts'
import { test } from '#web/texts/en/test.ts'
import { useReadingTime } from '#web/ui/reading-time.ts'
import { toast } from '#web/ui/toast.ts'
import { currentPolicy } from './session-model.ts'

export interface Guessing {
	/** What is asked now, as if every guess on its way were stored; null when all is guessed. */
	readonly current: StoredTestSession['policies'][number] | null
	/** How many guesses are stored. */
	readonly given: number
	/** Whether the current policy has been visible long enough to be guessed. */
	readonly readable: boolean
	/** Whether a guess is still being stored. */
	readonly storing: boolean
	/** The policy that was guessed last on this page. */
	readonly last: string | null
	/** Guesses a policy; the next one is shown at once. @returns whether it was stored; its card is back when it was not. */
	readonly guess: (policyId: string, candidateId: string) => Promise<boolean>
}

/** @returns whether it was kept; the visitor has been told where it was not. */
const store = async (...args: Parameters<typeof tests.guess>): Promise<boolean> => {
	try {
		if ((await tests.guess(...args)).ok) return true
	} catch (fault) {
		reportError(fault)
	}
	toast(test.guessFailed)
	return false
}

/** Records guesses on the device. @param away another screen stands before the policies: nothing is timed. */
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

	const guess: Guessing['guess'] = async (policyId, candidateId) => {
		// A card that is still held while another guess moves on says nothing about the next policy.
		if (policyId !== current?.policyId || !readable || busy.current.has(policyId)) return false
		const took = time()
		busy.current.add(policyId)
		setSent((all) => [...all, policyId])
		// React puts the next card into the page first.
		await Promise.resolve()
		const kept = await store(id, policyId, candidateId, took)
		if (kept) setLast(policyId)
		else setSent((all) => all.filter((other) => other !== policyId))
		busy.current.delete(policyId)
		return kept
	}
	return { current, given: stored.size, readable, storing: pending.length > 0, last, guess }
}
