import { eq } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest, TestOperation } from '#contract/knowledge-test.ts'
import { summarise } from '#domain/test-summary.ts'
import { testGuesses, testSessions } from '../../db/schema.ts'
import { statusOf } from '../../http/on-error.ts'
import { isServiceError } from '../../http/service-error.ts'
import { judgeEnd } from './finish.ts'
import { judgeGuess } from './guess.ts'
import {
	type GuessRow,
	guessesOf,
	lockSession,
	type SessionRow,
	type TestContext,
} from './sessions.ts'

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
