import * as v from 'valibot'
import type { CallInput, Reply } from '#contract/endpoint.ts'
import { messageOf } from '#contract/messages.ts'
import { quiz as calls } from '#contract/quiz.ts'
import { FORMULA_VERSIONS } from '#domain/score.ts'
import { QUIZ_TYPES, type Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import { type Failure, isMissing } from '#http/failure.ts'
import { applyState, isLacking } from '../attempt-merge.ts'
import type { LocalDb, StoredAttempt } from '../db.ts'
import { waitingIn } from '../entries.ts'
import { queueCheck, settleCheck } from '../restore.ts'
import { type ApplyReply, command, type OnAttempt, type Prepared } from './command.ts'
import { classifyFailure } from './reply-policy.ts'
import { testCommands } from './test-commands.ts'

const ATTEMPT_GONE = messageOf('attempt-not-here')

type State = Reply<typeof calls.state>
type CallState<Answer = State> = (
	call: Call,
	options: CallOptions,
) => Promise<Result<Answer, Failure>>

/** Stores a state. The attempt may have been deleted meanwhile. */
const write =
	(attemptId: string, state: State | null): ApplyReply =>
	async (db) => {
		const attempt = await db.attempts.get(attemptId)
		if (attempt === undefined) return
		const next = { ...attempt, settled: attempt.settled + 1 }
		if (state !== null && !isLacking(attempt, state)) return applyState(db, next, state)
		await db.attempts.put(next)
		if (state !== null) await queueCheck(db, next)
	}

const invalidateReads = async (db: LocalDb, attemptId: string): Promise<void> => {
	const attempt = await db.attempts.get(attemptId)
	if (attempt) await db.attempts.update(attemptId, { settled: attempt.settled + 1 })
}

const prepareStart = (
	attempt: StoredAttempt,
	make: CallState,
	supersededId?: string,
): Prepared => ({
	do: 'send',
	send: async (call, options) => {
		const reply = await make(call, options)
		if (!reply.ok) return { do: 'failed', failure: reply.error }
		if (reply.value.quizAttemptId === null)
			return { do: 'refuse', reason: messageOf('attempt-id-missing') }
		return {
			do: 'settle',
			batchSizes: { attempt: reply.value.batch ?? 1 },
			write: async (db) => {
				await write(attempt.id, reply.value)(db)
				if (supersededId !== undefined) await invalidateReads(db, supersededId)
			},
		}
	},
})

/** Arguments of a start. Entries of older builds lack the optional ones. */
const startArgs = {
	attemptId: v.string(),
	quizId: v.string(),
	seed: v.string(),
	consent: v.optional(v.string()),
	/** Quiz type at the start. The quiz may have changed since. */
	quizType: v.optional(v.picklist(QUIZ_TYPES)),
	/** Formula of the draw on this device. */
	formula: v.optional(v.picklist(FORMULA_VERSIONS)),
	/** Server's id of an attempt that it lost. */
	restores: v.optional(v.string()),
}
type StartBody = CallInput<typeof calls.start>['body']

const start = (attempt: StoredAttempt, body: StartBody): Prepared =>
	prepareStart(attempt, (call, options) =>
		call(
			calls.start,
			{
				params: { compareQuizId: attempt.compareQuizId },
				body,
			},
			options,
		),
	)

/** Prepares a call about an attempt by its server id. A reply about another attempt is invalid. */
const onAttempt = async (
	db: LocalDb,
	attemptId: string,
	make: (serverId: string, call: Call, options: CallOptions) => ReturnType<CallState<State | null>>,
	operation: OnAttempt['operation'] | null,
): Promise<Prepared> => {
	const attempt = await db.attempts.get(attemptId)
	if (attempt === undefined) return { do: 'refuse', reason: ATTEMPT_GONE }
	const { serverId } = attempt
	// Streams are sent in order, so a missing server id means that the start was refused.
	if (serverId === null) return { do: 'refuse', reason: messageOf('attempt-never-started') }
	return {
		do: 'send',
		send: async (call, options) => {
			const reply = await make(serverId, call, options)
			if (!reply.ok) return { do: 'failed', failure: reply.error }
			const named = reply.value?.quizAttemptId ?? serverId
			return named === serverId
				? {
						do: 'settle',
						write: write(attemptId, reply.value),
						batchSizes: { attempt: reply.value?.batch ?? 1 },
					}
				: { do: 'failed', failure: { kind: 'bad-response', status: 200 } }
		},
		...(operation && {
			batched: {
				of: 'attempt',
				id: serverId,
				operation,
				write: (state) => write(attemptId, state),
			},
		}),
	}
}

const Interact = v.object({
	attemptId: v.string(),
	responseTimeMs: v.number(),
	/** Quiz type of the answer. Missing in entries of older builds. */
	quizType: v.optional(v.picklist(QUIZ_TYPES)),
	policyId: v.optional(v.string()),
	/** Null skips the statement. */
	value: v.optional(v.nullable(v.number())),
	selectedPolicyIds: v.optional(v.array(v.string())),
})

const interactBody = (
	quizType: StoredAttempt['quizType'],
	args: v.InferOutput<typeof Interact>,
) => {
	const { responseTimeMs, policyId = '', value = 0, selectedPolicyIds = [] } = args
	if (value === null) return { interactionType: 'SKIP' as const, policyId, responseTimeMs }
	switch (quizType) {
		case 'POLICY_PICK':
			return { interactionType: quizType, selectedPolicyIds, responseTimeMs }
		case 'SCALE':
			// The value was checked against the quiz type when the answer was given.
			return {
				interactionType: quizType,
				policyId,
				value: value as -2 | -1 | 0 | 1 | 2,
				responseTimeMs,
			}
		case 'BINARY':
			return { interactionType: quizType, policyId, value: value as 0 | 1, responseTimeMs }
	}
}

/** Checks are internal, so none is ever listed as refused. */
const NOTHING_TO_DO = { do: 'settle', write: async () => undefined } as const

export const commands = {
	'quiz.start': command({
		args: v.object(startArgs),
		failed: messageOf('start-failed'),
		prepare: async (db, { attemptId, quizId: _, ...body }) => {
			const attempt = await db.attempts.get(attemptId)
			return attempt ? start(attempt, body) : { do: 'refuse', reason: ATTEMPT_GONE }
		},
	}),

	'quiz.interact': command({
		args: Interact,
		failed: messageOf('answer-failed'),
		prepare: async (db, args) => {
			const attempt = await db.attempts.get(args.attemptId)
			const quizType = args.quizType ?? attempt?.quizType ?? 'BINARY'
			const body = interactBody(quizType, args)
			return onAttempt(
				db,
				args.attemptId,
				(attemptId, call, options) =>
					call(calls.interact, { params: { attemptId }, body }, options),
				// Sent alone, because a selection can fill a whole request body.
				quizType === 'POLICY_PICK' ? null : { kind: 'INTERACT', body },
			)
		},
	}),

	'quiz.complete': command({
		args: v.object({ attemptId: v.string(), unanswered: v.optional(v.literal(true)) }),
		failed: messageOf('completion-failed'),
		prepare: (db, { attemptId: id, ...body }) =>
			onAttempt(
				db,
				id,
				(attemptId, call, options) =>
					call(
						calls.complete,
						{ params: { attemptId }, ...(body.unanswered && { body }) },
						options,
					),
				{ kind: 'COMPLETE', ...body },
			),
	}),

	'quiz.reset': command({
		args: v.object({ ...startArgs, resetAttemptId: v.string() }),
		failed: messageOf('reset-failed'),
		prepare: async (db, { attemptId, resetAttemptId, quizId: _, ...body }) => {
			const [attempt, old] = await db.attempts.bulkGet([attemptId, resetAttemptId])
			if (attempt === undefined) return { do: 'refuse', reason: ATTEMPT_GONE }
			// The old attempt's answers must arrive before it is superseded.
			if ((await waitingIn(db, resetAttemptId)).length > 0) return { do: 'wait' }
			const serverId = old?.serverId ?? null
			// The server never received the old attempt, so a start is enough.
			if (serverId === null) return start(attempt, body)
			return prepareStart(
				attempt,
				(call, options) => call(calls.reset, { params: { attemptId: serverId }, body }, options),
				resetAttemptId,
			)
		},
	}),

	/** Compares an attempt with the server's, which may have been restored from a backup. */
	'quiz.check': command({
		args: v.object({ attemptId: v.string() }),
		prepare: async (db, { attemptId }) => {
			const attempt = await db.attempts.get(attemptId)
			const serverId = attempt?.serverId
			if (!attempt || !serverId) return { do: 'send', send: async () => NOTHING_TO_DO }
			return {
				do: 'send',
				send: async (call, { token, timeoutMs }) => {
					const params = { attemptId: serverId }
					const options = { ...(token && { token }), ...(timeoutMs && { timeoutMs }) }
					const reply = await call(calls.state, { params }, options)
					if (reply.ok)
						return { do: 'settle', write: (db) => settleCheck(db, attempt, reply.value) }
					if (classifyFailure(reply.error).do !== 'refuse')
						return { do: 'failed', failure: reply.error }
					return isMissing(reply.error)
						? { do: 'settle', write: (db) => settleCheck(db, attempt, null) }
						: NOTHING_TO_DO
				},
			}
		},
	}),

	...testCommands,
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<Name extends CommandName> = v.InferInput<(typeof commands)[Name]['args']>
