import { eq } from 'drizzle-orm'
import { BATCH_MAX } from '#contract/batch.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest, TestOperation } from '#contract/knowledge-test.ts'
import { summarise } from '#domain/knowledge-test.ts'
import { keyReused } from '../../db/audit.ts'
import { type TestedPolicy, testGuesses, testSessions } from '../../db/schema.ts'
import { invalid, isServiceError, outcomeOf, serviceError } from '../../http/errors.ts'
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

interface Judged {
	readonly row: GuessRow
	readonly isNew: boolean
}

/** Evaluates a guess; only the first per policy counts. @throws 400; 409 after completion; 422 for a reused key. */
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
		throw serviceError('conflict', 'test-completed')
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

interface Going {
	session: SessionRow
	guesses: readonly GuessRow[]
	readonly fresh: GuessRow[]
}

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

const takeOne = (going: Going, operation: TestOperation, now: Date): Outcome => {
	try {
		return { status: 200, ...act(going, operation, now) }
	} catch (error) {
		if (!isServiceError(error)) throw error
		return outcomeOf(error)
	}
}

/** Applies operations in one transaction, each with the outcome of a separate call. @throws 404. */
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
