import { eq } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { BATCH_MAX } from '#contract/fields.ts'
import type { knowledgeTest, TestOperation } from '#contract/knowledge-test.ts'
import { summarise } from '#domain/knowledge-test.ts'
import { keyReused } from '../../db/audit.ts'
import { type TestedPolicy, testGuesses, testSessions } from '../../db/schema.ts'
import { invalid, isServiceError, serviceError, statusOf } from '../../http/errors.ts'
import { judgeEnd } from './finish.ts'
import {
	type GuessRow,
	guessesOf,
	lockSession,
	type SessionRow,
	type TestContext,
} from './start.ts'

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

type Row = typeof knowledgeTest.batch
type Outcome = Sent<Row>['outcomes'][number]

/** A session and its guesses, while a batch is gone through. */
interface Going {
	session: SessionRow
	guesses: readonly GuessRow[]
	/** What the batch adds. */
	readonly fresh: GuessRow[]
}

/** Does an operation to what is known of the session. */
const act = (going: Going, operation: TestOperation, now: Date): Omit<Outcome, 'status'> => {
	const { session, guesses } = going
	const call = { key: operation.key, now }
	switch (operation.kind) {
		case 'GUESS': {
			const { row, isNew } = judgeGuess(session, guesses, operation.body, call)
			if (isNew) {
				going.guesses = [...guesses, row]
				going.fresh.push(row)
			}
			return { correct: row.correct }
		}
		case 'PROGRESS':
			return {}
		case 'COMPLETE': {
			const end = judgeEnd(session, guesses, operation.body, call)
			if (end !== null) going.session = { ...session, ...end }
			return {}
		}
	}
}

/** What becomes of an operation: as of a call of its own. */
const takeOne = (going: Going, operation: TestOperation, now: Date): Outcome => {
	try {
		return { status: 200, ...act(going, operation, now) }
	} catch (error) {
		if (!isServiceError(error)) throw error
		return { status: statusOf(error), message: error.message }
	}
}

/**
 * Takes several operations on a session in one transaction. Each has the outcome and the key that a call of its own would
 * have had, and a refused one stops no other.
 * @throws 404 where there is no such session.
 */
export const takeTestBatch = (
	{ db, now }: Pick<TestContext, 'db' | 'now'>,
	{ sessionId, operations }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> =>
	db.transaction(async (tx) => {
		const session = await lockSession(tx, sessionId)
		const going: Going = { session, guesses: await guessesOf(tx, session.id), fresh: [] }
		const outcomes = operations.map((operation) => takeOne(going, operation, now))
		if (going.fresh.length > 0) await tx.insert(testGuesses).values(going.fresh)
		if (going.session !== session) {
			const { completedAt, completeKey, age, gender } = going.session
			await tx
				.update(testSessions)
				.set({ completedAt, completeKey, age, gender })
				.where(eq(testSessions.id, session.id))
		}
		return { outcomes, summary: summarise(going.guesses) }
	})
