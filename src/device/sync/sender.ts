import * as v from 'valibot'
import { messageOf } from '#contract/messages.ts'
import { SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { CallOptions } from '#http/client.ts'
import type { GuardedContext, SignedIn } from '../context.ts'
import type { LocalDb, NotCounted, OutboxEntry } from '../db.ts'
import { ENTRY_VERSION, toStoredReason } from '../entries.ts'
import { RETRY_MAX_MS, retryDelay } from './backoff.ts'
import { type BatchEntries, type BatchEntry, sendBatch, settleBatch } from './batch.ts'
import type { BatchSizes, Prepared, Sent } from './command.ts'
import { commands } from './commands.ts'
import type { HasLock } from './lock.ts'
import type { Queue } from './queue.ts'
import { classifyFailure, type FailureAction } from './reply-policy.ts'

/** Number of entries to send one by one after a server has refused a batch. */
const ALONE_AFTER_REFUSAL = 25
const ALONE: BatchSizes = { attempt: 1, session: 1 }

/**
 * next: continue the stream. again: resend this entry. stuck: skip the stream after a try. waits: skip it without a
 * try. stop: send nothing more.
 */
export type Outcome = 'next' | 'again' | 'stuck' | 'waits' | 'stop'

export interface SyncState {
	/** The signed-in voter's queue waits for a new sign-in. */
	readonly paused: boolean
	readonly updateNeeded: boolean
	readonly sending: boolean
}

export interface Sender {
	/**
	 * Sends an entry, batched with those that follow as far as the server allows, and applies the reply. A local error
	 * is reported and postpones the entry, but stops no other stream.
	 * @param hasLock checked once the entry has been read, because the page may have been frozen meanwhile.
	 */
	send(
		entry: OutboxEntry,
		following: readonly OutboxEntry[],
		user: SignedIn,
		hasLock: HasLock,
	): Promise<Outcome>
	/** True if the server rejected the current token. */
	isPaused(): boolean
	/** Resumes after a sign-in. Sign-ins within one second get the same token, so comparing tokens is not enough. */
	resume(): void
	state(): SyncState
}

type SenderDeps = Pick<GuardedContext, 'db' | 'guard' | 'call' | 'random' | 'report' | 'user'>
type Sendable = Extract<Prepared, { do: 'send' }>
type Refusal = Pick<Extract<FailureAction, { do: 'refuse' }>, 'reason' | 'closedOn'>

const isKnown = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

const whyOf = ({ command }: OutboxEntry, { reason, closedOn }: Refusal): NotCounted => ({
	closedOn: closedOn ?? null,
	...toStoredReason(reason ?? (isKnown(command) ? commands[command].failed : undefined)),
})

/** Prepares an entry. Entries of newer builds wait; an unreadable one of ours is a bug and is shown as refused. */
const prepare = async (db: LocalDb, entry: OutboxEntry): Promise<Prepared> => {
	if (entry.v > ENTRY_VERSION || !isKnown(entry.command)) return { do: 'wait' }
	const command = commands[entry.command]
	const args = v.safeParse(command.args, entry.args)
	if (!args.success) return { do: 'refuse', reason: messageOf('entry-unreadable') }
	return (command.prepare as (db: LocalDb, args: unknown) => Promise<Prepared>)(db, args.output)
}

export const createSender = (deps: SenderDeps, queue: Queue, started: () => void): Sender => {
	const { db, guard } = deps
	let pausedToken: string | null = null
	let updateNeeded = false
	let sending = false
	let batchSizes = ALONE
	let aloneLeft = 0

	const isPaused = (): boolean => pausedToken !== null && deps.user()?.token === pausedToken

	const call = async <Answer>(
		user: SignedIn,
		send: (options: CallOptions) => Promise<Answer>,
	): Promise<Answer> => {
		sending = true
		started()
		try {
			return await send({ timeoutMs: SEND_TIMEOUT_MS, token: user.token })
		} finally {
			sending = false
		}
	}

	const handleFailure = async (
		entry: OutboxEntry,
		user: SignedIn,
		verdict: FailureAction,
	): Promise<Outcome> => {
		switch (verdict.do) {
			case 'refuse':
				if (verdict.doubtful && (await queue.check(entry))) return 'next'
				await queue.refuse(entry, whyOf(entry, verdict))
				return 'next'
			case 'retry': {
				// Of devices that come back together, the server admits few first calls: begin with a small one.
				batchSizes = ALONE
				const deferAll = verdict.floorMs !== null
				const waitMs = retryDelay(entry.tries, verdict.floorMs, deps.random())
				await queue.postpone(entry, waitMs, deferAll)
				return deferAll ? 'stop' : 'stuck'
			}
			case 'ask-again':
				await queue.postpone(entry, verdict.waitMs, false)
				return 'stuck'
			case 'update':
				// No `Retry-After`, because the new build may send at once.
				await queue.postpone(entry, RETRY_MAX_MS, false)
				return 'stop'
			case 'pause':
				// The visitor has no token to renew, so this 401 comes from a proxy.
				if (user.token === '') {
					return handleFailure(entry, user, { do: 'retry', floorMs: null })
				}
				pausedToken = user.token
				return 'stop'
		}
	}

	/** Any reply but a retryable one shows if the server accepts this build. */
	const noteBuild = ({ do: what }: FailureAction | Sent): void => {
		if (what !== 'retry') updateNeeded = what === 'update'
	}

	const sendAlone = async (
		entry: OutboxEntry,
		prepared: Sendable,
		user: SignedIn,
	): Promise<Outcome> => {
		const order = { stream: entry.stream, seq: entry.seq }
		const sent = await call(user, (options) =>
			prepared.send(deps.call, { ...options, idempotencyKey: entry.id, order }),
		)
		const verdict = sent.do === 'failed' ? classifyFailure(sent.failure) : sent
		noteBuild(verdict)
		if (verdict.do !== 'settle') return handleFailure(entry, user, verdict)
		batchSizes = { ...batchSizes, ...verdict.batchSizes }
		aloneLeft = Math.max(0, aloneLeft - 1)
		await queue.settle([entry], verdict.write)
		return 'next'
	}

	const prepareForBatch = async (
		entry: OutboxEntry,
		{ of, id }: BatchEntry,
	): Promise<BatchEntry | null> => {
		const prepared = await guard.run(() => prepare(db, entry))
		const batched = prepared.do === 'send' ? prepared.batched : undefined
		return batched?.of === of && batched.id === id ? { entry, ...batched } : null
	}

	const gatherBatch = async (
		first: BatchEntry,
		following: readonly OutboxEntry[],
	): Promise<BatchEntries> => {
		const batch: [BatchEntry, ...BatchEntry[]] = [first]
		for (const entry of following) {
			if (aloneLeft > 0 || batch.length >= batchSizes[first.of]) break
			const state = await queue.stateOf(entry)
			if (state === 'gone') continue
			const next = state === 'due' ? await prepareForBatch(entry, first) : null
			if (next === null) break
			batch.push(next)
		}
		return batch
	}

	/**
	 * Sends a batch. After a failure the next entry goes alone and its reply sets the batch size again, so that one bad
	 * entry blocks no other. If the batch itself is refused, its entries are sent one by one.
	 */
	const sendInBatch = async (batch: BatchEntries, user: SignedIn): Promise<Outcome> => {
		const [{ entry, of }] = batch
		const reply = await call(user, (options) => sendBatch(deps.call, batch, options))
		if (!reply.ok) {
			const verdict = classifyFailure(reply.error)
			noteBuild(verdict)
			batchSizes = { ...batchSizes, [of]: 1 }
			if (verdict.do !== 'refuse') return handleFailure(entry, user, verdict)
			aloneLeft = ALONE_AFTER_REFUSAL
			return 'again'
		}
		updateNeeded = false
		const left = await settleBatch(queue, batch, reply.value, whyOf)
		return left === null ? 'next' : handleFailure(entry, user, left)
	}

	return {
		isPaused,
		resume() {
			pausedToken = null
		},
		state: () => ({ paused: isPaused(), updateNeeded, sending }),
		async send(entry, following, user, hasLock) {
			try {
				const prepared = await guard.run(() => prepare(db, entry))
				if (prepared.do === 'wait') return 'waits'
				if (prepared.do === 'send') {
					const { batched } = prepared
					const batch = batched && (await gatherBatch({ entry, ...batched }, following))
					if (!hasLock()) return 'again'
					return batch && batch.length > 1
						? await sendInBatch(batch, user)
						: await sendAlone(entry, prepared, user)
				}
				await queue.refuse(entry, whyOf(entry, prepared))
				return 'next'
			} catch (error) {
				deps.report(error)
				await queue.postpone(entry, retryDelay(entry.tries, null, deps.random()), false)
				return 'stuck'
			}
		},
	}
}
