import type { CandidateFields, ManagedCandidate } from '#contract/manage-candidates.ts'

type Standing = Pick<ManagedCandidate, 'electionId' | 'electionIds'>

/** The elections that a candidate stands in: the primary one first. */
export const electionsOf = ({ electionId, electionIds }: Standing): readonly string[] => [
	...new Set([...(electionId === null ? [] : [electionId]), ...electionIds]),
]

/** The elections of a candidate who stands in one more: the first stays the primary one. */
export const withElection = (standing: Standing, id: string): readonly string[] => [
	...new Set([...electionsOf(standing), id]),
]

/** The elections of a candidate who leaves one: the primary one becomes the first that remains, or there is none. */
export const withoutElection = (standing: Standing, id: string): readonly string[] =>
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
