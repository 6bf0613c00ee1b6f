import * as v from 'valibot'
import { knowledgeTest as calls, Demographics } from '#contract/knowledge-test.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { LocalDb, StoredTestSession } from '../db.ts'
import { command, type Prepared, type Settle } from './command.ts'

const SESSION_GONE = 'This test is no longer on this device.'

/** Changes a session that is still on the device. */
const change =
	(id: string, next: (session: StoredTestSession) => Partial<StoredTestSession>): Settle =>
	async (db) => {
		const session = await db.testSessions.get(id)
		if (session) await db.testSessions.update(id, next(session))
	}

/** A call about a session. @param settle makes of the reply what is to be written. */
const onSession = async <Answer>(
	db: LocalDb,
	id: string,
	make: (call: Call, options: CallOptions) => Promise<Result<Answer, Failure>>,
	settle: (answer: Answer) => Settle,
): Promise<Prepared> => {
	if ((await db.testSessions.get(id)) === undefined) return { do: 'refuse', reason: SESSION_GONE }
	return {
		do: 'send',
		send: async (call, options) => {
			const reply = await make(call, options)
			return reply.ok
				? { do: 'settle', write: settle(reply.value) }
				: { do: 'judge', failure: reply.error }
		},
	}
}

const Guess = v.object({
	sessionId: v.string(),
	policyId: v.string(),
	candidateId: v.string(),
	responseTimeMs: v.number(),
})

/** What the server says of a guess stands, whatever the device had made of it. */
const graded = (sessionId: string, policyId: string, correct: boolean): Settle =>
	change(sessionId, ({ guesses }) => ({
		guesses: guesses.map((guess) =>
			guess.policyId === policyId ? { ...guess, correct, settled: true } : guess,
		),
	}))

const nothing: Settle = async () => undefined

/** These ask for patience or for somebody else, whatever was sent: the same would come of the next call. */
const LATER = new Set([401, 408, 425, 426, 429])

/** Whether a failure is an answer to what was asked, and not a word about the connection or the moment. */
const isAnswer = (failure: Failure): boolean =>
	failure.kind === 'bad-response' ||
	(failure.kind === 'problem' && failure.retryAfterMs === null && !LATER.has(failure.status))

/** The commands of the knowledge test. They are the visitor's, and one session's are one stream. */
export const testCommands = {
	'test.guess': command({
		args: Guess,
		failed: 'Failed to submit guess. Please try again.',
		prepare: (db, { sessionId, policyId, candidateId, responseTimeMs }) =>
			onSession(
				db,
				sessionId,
				(call, options) =>
					call(
						calls.submitGuess,
						{ body: { sessionId, policyId, guessedCandidateId: candidateId, responseTimeMs } },
						options,
					),
				({ correct }) => graded(sessionId, policyId, correct),
			),
	}),

	'test.saveProgress': command({
		args: v.object({ sessionId: v.string() }),
		prepare: async (db, { sessionId }) => {
			const prepared = await onSession(
				db,
				sessionId,
				(call, options) => call(calls.saveProgress, { query: { sessionId } }, options),
				(summary) => change(sessionId, () => ({ summary })),
			)
			if (prepared.do !== 'send') return prepared
			return {
				do: 'send',
				send: async (call, options) => {
					const sent = await prepared.send(call, options)
					// Nothing of the voter's hangs on it. The browser has it in its log, and what comes after it goes on.
					const failed = sent.do === 'judge' && isAnswer(sent.failure)
					return failed ? { do: 'settle', write: nothing } : sent
				},
			}
		},
	}),

	'test.complete': command({
		args: v.object({ sessionId: v.string(), demographics: Demographics }),
		failed: 'Failed to complete test. Please try again.',
		prepare: (db, { sessionId, demographics }) =>
			onSession(
				db,
				sessionId,
				(call, options) => call(calls.complete, { body: { sessionId, demographics } }, options),
				(summary) => change(sessionId, () => ({ summary })),
			),
	}),

	'test.feedback': command({
		args: v.object({ sessionId: v.string(), feedbackText: v.string() }),
		failed: 'Failed to submit feedback. Please try again.',
		prepare: (db, { sessionId, feedbackText }) =>
			onSession(
				db,
				sessionId,
				(call, options) => call(calls.feedback, { body: { sessionId, feedbackText } }, options),
				() => nothing,
			),
	}),
} as const
