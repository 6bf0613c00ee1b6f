import { useState } from 'react'
import { type ManagedCandidate, manageCandidates } from '#contract/manage-candidates.ts'
import type { ManagedElection } from '#contract/manage-elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { elections } from '#web/texts/admin/elections.ts'
import { readCandidates } from '../candidates/read.ts'
import { electionsOf, standingBody, withElection, withoutElection } from '../candidates/standing.ts'
import { faultText, hasStatus } from '../faults.ts'
import { ifMatch } from '../forms/if-match.ts'
import { withLastChange } from '../history/last-change.ts'
import { usePages } from '../lists/use-pages.ts'

const texts = elections.standing

/** Has a candidate stand in other elections, on the version that was read. */
const setElections = (
	candidate: ManagedCandidate,
	ids: readonly string[],
): Promise<Result<ManagedCandidate, Failure>> => {
	const { id, etag } = candidate
	const input = { params: { id }, body: standingBody(candidate, ids) }
	return call(manageCandidates.update, input, {
		idempotencyKey: uuid(),
		...ifMatch(etag),
	})
}

const refusal = async (failure: Failure, { id, name }: ManagedCandidate): Promise<string> =>
	hasStatus(failure, 412)
		? withLastChange(texts.changed(name), id)
		: faultText(failure, texts.updateFailed)

/** Somebody who stood in the election a moment ago, and how to have it so again. */
interface Left {
	readonly candidate: ManagedCandidate
	readonly before: readonly string[]
}

/**
 * Who stands in an election: to assign and to unassign. What somebody else has changed meanwhile is read again and not
 * overwritten. @param onCount hears by how many the candidates became more.
 */
export const useStanding = (election: ManagedElection, onCount: (by: number) => void) => {
	const [busy, setBusy] = useState<string | null>(null)
	const [error, setError] = useState<string | null>(null)
	const [left, setLeft] = useState<Left | null>(null)
	const pages = usePages(election.id, (after, signal) =>
		readCandidates({ search: '', electionId: election.id }, after, signal),
	)
	const changed = (by: number): void => {
		onCount(by)
		pages.reload()
	}
	const move = async (
		candidate: ManagedCandidate,
		ids: readonly string[],
		by: number,
	): Promise<string | null> => {
		const reply = await setElections(candidate, ids)
		setLeft(reply.ok && by < 0 ? { candidate: reply.value, before: electionsOf(candidate) } : null)
		if (reply.ok) changed(by)
		else pages.reload()
		return reply.ok ? null : refusal(reply.error, candidate)
	}
	const run = (candidate: ManagedCandidate, act: () => Promise<string | null>): void => {
		if (busy !== null) return
		setBusy(candidate.id)
		setError(null)
		act()
			.then(setError)
			.finally(() => setBusy(null))
			.catch(reportError)
	}
	return {
		pages,
		busy,
		error,
		/** Who was unassigned last, and can be taken back; null where nobody was. */
		left: left?.candidate ?? null,
		assign: (candidate: ManagedCandidate): void =>
			run(candidate, async () => {
				if (electionsOf(candidate).includes(election.id)) return texts.already(candidate.name)
				return move(candidate, withElection(candidate, election.id), 1)
			}),
		unassign: (candidate: ManagedCandidate): void =>
			run(candidate, () => move(candidate, withoutElection(candidate, election.id), -1)),
		takeBack(): void {
			if (left !== null) run(left.candidate, () => move(left.candidate, left.before, 1))
		},
		added: (): void => changed(1),
	}
}
