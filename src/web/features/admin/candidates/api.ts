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
import { isLacking } from '../kit/errors.ts'
import { listFallback, mentions } from '../kit/use-list.ts'
import { readStanding } from '../quizzes/api.ts'

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
	return listFallback(
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

type ElectionsOfCandidate = Pick<ManagedCandidate, 'electionId' | 'electionIds'>

/** The elections that a candidate stands in: the primary one first. */
export const electionsOf = ({
	electionId,
	electionIds,
}: ElectionsOfCandidate): readonly string[] => [
	...new Set([...(electionId === null ? [] : [electionId]), ...electionIds]),
]

/** The elections of a candidate who stands in one more: the first stays the primary one. */
export const withElection = (standing: ElectionsOfCandidate, id: string): readonly string[] => [
	...new Set([...electionsOf(standing), id]),
]

/** The elections of a candidate who leaves one: the primary one becomes the first that remains, or there is none. */
export const withoutElection = (standing: ElectionsOfCandidate, id: string): readonly string[] =>
	electionsOf(standing).filter((other) => other !== id)

/** A candidate as they are, in other elections: the body of the call that assigns and unassigns. */
export const standingBody = (
	{ name, website, logo, party }: ManagedCandidate,
	electionIds: readonly string[],
): CandidateFields => ({
	name,
	website: website ?? '',
	logo,
	party,
	electionId: electionIds[0] ?? null,
	electionIds: [...electionIds],
})

/** Names of the others in a candidate's elections, and the parties of all. */
export interface Rivals {
	readonly names: readonly string[]
	readonly parties: readonly string[]
}

/** Reads who stands in the same elections as a candidate. */
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
