import { and, eq, or } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { type TestedPolicy, testGuesses } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { invalid, serviceError } from '../../http/service-error.ts'
import { keyReused, lockSession, type SessionRow, type TestContext } from './sessions.ts'

type Body = HandlerInput<typeof knowledgeTest.submitGuess>['body']
type Outcome = Sent<typeof knowledgeTest.submitGuess>

/** The policy that is guessed; 400 where it or the candidate is none of the session. */
const checked = (
	{ policies, candidate1, candidate2 }: SessionRow,
	{ policyId, guessedCandidateId }: Body,
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

/** The outcome of a guess that was made before: of this policy, or under this key. */
const findBefore = async (
	tx: Db,
	sessionId: string,
	{ policyId, guessedCandidateId, responseTimeMs }: Body,
	key: string | null,
): Promise<Outcome | null> => {
	const byKey = key === null ? undefined : eq(testGuesses.key, key)
	const found = await tx
		.select()
		.from(testGuesses)
		.where(and(eq(testGuesses.sessionId, sessionId), or(eq(testGuesses.policyId, policyId), byKey)))
	const used = key === null ? undefined : found.find((row) => row.key === key)
	const same =
		used?.policyId === policyId &&
		used.candidateId === guessedCandidateId &&
		used.responseTimeMs === responseTimeMs
	if (used && !same) throw keyReused()
	const before = found.find((row) => row.policyId === policyId)
	return before ? { correct: before.correct } : null
}

/** Records a guess, whose first counts; a later one of the same policy gets the first one's outcome, whatever it guessed. */
export const submitGuess = ({ db, now, key }: TestContext, body: Body): Promise<Outcome> =>
	db.transaction(async (tx) => {
		const session = await lockSession(tx, body.sessionId)
		const policy = checked(session, body)
		const before = await findBefore(tx, session.id, body, key)
		if (before) return before
		if (session.completedAt !== null) {
			throw serviceError('conflict', 'This test is completed: no more guesses are taken.')
		}
		const correct = policy.candidateId === body.guessedCandidateId
		await tx.insert(testGuesses).values({
			sessionId: session.id,
			policyId: policy.policyId,
			candidateId: body.guessedCandidateId,
			correct,
			responseTimeMs: body.responseTimeMs,
			key,
			at: now,
		})
		return { correct }
	})
