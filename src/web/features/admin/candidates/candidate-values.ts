import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import type { Described } from '../forms/conflict-view.tsx'
import type { Version } from '../forms/use-record-form.ts'
import { electionsOf } from './standing.ts'

/** A candidate as they stand in their form. */
export interface CandidateValues {
	readonly name: string
	readonly website: string
	readonly party: string
	readonly logo: string
	/** The primary one first. */
	readonly electionIds: readonly string[]
}

/** The form of a new candidate. @param electionId the election that the list is filtered by. */
export const newCandidate = (electionId: string | undefined): Version<CandidateValues> => ({
	etag: undefined,
	values: {
		name: '',
		website: '',
		party: '',
		logo: '',
		electionIds: electionId === undefined ? [] : [electionId],
	},
})

/** A candidate as their form has them. */
export const candidateVersion = (candidate: ManagedCandidate): Version<CandidateValues> => ({
	etag: candidate.etag,
	values: {
		name: candidate.name,
		website: candidate.website ?? '',
		party: candidate.party ?? '',
		logo: candidate.logo ?? '',
		electionIds: electionsOf(candidate),
	},
})

/** A candidate in words, field by field. @param nameOf says what an election is called. */
export const describeCandidate =
	(nameOf: (electionId: string) => string) =>
	(values: CandidateValues): readonly Described[] => [
		{ label: texts.fields.name, text: values.name },
		{ label: texts.fields.website, text: values.website },
		{ label: texts.fields.party, text: values.party },
		{ label: texts.fields.logo, text: values.logo },
		{ label: texts.fields.elections, text: values.electionIds.map(nameOf).join(', ') },
	]
