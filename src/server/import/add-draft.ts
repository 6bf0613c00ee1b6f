import {
	type CandidateDraft,
	checkRecord,
	type ElectionDraft,
	type Place,
	type PolicyDraft,
	type Reading,
} from './drafts.ts'
import { CandidateRecord, ElectionRecord, PairRecord, PolicyRecord, QuizRecord } from './records.ts'

/** Checks a record of a file and puts it where it belongs. What is refused is kept as well, so that who names it is not refused too. */

/** Adds an election. */
export const addElection = (
	reading: Reading,
	value: unknown,
	place: Place,
	extra: Pick<ElectionDraft, 'note'> = {},
): ElectionDraft => {
	const draft = checkRecord(reading, { schema: ElectionRecord, table: 'election' }, value, place)
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
	const draft = checkRecord(reading, { schema: CandidateRecord, table: 'candidate' }, value, place)
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
	const draft = checkRecord(reading, { schema: PolicyRecord, table: 'policy' }, value, place)
	election.policies.push({ ...draft, ...extra })
}

/** Adds a quiz of an election. */
export const addQuiz = (
	reading: Reading,
	election: ElectionDraft,
	value: unknown,
	place: Place,
): void => {
	election.quizzes.push(checkRecord(reading, { schema: QuizRecord, table: 'quiz' }, value, place))
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
