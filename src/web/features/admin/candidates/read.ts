import { candidates } from '#contract/candidates.ts'
import { type ManagedCandidate, manageCandidates } from '#contract/manage-candidates.ts'
import type { PageOf } from '#contract/paging.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { isLacking } from '../faults.ts'
import { mentions, orWhole } from '../lists/whole-list.ts'

export interface CandidateFilter {
	readonly search: string
	/** Only those who stand in it. */
	readonly electionId?: string | undefined
}

/** A page of the candidates; the whole list, filtered here, from a server that has no pages. */
export const readCandidates = async (
	{ search, electionId }: CandidateFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedCandidate>, Failure>> => {
	const query = {
		...(after && { after }),
		...(search && { search }),
		...(electionId && { electionId }),
	}
	return orWhole(
		await call(manageCandidates.page, { query }, { signal }),
		() => call(manageCandidates.list, {}, { signal }),
		({ name, party, electionIds, ...primary }) =>
			(electionId === undefined ||
				primary.electionId === electionId ||
				electionIds.includes(electionId)) &&
			mentions(search, [name, party]),
	)
}

/** One candidate as administrators see them, or as everybody does from a server that has no other. */
export const readCandidate = async (id: string): Promise<Result<ManagedCandidate, Failure>> => {
	const params = { id }
	const managed = await call(manageCandidates.get, { params })
	if (managed.ok || !isLacking(managed.error)) return managed
	const plain = await call(candidates.get, { params })
	return plain.ok
		? { ok: true, value: { ...plain.value, policyCount: null, validatedCount: null } }
		: plain
}

/** Finds candidates by their names, for a picker. */
export const findCandidates = (term: string, signal: AbortSignal) =>
	readCandidates({ search: term }, undefined, signal)
