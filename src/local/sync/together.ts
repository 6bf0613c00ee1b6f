import { quiz as calls } from '#contract/quiz.ts'
import type { Result } from '#domain/types.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { OutboxEntry } from '../db.ts'
import type { Settle, Together } from './command.ts'
import type { Queue } from './queue.ts'
import { type Verdict, verdictOn } from './verdict.ts'

/** An entry that goes with others. */
export interface Companion extends Together {
	readonly entry: OutboxEntry
}

/** At least one entry, all of one stream and one attempt, in order. */
export type Companions = readonly [Companion, ...Companion[]]

/** What became of each entry that the server has looked at, in order, and what it says of the attempt after all of them. */
export interface Taken {
	readonly verdicts: readonly (Verdict | 'settle')[]
	readonly write: Settle
}

/** Sends several entries in one call. */
export const callTogether = async (
	call: Call,
	companions: Companions,
	options: CallOptions,
): Promise<Result<Taken, Failure>> => {
	const [{ serverId, entry }] = companions
	const operations = companions.map(({ entry: { id: key, seq }, operation }) => ({
		key,
		seq,
		...operation,
	}))
	const input = { params: { attemptId: serverId }, body: { stream: entry.stream, operations } }
	const reply = await call(calls.batch, input, options)
	if (!reply.ok) return reply
	const { outcomes, state } = reply.value
	if (state.quizAttemptId !== serverId || outcomes.length > companions.length) {
		return { ok: false, error: { kind: 'bad-response', status: 200 } }
	}
	const verdicts = outcomes.map(({ status, message }) =>
		status === 200
			? ('settle' as const)
			: verdictOn({ kind: 'problem', status, message, errors: [], retryAfterMs: null }),
	)
	return { ok: true, value: { verdicts, write: companions[0].write(state) } }
}

/**
 * Does to the entries what the server said of each.
 * @param reasonOf what the voter is told of one that was refused for a reason.
 * @returns the verdict on the first one where it is to be sent again, so that nothing was done; else null.
 */
export const settleTogether = async (
	queue: Queue,
	companions: Companions,
	{ verdicts, write }: Taken,
	reasonOf: (entry: OutboxEntry, reason: string) => string,
): Promise<Verdict | null> => {
	const settled: OutboxEntry[] = []
	let left: Verdict | null = null
	for (const [index, { entry }] of companions.entries()) {
		const verdict = verdicts[index]
		if (verdict === undefined) break
		if (verdict === 'settle') settled.push(entry)
		else if (verdict.do === 'refuse') await queue.refuse(entry, reasonOf(entry, verdict.reason))
		else {
			if (index === 0) left = verdict
			break
		}
	}
	// After the refusals: what still waits is shown over what the server says.
	const [first, ...others] = settled
	if (first) await queue.settle([first, ...others], write)
	return left
}
