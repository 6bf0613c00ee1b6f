import * as v from 'valibot'
import type { Reply } from '#contract/endpoint.ts'
import { quiz as calls } from '#contract/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { applyState } from '../apply-state.ts'
import type { LocalDb, StoredAttempt } from '../db.ts'
import { waitingIn } from '../outbox.ts'
import { verdictOn } from './verdict.ts'

/** Writes what a reply says, as that of the entry with the number `seq`. */
export type Settle = (db: LocalDb, seq: number) => Promise<void>

/** What sending an entry came to: a reply to write, a failure to judge, or a reply that nothing can be done with. */
export type Sent =
	| { readonly do: 'settle'; readonly write: Settle }
	| { readonly do: 'judge'; readonly failure: Failure }
	| { readonly do: 'refuse'; readonly reason: string }

/** What an entry comes to when its turn has come. */
export type Prepared =
	| { readonly do: 'send'; readonly send: (call: Call, options: CallOptions) => Promise<Sent> }
	/** Something else has to be settled first. */
	| { readonly do: 'wait' }
	/** It can never be sent; the reason is for the voter. */
	| { readonly do: 'refuse'; readonly reason: string }

interface Command<Schema extends v.GenericSchema> {
	readonly args: Schema
	readonly prepare: (db: LocalDb, args: v.InferOutput<Schema>) => Promise<Prepared>
}

const command = <Schema extends v.GenericSchema>(definition: Command<Schema>): Command<Schema> =>
	definition

const ATTEMPT_GONE = 'This attempt is no longer on this device.'
const NO_ATTEMPT_ID = 'Failed to start quiz. No attempt ID was returned.'
const NEVER_STARTED = 'The quiz could not be started on the server, so this could not be sent.'

type State = Reply<typeof calls.state>
type CallState<Answer = State> = (
	call: Call,
	options: CallOptions,
) => Promise<Result<Answer, Failure>>

/** Writes a state into the attempt, which may have gone from the device in the meantime. */
const write =
	(attemptId: string, state: State | null): Settle =>
	async (db, seq) => {
		const attempt = await db.attempts.get(attemptId)
		if (attempt === undefined) return
		const { settled, settledSeq = 0 } = attempt
		const told = { ...attempt, settled: settled + 1, settledSeq: Math.max(seq, settledSeq) }
		await (state === null ? db.attempts.put(told) : applyState(db, told, state))
	}

/**
 * The state to write for a reply. A command that is tried again after later ones may have taken effect long ago, and
 * its reply tells how things stood then: where they stand now is read.
 */
const upToDate = async (
	attempt: StoredAttempt,
	told: State | null,
	call: Call,
	{ idempotencyKey: _, order, ...options }: CallOptions,
): ReturnType<CallState<State | null>> => {
	const attemptId = told?.quizAttemptId ?? attempt.serverId
	const isLate = order !== undefined && order.seq < (attempt.settledSeq ?? 0)
	if (!isLate || attemptId === null) return { ok: true, value: told }
	const now = await call(calls.state, { params: { attemptId } }, options)
	// The command took effect, so what ends in a refusal leaves it to the next read of the attempt.
	return now.ok || verdictOn(now.error).do !== 'refuse' ? now : { ok: true, value: null }
}

/** Notes that something happened to an attempt: a read that was asked for before is out of date. */
const overtakeReads = async (db: LocalDb, attemptId: string): Promise<void> => {
	const attempt = await db.attempts.get(attemptId)
	if (attempt) await db.attempts.update(attemptId, { settled: attempt.settled + 1 })
}

/** A call that begins an attempt on the server: its reply names the attempt. @param leaving the attempt that it leaves behind there. */
const beginning = (attempt: StoredAttempt, make: CallState, leaving?: string): Prepared => ({
	do: 'send',
	send: async (call, options) => {
		const reply = await make(call, options)
		if (!reply.ok) return { do: 'judge', failure: reply.error }
		if (reply.value.quizAttemptId === null) return { do: 'refuse', reason: NO_ATTEMPT_ID }
		const state = await upToDate(attempt, reply.value, call, options)
		if (!state.ok) return { do: 'judge', failure: state.error }
		return {
			do: 'settle',
			write: async (db, seq) => {
				await write(attempt.id, state.value)(db, seq)
				if (leaving !== undefined) await overtakeReads(db, leaving)
			},
		}
	},
})

const start = (attempt: StoredAttempt): Prepared =>
	beginning(attempt, (call, options) =>
		call(
			calls.start,
			{ params: { compareQuizId: attempt.compareQuizId }, body: { seed: attempt.seed } },
			options,
		),
	)

/** A call about an attempt that the server knows by its own id; a reply about another one is no answer to it. */
const onAttempt = async (
	db: LocalDb,
	attemptId: string,
	make: (serverId: string, call: Call, options: CallOptions) => ReturnType<CallState<State | null>>,
): Promise<Prepared> => {
	const attempt = await db.attempts.get(attemptId)
	if (attempt === undefined) return { do: 'refuse', reason: ATTEMPT_GONE }
	const { serverId } = attempt
	// Entries of a stream come in order: its start was refused, or this would not be its turn.
	if (serverId === null) return { do: 'refuse', reason: NEVER_STARTED }
	return {
		do: 'send',
		send: async (call, options) => {
			const reply = await make(serverId, call, options)
			if (!reply.ok) return { do: 'judge', failure: reply.error }
			const named = reply.value?.quizAttemptId ?? serverId
			if (named !== serverId) {
				return { do: 'judge', failure: { kind: 'bad-response', status: 200 } }
			}
			const state = await upToDate(attempt, reply.value, call, options)
			return state.ok
				? { do: 'settle', write: write(attemptId, state.value) }
				: { do: 'judge', failure: state.error }
		},
	}
}

const Interact = v.object({
	attemptId: v.string(),
	responseTimeMs: v.number(),
	policyId: v.optional(v.string()),
	value: v.optional(v.number()),
	selectedPolicyIds: v.optional(v.array(v.string())),
})

/** The body of an answer, by the attempt's quiz type. */
const interactBody = (
	quizType: StoredAttempt['quizType'],
	args: v.InferOutput<typeof Interact>,
) => {
	const { responseTimeMs, policyId = '', value = 0, selectedPolicyIds = [] } = args
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

/** Every command that can stand in the outbox: the form of its arguments, and what it comes to when its turn has come. */
export const commands = {
	'quiz.start': command({
		args: v.object({ attemptId: v.string(), quizId: v.string(), seed: v.string() }),
		prepare: async (db, { attemptId }) => {
			const attempt = await db.attempts.get(attemptId)
			return attempt ? start(attempt) : { do: 'refuse', reason: ATTEMPT_GONE }
		},
	}),

	'quiz.interact': command({
		args: Interact,
		prepare: async (db, args) => {
			const quizType = (await db.attempts.get(args.attemptId))?.quizType ?? 'BINARY'
			return onAttempt(db, args.attemptId, (attemptId, call, options) =>
				call(
					calls.interact,
					{ params: { attemptId }, body: interactBody(quizType, args) },
					options,
				),
			)
		},
	}),

	'quiz.complete': command({
		args: v.object({ attemptId: v.string() }),
		prepare: (db, { attemptId: id }) =>
			onAttempt(db, id, (attemptId, call, options) =>
				call(calls.complete, { params: { attemptId } }, options),
			),
	}),

	'quiz.reset': command({
		args: v.object({
			attemptId: v.string(),
			resetAttemptId: v.string(),
			quizId: v.string(),
			seed: v.string(),
		}),
		prepare: async (db, { attemptId, resetAttemptId, seed }) => {
			const [attempt, old] = await db.attempts.bulkGet([attemptId, resetAttemptId])
			if (attempt === undefined) return { do: 'refuse', reason: ATTEMPT_GONE }
			// What was answered before the reset has to be there before it is left behind.
			if ((await waitingIn(db, resetAttemptId)).length > 0) return { do: 'wait' }
			const serverId = old?.serverId ?? null
			// The server never heard of the old one: there is nothing to leave behind.
			if (serverId === null) return start(attempt)
			return beginning(
				attempt,
				(call, options) =>
					call(calls.reset, { params: { attemptId: serverId }, body: { seed } }, options),
				resetAttemptId,
			)
		},
	}),
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<Name extends CommandName> = v.InferInput<(typeof commands)[Name]['args']>
