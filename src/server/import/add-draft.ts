import { readDay } from '#domain/written-forms.ts'
import {
	type CandidateDraft,
	checkRecord,
	type ElectionDraft,
	type Place,
	type PolicyDraft,
	type Reading,
} from './drafts.ts'
import { CandidateRecord, ElectionRecord, PairRecord, PolicyRecord, QuizRecord } from './records.ts'

/**
 * Checks a record of a file and adds it to its election. Refused records are kept too, so that records that name them are
 * not refused for that.
 */

/** Dates that a person is asked about; one is enough to ask. */
const ASKED_MAX = 5

/** Turns the dates of a record into ISO dates. One that can be read both ways stays, and the person is asked. */
const withDays = (
	{ dateOrder, ambiguousDates }: Pick<Reading, 'dateOrder' | 'ambiguousDates'>,
	value: unknown,
	fields: readonly string[],
): unknown => {
	if (typeof value !== 'object' || value === null) return value
	const days = fields.flatMap((field) => {
		const cell = (value as Readonly<Record<string, unknown>>)[field]
		if (typeof cell !== 'string') return []
		const text = cell.trim()
		if (readDay(text, null) === null && ambiguousDates.size < ASKED_MAX) ambiguousDates.add(text)
		const day = readDay(text, dateOrder)
		return day === null ? [] : [[field, day] as const]
	})
	return { ...value, ...Object.fromEntries(days) }
}

const referenceTo = ({ reference, said, name }: ElectionDraft): string =>
	reference ?? said?.id ?? said?.name ?? name

/** Adds an election. */
export const addElection = (
	reading: Reading,
	value: unknown,
	place: Place,
	extra: Pick<ElectionDraft, 'note'> = {},
): ElectionDraft => {
	const record = withDays(reading, value, ['electionDate'])
	const draft = checkRecord(reading, { schema: ElectionRecord, table: 'election' }, record, place)
	const election = { ...draft, ...extra, candidates: [], policies: [], quizzes: [], pairs: [] }
	reading.elections.push(election)
	return election
}

/** Adds a candidate who stands in an election. */
export const addCandidate = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
	extra: Pick<CandidateDraft, 'note' | 'uncompared'> = {},
): CandidateDraft => {
	const belongs = { election: referenceTo(election) }
	const how = { schema: CandidateRecord, table: 'candidate' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	const candidate = { ...draft, ...extra }
	election.candidates.push(candidate)
	return candidate
}

/** Adds a policy of a candidate. */
export const addPolicy = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	{ place, ...extra }: Pick<PolicyDraft, 'of' | 'place' | 'note'>,
): void => {
	const candidate =
		typeof extra.of === 'string'
			? extra.of
			: (extra.of.said?.id ?? extra.of.said?.name ?? extra.of.name)
	const belongs = { election: referenceTo(election), candidate }
	const how = { schema: PolicyRecord, table: 'policy' } as const
	const draft = checkRecord(reading, how, value, place, belongs)
	election.policies.push({ ...draft, ...extra })
}

/** Adds a quiz of an election. */
export const addQuiz = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	const record = withDays(reading, value, ['startDate', 'endDate'])
	const belongs = { election: referenceTo(election) }
	const how = { schema: QuizRecord, table: 'quiz' } as const
	election.quizzes.push(checkRecord(reading, how, record, place, belongs))
}

/** Adds the pair of the knowledge test. */
export const addPair = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	const how = { schema: PairRecord, table: 'knowledgeTest' } as const
	election.pairs.push(checkRecord(reading, how, value, place))
}
