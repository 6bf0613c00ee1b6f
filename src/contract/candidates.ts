import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, idParams, OptionalNumber, OptionalText, PositionsField } from './fields.ts'

interface ElectionIds {
	readonly electionId: string | null
	readonly electionIds?: readonly string[] | null | undefined
}

/** Derives the primary election and the list of elections from each other if only one is given. */
export const withBothElections = <Sent extends ElectionIds>({
	electionId,
	electionIds,
	...rest
}: Sent) => {
	const derived = electionId === null ? [] : [electionId]
	const ids: string[] = electionIds?.length ? [...electionIds] : derived
	return { ...rest, electionId: electionId ?? ids[0] ?? null, electionIds: ids }
}

/** A candidate. Servers send electionId, electionIds or both. */
export const Candidate = v.pipe(
	v.object({
		id: Id,
		name: v.string(),
		website: OptionalText,
		logo: OptionalText,
		party: OptionalText,
		electionId: v.nullish(Id, null),
		electionIds: v.nullish(v.array(Id)),
	}),
	v.transform(withBothElections),
)
export type Candidate = v.InferOutput<typeof Candidate>

/**
 * A policy statement. Clarity and complexity are flat or in `metadata`; `weight` is importance × category weight, if
 * sent.
 */
export const Policy = v.pipe(
	v.object({
		id: Id,
		candidateId: v.nullish(Id, null),
		text: v.string(),
		category: OptionalText,
		importance: OptionalNumber,
		weight: OptionalNumber,
		validationStatus: OptionalText,
		clarityScore: OptionalNumber,
		complexityLevel: OptionalNumber,
		positions: PositionsField,
		background: OptionalText,
		backgroundSource: OptionalText,
		metadata: v.nullish(v.object({ clarity: OptionalNumber, complexity: OptionalNumber }), null),
	}),
	v.transform(({ clarityScore, complexityLevel, metadata, ...rest }) => ({
		...rest,
		clarity: clarityScore ?? metadata?.clarity ?? null,
		complexity: complexityLevel ?? metadata?.complexity ?? null,
	})),
)
export type Policy = v.InferOutput<typeof Policy>

export const candidates = {
	ofElection: endpoint({
		method: 'GET',
		path: '/candidates/election/:electionId',
		access: 'user',
		summary: 'List the candidates of an election.',
		params: idParams('electionId'),
		reply: v.array(Candidate),
	}),
	get: endpoint({
		method: 'GET',
		path: '/candidates/:id',
		access: 'user',
		summary: 'Get a candidate.',
		params: idParams('id'),
		reply: Candidate,
	}),
	policies: endpoint({
		method: 'GET',
		path: '/candidates/:id/policies',
		access: 'user',
		summary: "List a candidate's validated policies.",
		params: idParams('id'),
		reply: v.array(Policy),
	}),
} as const
