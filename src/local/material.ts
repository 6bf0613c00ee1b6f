import { candidates as candidateCalls } from '#contract/candidates.ts'
import { compareQuizzes as calls } from '#contract/compare-quizzes.ts'
import { isActiveOn } from '#domain/quiz-validation.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import type { StoredQuiz } from './db.ts'
import type { LocalCore } from './deps.ts'
import { noteFetched } from './fresh.ts'
import type { Reading } from './reads.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'

/** One thing that is read from the server and stored. */
export type Step = () => Promise<Refreshed>

/** The keys that reads are noted under, in one place, because whoever asks how old one is must find what noted it. */
export const quizzesKey = (electionId: string): string => `elections/${electionId}/quizzes`
/** By the candidate alone: the quizzes that ask about one share the statements. */
export const policiesKey = (candidateId: string): string => `candidates/${candidateId}/policies`
/** The voter comes first: what the server said to one is removed with them, by what it begins with. */
export const validationKey = (userId: string, quizId: string): string => `${userId}/${quizId}`

/** Returns the quizzes that are open today. @param today the server's day; null if it is not known. */
export const activeOf = (quizzes: readonly StoredQuiz[], today: string | null): StoredQuiz[] =>
	quizzes.filter((quiz) => isActiveOn(quiz, today))

/** The candidates that the quizzes ask about, each once. */
export const candidatesOf = (quizzes: readonly StoredQuiz[]): string[] => [
	...new Set(quizzes.flatMap((quiz) => quiz.candidateIds)),
]

/** Reads the quizzes of an election and replaces what was stored of them. @returns them, or why they could not be read. */
export const refreshQuizzes = async (
	deps: LocalCore,
	reading: Reading,
	electionId: string,
): Promise<Result<StoredQuiz[], Failure>> => {
	const { db } = deps
	const reply = await deps.call(calls.ofElection, { params: { electionId } }, reading.options)
	if (!reply.ok) return reply
	const quizzes = deps.serverClock.learn(reply.value)
	await reading.store([db.compareQuizzes, db.fetched], async () => {
		await db.compareQuizzes.where({ electionId }).delete()
		await db.compareQuizzes.bulkPut(quizzes)
		await noteFetched(db, quizzesKey(electionId), deps.now())
	})
	return { ok: true, value: quizzes }
}

/** Reads the policies of one candidate and replaces what was stored of them. */
const refreshPolicies = async (
	deps: LocalCore,
	reading: Reading,
	candidateId: string,
): Promise<Refreshed> => {
	const { db } = deps
	const params = { id: candidateId }
	const reply = await deps.call(candidateCalls.policies, { params }, reading.options)
	if (!reply.ok) return reply
	await reading.store([db.policies, db.fetched], async () => {
		await db.policies.where({ candidateId }).delete()
		await db.policies.bulkPut(reply.value.map((policy) => ({ ...policy, candidateId })))
		await noteFetched(db, policiesKey(candidateId), deps.now())
	})
	return REFRESHED
}

const refreshValidation = async (
	deps: LocalCore,
	reading: Reading,
	quizId: string,
): Promise<Refreshed> => {
	const { validations } = deps.db
	const key = validationKey(reading.user.key, quizId)
	const reply = await deps.call(calls.validate, { params: { id: quizId } }, reading.options)
	if (!reply.ok) return reply
	await reading.store([validations], () => validations.put({ ...reply.value, key }))
	return REFRESHED
}

const refreshCandidates = async (
	deps: LocalCore,
	reading: Reading,
	electionId: string,
	wanted: readonly string[],
): Promise<Refreshed> => {
	const { candidates } = deps.db
	const params = { electionId }
	const reply = await deps.call(candidateCalls.ofElection, { params }, reading.options)
	if (!reply.ok) return reply
	const found = [...reply.value]
	// A quiz may ask about somebody whom its election's list does not have (any more).
	for (const id of wanted.filter((each) => !reply.value.some((listed) => listed.id === each))) {
		const one = await deps.call(candidateCalls.get, { params: { id } }, reading.options)
		if (!one.ok) return one
		found.push(one.value)
	}
	await reading.store([candidates], () => candidates.bulkPut(found))
	return REFRESHED
}

/** What starting any of the quizzes needs, each thing read once. */
export const materialSteps = (
	deps: LocalCore,
	reading: Reading,
	quizzes: readonly StoredQuiz[],
): Step[] => [
	...[...new Set(quizzes.map((quiz) => quiz.electionId))].map((id) => () => {
		const asked = candidatesOf(quizzes.filter(({ electionId }) => electionId === id))
		return refreshCandidates(deps, reading, id, asked)
	}),
	...candidatesOf(quizzes).map((id) => () => refreshPolicies(deps, reading, id)),
	...quizzes.map((quiz) => () => refreshValidation(deps, reading, quiz.id)),
]
