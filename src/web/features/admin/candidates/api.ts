import {
	type CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/admin/candidates.ts'
import type { PageOf } from '#contract/admin/fields.ts'
import { candidates } from '#contract/candidates.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { listFallback, mentions } from '../kit/queries.ts'
import { readStanding } from '../quizzes/api.ts'

export interface CandidateFilter {
	readonly search: string
	readonly electionId?: string | undefined
}

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
	return listFallback(
		() => call(manageCandidates.page, { query }, { signal }),
		() => call(manageCandidates.list, {}, { signal }),
		({ name, party, electionIds, ...primary }) =>
			(electionId === undefined ||
				primary.electionId === electionId ||
				electionIds.includes(electionId)) &&
			mentions(search, [name, party]),
	)
}

export const readCandidate = async (id: string): Promise<Result<ManagedCandidate, Failure>> => {
	const params = { id }
	if (capabilities.has('records')) return call(manageCandidates.get, { params })
	const plain = await call(candidates.get, { params })
	return plain.ok
		? { ok: true, value: { ...plain.value, policyCount: null, validatedCount: null } }
		: plain
}

export const findCandidates = (term: string, signal: AbortSignal) =>
	readCandidates({ search: term }, undefined, signal)

type ElectionsOfCandidate = Pick<ManagedCandidate, 'electionId' | 'electionIds'>

/** Elections of a candidate, the primary one first. */
export const electionsOf = ({
	electionId,
	electionIds,
}: ElectionsOfCandidate): readonly string[] => [
	...new Set([...(electionId === null ? [] : [electionId]), ...electionIds]),
]

/** Adds an election. The primary one stays first. */
export const withElection = (standing: ElectionsOfCandidate, id: string): readonly string[] => [
	...new Set([...electionsOf(standing), id]),
]

/** Removes an election. If it was the primary one, the next one takes its place. */
export const withoutElection = (standing: ElectionsOfCandidate, id: string): readonly string[] =>
	electionsOf(standing).filter((other) => other !== id)

export const standingBody = (
	{ id, etag, policyCount, validatedCount, ...fields }: ManagedCandidate,
	electionIds: readonly string[],
): CandidateFields => ({
	...fields,
	website: fields.website ?? '',
	electionId: electionIds[0] ?? null,
	electionIds: [...electionIds],
})

export interface Rivals {
	readonly names: readonly string[]
	readonly parties: readonly string[]
}

export const readRivals = async (
	candidate: ManagedCandidate,
	signal: AbortSignal,
): Promise<Result<Rivals, Failure>> => {
	const names = new Map<string, string>()
	const parties = new Set<string>()
	for (const electionId of electionsOf(candidate)) {
		const standing = await readStanding(electionId, signal)
		if (!standing.ok) return standing
		for (const { id, name, party } of standing.value) {
			if (party) parties.add(party)
			if (id !== candidate.id) names.set(id, name)
		}
	}
	return { ok: true, value: { names: [...new Set(names.values())], parties: [...parties] } }
}
