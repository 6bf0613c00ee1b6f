import {
	type CandidateFields,
	type ManagedCandidate,
	manageCandidates,
} from '#contract/admin/candidates.ts'
import { PAGE_SIZE_MAX, type PageOf } from '#contract/admin/fields.ts'
import { candidates } from '#contract/candidates.ts'
import { mapOk, type Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { hasStatus } from '../kit/errors.ts'
import { given, listFallback, mentions } from '../kit/queries.ts'

export interface CandidateFilter {
	readonly search: string
	readonly electionId?: string | undefined
}

export const readCandidates = async (
	{ search, electionId }: CandidateFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedCandidate>, Failure>> => {
	const query = given({ after, search, electionId })
	return listFallback(
		() => call(manageCandidates.page, { query }, { signal }),
		() => call(manageCandidates.list, {}, { signal }),
		(candidate) =>
			(electionId === undefined || electionsOf(candidate).includes(electionId)) &&
			mentions(search, [candidate.name, candidate.party]),
	)
}

export const readCandidate = async (id: string): Promise<Result<ManagedCandidate, Failure>> => {
	const params = { id }
	if (capabilities.has('records')) return call(manageCandidates.get, { params })
	const plain = await call(candidates.get, { params })
	return mapOk(plain, (candidate) => ({ ...candidate, policyCount: null, validatedCount: null }))
}

export const findCandidates = (term: string, signal: AbortSignal) =>
	readCandidates({ search: term }, undefined, signal)

type ElectionsOfCandidate = Pick<ManagedCandidate, 'electionId' | 'electionIds'>

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

export const readStanding = async (
	electionId: string,
	signal: AbortSignal,
): Promise<Result<readonly ManagedCandidate[], Failure>> => {
	if (!capabilities.has('records')) return standingForVoters(electionId, signal)
	const rows: ManagedCandidate[] = []
	let after: string | undefined
	do {
		const query = { electionId, size: String(PAGE_SIZE_MAX), ...(after && { after }) }
		const page = await call(manageCandidates.page, { query }, { signal })
		if (!page.ok) return page
		rows.push(...page.value.rows)
		after = page.value.next ?? undefined
	} while (after !== undefined)
	return { ok: true, value: rows }
}

const standingForVoters = async (
	electionId: string,
	signal: AbortSignal,
): Promise<Result<readonly ManagedCandidate[], Failure>> => {
	const plain = await call(candidates.ofElection, { params: { electionId } }, { signal })
	if (plain.ok) {
		const counts = { policyCount: null, validatedCount: null }
		return { ok: true, value: plain.value.map((candidate) => ({ ...candidate, ...counts })) }
	}
	// The specification has this fallback.
	if (!hasStatus(plain.error, 404)) return plain
	return mapOk(await call(manageCandidates.list, {}, { signal }), (all) =>
		all.filter((one) => electionsOf(one).includes(electionId)),
	)
}

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
