import * as v from 'valibot'
import {
	knowledgeTest as calls,
	Demographics,
	type TestBatchReply,
} from '#contract/knowledge-test.ts'
import { messageOf } from '#contract/messages.ts'
import { startTest } from '#contract/test-session.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import { type Failure, isMissing } from '#http/failure.ts'
import type { LocalDb, StoredTestSession } from '../db.ts'
import { applySummary, giveUpTest, settleTestCheck, settleTestRestore } from '../restore-test.ts'
import {
	type ApplyReply,
	type BatchSizes,
	command,
	type OnSession,
	type Prepared,
} from './command.ts'
import { classifyFailure } from './reply-policy.ts'

const change =
	(id: string, next: (session: StoredTestSession) => Partial<StoredTestSession>): ApplyReply =>
	async (db) => {
		const session = await db.testSessions.get(id)
		if (session) await db.testSessions.update(id, next(session))
	}

/** @param settle maps the reply to a write and batch sizes. @param batched missing if it must be sent alone. */
const onSession = async <Answer>(
	db: LocalDb,
	id: string,
	make: (call: Call, options: CallOptions) => Promise<Result<Answer, Failure>>,
	settle: (answer: Answer) => {
		readonly write: ApplyReply
		readonly batchSizes?: Partial<BatchSizes>
	},
	batched?: Pick<OnSession, 'operation' | 'write'>,
): Promise<Prepared> => {
	if ((await db.testSessions.get(id)) === undefined) {
		return { do: 'refuse', reason: messageOf('test-not-here') }
	}
	return {
		do: 'send',
		send: async (call, options) => {
			const reply = await make(call, options)
			return reply.ok
				? { do: 'settle', ...settle(reply.value) }
				: { do: 'failed', failure: reply.error }
		},
		...(batched && { batched: { of: 'session', id, ...batched } }),
	}
}

const summed =
	(sessionId: string, summary: TestBatchReply['summary'], ended?: Demographics): ApplyReply =>
	(db) =>
		applySummary(db, sessionId, summary, ended)

const Guess = v.object({
	sessionId: v.string(),
	policyId: v.string(),
	candidateId: v.string(),
	responseTimeMs: v.number(),
})

/** The server's grade overrides the device's. */
const graded = (sessionId: string, policyId: string, correct: boolean): ApplyReply =>
	change(sessionId, ({ guesses }) => ({
		guesses: guesses.map((guess) =>
			guess.policyId === policyId ? { ...guess, correct, settled: true } : guess,
		),
	}))

const nothing: ApplyReply = async () => undefined

/** Checks are internal, so a failed one is not listed. */
const NOTHING_TO_DO = { do: 'settle', write: nothing } as const

/** Statuses that do not depend on the request: the next call would get the same. */
const LATER = new Set([401, 408, 425, 426, 429])

/** True if the failure is about the request, not about the connection or a temporary state. */
const isAnswer = (failure: Failure): boolean =>
	failure.kind === 'bad-response' ||
	(failure.kind === 'problem' && failure.retryAfterMs === null && !LATER.has(failure.status))

/** Knowledge-test commands. They belong to the visitor; each session is one stream. */
export const testCommands = {
	'test.guess': command({
		args: Guess,
		failed: messageOf('guess-failed'),
		prepare: (db, { sessionId, policyId, candidateId, responseTimeMs }) => {
			const body = { policyId, guessedCandidateId: candidateId, responseTimeMs }
			return onSession(
				db,
				sessionId,
				(call, options) => call(calls.submitGuess, { body: { sessionId, ...body } }, options),
				({ correct, batch = 1 }) => ({
					write: graded(sessionId, policyId, correct),
					batchSizes: { session: batch },
				}),
				{
					operation: { kind: 'GUESS', body },
					write: ({ correct }) =>
						correct === undefined ? nothing : graded(sessionId, policyId, correct),
				},
			)
		},
	}),

	'test.saveProgress': command({
		args: v.object({ sessionId: v.string() }),
		prepare: async (db, { sessionId }) => {
			const prepared = await onSession(
				db,
				sessionId,
				(call, options) => call(calls.saveProgress, { query: { sessionId } }, options),
				(summary) => ({ write: summed(sessionId, summary) }),
				{
					operation: { kind: 'PROGRESS' },
					write: (_, summary) => summed(sessionId, summary),
				},
			)
			if (prepared.do !== 'send') return prepared
			return {
				...prepared,
				send: async (call, options) => {
					const sent = await prepared.send(call, options)
					// Nothing depends on it. The browser logs the failure, and the stream continues.
					const failed = sent.do === 'failed' && isAnswer(sent.failure)
					return failed ? { do: 'settle', write: nothing } : sent
				},
			}
		},
	}),

	'test.complete': command({
		args: v.object({ sessionId: v.string(), demographics: Demographics }),
		failed: messageOf('test-completion-failed'),
		prepare: async (db, { sessionId, demographics }) => {
			const session = await db.testSessions.get(sessionId)
			// A server that lost guesses refuses the end: a completed session accepts none.
			const guesses = session?.guesses.filter(({ settled }) => settled).length ?? 0
			const body = { demographics, guesses }
			return onSession(
				db,
				sessionId,
				(call, options) => call(calls.complete, { body: { sessionId, ...body } }, options),
				(summary) => ({ write: summed(sessionId, summary, demographics) }),
				{
					operation: { kind: 'COMPLETE', body },
					write: (_, summary) => summed(sessionId, summary, demographics),
				},
			)
		},
	}),

	'test.feedback': command({
		args: v.object({ sessionId: v.string(), feedbackText: v.string() }),
		failed: messageOf('feedback-failed'),
		prepare: (db, { sessionId, feedbackText }) =>
			onSession(
				db,
				sessionId,
				async (call, options) => {
					const body = { sessionId, feedbackText }
					const reply = await call(calls.feedback, { body }, options)
					const { idempotencyKey: id = '' } = options
					return reply.ok ? { ok: true, value: { id, text: feedbackText } } : reply
				},
				(given) => ({
					write: change(sessionId, ({ feedback = [] }) => ({
						feedback: [...feedback.filter(({ id }) => id !== given.id), given],
					})),
				}),
			),
	}),

	'test.check': command({
		args: v.object({ sessionId: v.string() }),
		prepare: async (_db, { sessionId }) => ({
			do: 'send',
			send: async (call, { timeoutMs }) => {
				const options = timeoutMs ? { timeoutMs } : {}
				const reply = await call(calls.results, { params: { sessionId } }, options)
				if (!reply.ok && classifyFailure(reply.error).do !== 'refuse')
					return { do: 'failed', failure: reply.error }
				const results = reply.ok ? reply.value : null
				const known = reply.ok || isMissing(reply.error)
				return {
					do: 'settle',
					write: known ? (db) => settleTestCheck(db, sessionId, results) : nothing,
				}
			},
		}),
	}),

	'test.restore': command({
		args: v.object({ sessionId: v.string() }),
		prepare: async (db, { sessionId }) => {
			const session = await db.testSessions.get(sessionId)
			if (session === undefined) return { do: 'send', send: async () => NOTHING_TO_DO }
			const body = {
				candidate1Id: session.candidate1.id,
				candidate2Id: session.candidate2.id,
				restores: { sessionId, policyIds: session.policies.map(({ policyId }) => policyId) },
			}
			return {
				do: 'send',
				send: async (call, options) => {
					const reply = await call(startTest, { body }, options)
					if (!reply.ok && classifyFailure(reply.error).do !== 'refuse')
						return { do: 'failed', failure: reply.error }
					// A server without this feature begins a different session.
					const back = reply.ok && reply.value.sessionId === sessionId
					const write = back ? settleTestRestore : giveUpTest
					return { do: 'settle', write: (db) => write(db, sessionId) }
				},
			}
		},
	}),
} as const
