import { knowledgeTest } from '#contract/knowledge-test.ts'
import type { Message } from '#contract/messages.ts'
import { quiz } from '#contract/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { NotCounted, OutboxEntry } from '../db.ts'
import type { ApplyReply, Batchable, OnAttempt, OnSession } from './command.ts'
import type { Queue } from './queue.ts'
import { classifyFailure, type FailureAction } from './reply-policy.ts'

type WithEntry<Operation> = Operation & { readonly entry: OutboxEntry }

export type BatchEntry = WithEntry<Batchable>

/** At least one entry, all of one stream and one attempt or session, in order. */
export type BatchEntries = readonly [BatchEntry, ...BatchEntry[]]

export interface Taken {
	readonly verdicts: readonly (FailureAction | 'settle')[]
	readonly write: ApplyReply
}

interface Answer {
	readonly outcomes: readonly (Message & { readonly status: number })[]
	readonly write: ApplyReply
}

const WRONG = { ok: false, error: { kind: 'bad-response', status: 200 } } as const

const inBatch = <Operation>({
	entry: { id: key, seq },
	operation,
}: {
	readonly entry: OutboxEntry
	readonly operation: Operation
}) => ({
	key,
	seq,
	...operation,
})

const callOnAttempt = async (
	call: Call,
	batch: readonly WithEntry<OnAttempt>[],
	{ id, entry, write }: WithEntry<OnAttempt>,
	options: CallOptions,
): Promise<Result<Answer, Failure>> => {
	const body = { stream: entry.stream, operations: batch.map(inBatch) }
	const reply = await call(quiz.batch, { params: { attemptId: id }, body }, options)
	if (!reply.ok) return reply
	const { outcomes, state } = reply.value
	return state.quizAttemptId === id ? { ok: true, value: { outcomes, write: write(state) } } : WRONG
}

const callOnSession = async (
	call: Call,
	batch: readonly WithEntry<OnSession>[],
	{ id, entry }: WithEntry<OnSession>,
	options: CallOptions,
): Promise<Result<Answer, Failure>> => {
	const operations = batch.map(inBatch)
	const body = { sessionId: id, stream: entry.stream, operations }
	const reply = await call(knowledgeTest.batch, { body }, options)
	if (!reply.ok) return reply
	const { outcomes, summary } = reply.value
	const write: ApplyReply = async (db) => {
		for (const [index, outcome] of outcomes.entries()) {
			if (outcome.status === 200) await batch[index]?.write(outcome, summary)(db)
		}
	}
	return { ok: true, value: { outcomes, write } }
}

const callFor = (
	call: Call,
	batch: BatchEntries,
	options: CallOptions,
): Promise<Result<Answer, Failure>> => {
	const [first] = batch
	return first.of === 'attempt'
		? callOnAttempt(
				call,
				batch.filter((each) => each.of === 'attempt'),
				first,
				options,
			)
		: callOnSession(
				call,
				batch.filter((each) => each.of === 'session'),
				first,
				options,
			)
}

export const sendBatch = async (
	call: Call,
	batch: BatchEntries,
	options: CallOptions,
): Promise<Result<Taken, Failure>> => {
	const reply = await callFor(call, batch, options)
	if (!reply.ok) return reply
	const { outcomes, write } = reply.value
	if (outcomes.length > batch.length) return WRONG
	const verdicts = outcomes.map(({ status, message, code, values }) =>
		status === 200
			? ('settle' as const)
			: classifyFailure({
					...{ kind: 'problem', status, message, code, values },
					...{ errors: [], retryAfterMs: null },
				}),
	)
	return { ok: true, value: { verdicts, write } }
}

type Refusal = Extract<FailureAction, { do: 'refuse' }>
type WhyOf = (entry: OutboxEntry, verdict: Refusal) => NotCounted

const refuseUnlessInDoubt = async (
	queue: Queue,
	entry: OutboxEntry,
	verdict: Refusal,
	whyOf: WhyOf,
): Promise<boolean> => {
	if (verdict.doubtful && (await queue.check(entry))) return false
	await queue.refuse(entry, whyOf(entry, verdict))
	return true
}

/**
 * Applies the server's verdicts to the entries. @param whyOf builds the reason that a refused entry shows.
 * @returns the verdict on the first entry if it must be resent (nothing was applied then), else null.
 */
export const settleBatch = async (
	queue: Queue,
	batch: BatchEntries,
	{ verdicts, write }: Taken,
	whyOf: WhyOf,
): Promise<FailureAction | null> => {
	const settled: OutboxEntry[] = []
	let left: FailureAction | null = null
	for (const [index, { entry }] of batch.entries()) {
		const verdict = verdicts[index]
		if (verdict === undefined) break
		if (verdict === 'settle') settled.push(entry)
		else if (verdict.do === 'refuse') {
			if (!(await refuseUnlessInDoubt(queue, entry, verdict, whyOf))) break
		} else {
			if (index === 0) left = verdict
			break
		}
	}
	// Settle after the refusals, because waiting entries override the server's state.
	const [first, ...others] = settled
	if (first) await queue.settle([first, ...others], write)
	return left
}
