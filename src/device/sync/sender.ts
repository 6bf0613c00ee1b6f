import * as v from 'valibot'
import { SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { CallOptions } from '#http/client.ts'
import type { GuardedContext, SignedIn } from '../context.ts'
import type { LocalDb, NotCounted, OutboxEntry } from '../db.ts'
import { ENTRY_VERSION } from '../entries.ts'
import { RETRY_MAX_MS, retryDelay } from './backoff.ts'
import { type BatchEntries, type BatchEntry, sendBatch, settleBatch } from './batch.ts'
import type { AtOnce, Prepared, Sent } from './command.ts'
import { commands } from './commands.ts'
import type { Queue } from './queue.ts'
import { classifyFailure, type FailureAction } from './reply-policy.ts'

/** How many entries go one by one after a server has refused a batch as such. */
const ALONE = 25

/** Whether the next entry of the stream may follow or the same one again, only other streams may go on (after a try, or without one), or nothing may. */
export type Outcome = 'next' | 'again' | 'stuck' | 'waits' | 'stop'

export interface SyncState {
	/** The signed-in voter's queue waits for a new sign-in. */
	readonly paused: boolean
	/** The server wanted a newer build of the app when it was last asked. */
	readonly updateNeeded: boolean
	/** A call is on its way. */
	readonly sending: boolean
}

export interface Sender {
	/**
	 * Sends an entry and does what the answer calls for: with those that follow it in its stream, as far as the server takes
	 * them together. A fault of this device with it is reported and put off, and stops no other stream.
	 */
	move(entry: OutboxEntry, following: readonly OutboxEntry[], user: SignedIn): Promise<Outcome>
	/** Whether the server refused the token of whoever is signed in. */
	isPaused(): boolean
	/** Resumes after a sign-in. Two sign-ins within one second get the same token, so comparing tokens is not enough. */
	resume(): void
	/** What is so now. */
	state(): SyncState
}

type World = Pick<GuardedContext, 'db' | 'guard' | 'call' | 'random' | 'report' | 'user'>
type Sendable = Extract<Prepared, { do: 'send' }>
type Refusal = Pick<Extract<FailureAction, { do: 'refuse' }>, 'reason' | 'closedOn'>

const isKnown = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/** Why an entry is refused, in words for the voter even if the server sent none. */
const whyOf = ({ command }: OutboxEntry, { reason, closedOn }: Refusal): NotCounted => ({
	closedOn: closedOn ?? null,
	reason: reason || (isKnown(command) && commands[command].failed) || '',
})

/** What an entry comes to now. One that a newer build wrote is left to it; one of ours that cannot be read is a bug, and said. */
const prepare = async (db: LocalDb, entry: OutboxEntry): Promise<Prepared> => {
	if (entry.v > ENTRY_VERSION || !isKnown(entry.command)) return { do: 'wait' }
	const command = commands[entry.command]
	const args = v.safeParse(command.args, entry.args)
	if (!args.success) return { do: 'refuse', reason: 'This could not be read back.' }
	return (command.prepare as (db: LocalDb, args: unknown) => Promise<Prepared>)(db, args.output)
}

/** @param started is called when a call goes out. */
export const createSender = (deps: World, queue: Queue, started: () => void): Sender => {
	const { db, guard } = deps
	let pausedToken: string | null = null
	let updateNeeded = false
	let sending = false
	/** How many entries the server takes in one call, as it said last. */
	let atOnce: AtOnce = { attempt: 1, session: 1 }
	/** So many entries go alone, whatever the server says: it did not take a batch. */
	let alone = 0

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

	/** Does to an entry that was not taken what the reply table says. */
	const judge = async (
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
				const held = verdict.floorMs !== null
				const waitMs = retryDelay(entry.tries, verdict.floorMs, deps.random())
				await queue.postpone(entry, waitMs, held)
				return held ? 'stop' : 'stuck'
			}
			case 'ask-again':
				await queue.postpone(entry, verdict.waitMs, false)
				return 'stuck'
			case 'update':
				// Not held: the build that comes may send at once.
				await queue.postpone(entry, RETRY_MAX_MS, false)
				return 'stop'
			case 'pause':
				// Who has no token cannot be asked for another: this is some proxy's word.
				if (user.token === '') {
					return judge(entry, user, { do: 'retry', floorMs: null })
				}
				pausedToken = user.token
				return 'stop'
		}
	}

	/** Any answer of the server's own but one says that this build will do after all. */
	const hear = ({ do: what }: FailureAction | Sent): void => {
		if (what !== 'retry') updateNeeded = what === 'update'
	}

	const send = async (entry: OutboxEntry, prepared: Sendable, user: SignedIn): Promise<Outcome> => {
		const order = { stream: entry.stream, seq: entry.seq }
		const sent = await call(user, (options) =>
			prepared.send(deps.call, { ...options, idempotencyKey: entry.id, order }),
		)
		const verdict = sent.do === 'judge' ? classifyFailure(sent.failure) : sent
		hear(verdict)
		if (verdict.do !== 'settle') return judge(entry, user, verdict)
		atOnce = { ...atOnce, ...verdict.atOnce }
		alone = Math.max(0, alone - 1)
		await queue.settle([entry], verdict.write)
		return 'next'
	}

	/** An entry as one that goes with another one; null where it cannot. */
	const companionOf = async (
		entry: OutboxEntry,
		{ of, id }: BatchEntry,
	): Promise<BatchEntry | null> => {
		const prepared = await guard.run(() => prepare(db, entry))
		const together = prepared.do === 'send' ? prepared.together : undefined
		return together?.of === of && together.id === id ? { entry, ...together } : null
	}

	/** Those that can go with an entry: what follows it, up to the first that cannot. */
	const gather = async (
		first: BatchEntry,
		following: readonly OutboxEntry[],
	): Promise<BatchEntries> => {
		const companions: [BatchEntry, ...BatchEntry[]] = [first]
		for (const entry of following) {
			if (alone > 0 || companions.length >= atOnce[first.of]) break
			const standing = await queue.standing(entry)
			if (standing === 'gone') continue
			const next = standing === 'due' ? await companionOf(entry, first) : null
			if (next === null) break
			companions.push(next)
		}
		return companions
	}

	/**
	 * Sends several at once. Where that comes to nothing the next one goes alone, and its reply says anew what the server
	 * takes: so one that cannot be carried out holds up no other. What the server has against a batch, it says to each.
	 */
	const sendTogether = async (companions: BatchEntries, user: SignedIn): Promise<Outcome> => {
		const [{ entry, of }] = companions
		const reply = await call(user, (options) => sendBatch(deps.call, companions, options))
		if (!reply.ok) {
			const verdict = classifyFailure(reply.error)
			hear(verdict)
			atOnce = { ...atOnce, [of]: 1 }
			if (verdict.do !== 'refuse') return judge(entry, user, verdict)
			alone = ALONE
			return 'again'
		}
		updateNeeded = false
		const left = await settleBatch(queue, companions, reply.value, whyOf)
		return left === null ? 'next' : judge(entry, user, left)
	}

	return {
		isPaused,
		resume() {
			pausedToken = null
		},
		state: () => ({ paused: isPaused(), updateNeeded, sending }),
		async move(entry, following, user) {
			try {
				const prepared = await guard.run(() => prepare(db, entry))
				if (prepared.do === 'wait') return 'waits'
				if (prepared.do === 'send') {
					const { together } = prepared
					const companions = together && (await gather({ entry, ...together }, following))
					return companions && companions.length > 1
						? await sendTogether(companions, user)
						: await send(entry, prepared, user)
				}
				await queue.refuse(entry, { closedOn: null, reason: prepared.reason })
				return 'next'
			} catch (error) {
				deps.report(error)
				await queue.postpone(entry, retryDelay(entry.tries, null, deps.random()), false)
				return 'stuck'
			}
		},
	}
}
