import { BATCH_MAX } from '#contract/batch.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { keyReused } from '../../db/key-lock.ts'
import { type TestedPolicy, testGuesses } from '../../db/schema.ts'
import { invalid, serviceError } from '../../http/service-error.ts'
import {
	type GuessRow,
	guessesOf,
	lockSession,
	type SessionRow,
	type TestContext,
} from './sessions.ts'

type Body = HandlerInput<typeof knowledgeTest.submitGuess>['body']
type Guess = Omit<Body, 'sessionId'>

/** The policy that is guessed; 400 where it or the candidate is none of the session. */
const checked = (
	{ policies, candidate1, candidate2 }: SessionRow,
	{ policyId, guessedCandidateId }: Guess,
): TestedPolicy => {
	const policy = policies.find((each) => each.policyId === policyId)
	if (policy === undefined) {
		throw invalid([{ path: 'policyId', message: 'is not part of this test' }])
	}
	if (guessedCandidateId !== candidate1.id && guessedCandidateId !== candidate2.id) {
		throw invalid([{ path: 'guessedCandidateId', message: 'is not one of the two candidates' }])
	}
	return policy
}

/** A guess that was made before: of this policy, or under this key. */
const findBefore = (
	guesses: readonly GuessRow[],
	{ policyId, guessedCandidateId, responseTimeMs }: Guess,
	key: string | null,
): GuessRow | undefined => {
	const used = key === null ? undefined : guesses.find((row) => row.key === key)
	const same =
		used?.policyId === policyId &&
		used.candidateId === guessedCandidateId &&
		used.responseTimeMs === responseTimeMs
	if (used && !same) throw keyReused()
	return guesses.find((row) => row.policyId === policyId)
}

/** What a guess comes to, and whether it is to be written. */
interface Judged {
	readonly row: GuessRow
	readonly isNew: boolean
}

/**
 * Judges a guess, of which the first of a policy counts: a later one comes to what the first one did, whatever it guessed.
 * @param guesses those that were made before
 * @throws 400 for what is none of the session's, 409 after its end, 422 for a key that stands for another guess
 */
export const judgeGuess = (
	session: SessionRow,
	guesses: readonly GuessRow[],
	guess: Guess,
	{ key, now }: Pick<TestContext, 'key' | 'now'>,
): Judged => {
	const policy = checked(session, guess)
	const before = findBefore(guesses, guess, key)
	if (before) return { row: before, isNew: false }
	if (session.completedAt !== null) {
		throw serviceError('conflict', 'This test is completed: no more guesses are taken.')
	}
	const row = {
		sessionId: session.id,
		policyId: policy.policyId,
		candidateId: guess.guessedCandidateId,
		correct: policy.candidateId === guess.guessedCandidateId,
		responseTimeMs: guess.responseTimeMs,
		key,
		at: now,
	}
	return { row, isNew: true }
}

/** Records a guess. */
export const submitGuess = (
	{ db, now, key }: TestContext,
	{ sessionId, ...guess }: Body,
): Promise<Sent<typeof knowledgeTest.submitGuess>> =>
	db.transaction(async (tx) => {
		const session = await lockSession(tx, sessionId)
		const guesses = await guessesOf(tx, session.id)
		const { row, isNew } = judgeGuess(session, guesses, guess, { key, now })
		if (isNew) await tx.insert(testGuesses).values(row)
		return { correct: row.correct, batch: BATCH_MAX }
	})
