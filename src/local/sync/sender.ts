import * as v from 'valibot'
import type { LocalDb, OutboxEntry } from '../db.ts'
import type { GuardedDeps, SignedIn } from '../deps.ts'
import { ENTRY_VERSION } from '../enqueue.ts'
import { RETRY_MAX_MS, retryDelay } from './back-off.ts'
import type { Prepared } from './command.ts'
import { commands } from './commands.ts'
import type { Queue } from './queue.ts'
import { type Verdict, verdictOn } from './verdict.ts'

/** One call of the queue may take this long, in ms: a phone on a dying connection should notice. */
const SEND_TIMEOUT_MS = 15_000

/** Whether the next entry of the stream may follow, only other streams may go on (after a try, or without one), or nothing may. */
export type Outcome = 'next' | 'stuck' | 'waits' | 'stop'

export interface SyncState {
	/** The signed-in voter's queue waits for a new sign-in. */
	readonly paused: boolean
	/** The server wanted a newer build of the app when it was last asked. */
	readonly updateNeeded: boolean
	/** A call is on its way. */
	readonly sending: boolean
}

export interface Sender {
	/** Sends an entry and does what the answer calls for. A fault of this device with it is reported and put off, and stops no other stream. */
	move(entry: OutboxEntry, user: SignedIn): Promise<Outcome>
	/** Whether the server refused the token of whoever is signed in. */
	isPaused(): boolean
	/** What is so now. */
	state(): SyncState
}

type World = Pick<GuardedDeps, 'db' | 'guard' | 'call' | 'random' | 'report' | 'user'>
type Sendable = Extract<Prepared, { do: 'send' }>

const isKnown = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/** What is said of an entry that was refused without a word. */
const failedText = ({ command }: OutboxEntry): string =>
	(isKnown(command) && commands[command].failed) || ''

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

	const isPaused = (): boolean => pausedToken !== null && deps.user()?.token === pausedToken

	const call = async (entry: OutboxEntry, prepared: Sendable, user: SignedIn) => {
		sending = true
		started()
		try {
			return await prepared.send(deps.call, {
				idempotencyKey: entry.id,
				order: { stream: entry.stream, seq: entry.seq },
				timeoutMs: SEND_TIMEOUT_MS,
				token: user.token,
			})
		} finally {
			sending = false
		}
	}

	/** Does to an entry that was not taken what the reply table says. */
	const judge = async (entry: OutboxEntry, user: SignedIn, verdict: Verdict): Promise<Outcome> => {
		switch (verdict.do) {
			case 'refuse':
				await queue.refuse(entry, verdict.reason || failedText(entry))
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

	const send = async (entry: OutboxEntry, prepared: Sendable, user: SignedIn): Promise<Outcome> => {
		const sent = await call(entry, prepared, user)
		const verdict = sent.do === 'judge' ? verdictOn(sent.failure) : sent
		// Any other answer of the server's own says that this build will do after all.
		if (verdict.do !== 'retry') updateNeeded = verdict.do === 'update'
		if (verdict.do !== 'settle') return judge(entry, user, verdict)
		await queue.settle(entry, verdict.write)
		return 'next'
	}

	return {
		isPaused,
		state: () => ({ paused: isPaused(), updateNeeded, sending }),
		async move(entry, user) {
			try {
				const prepared = await guard.run(() => prepare(db, entry))
				if (prepared.do === 'wait') return 'waits'
				if (prepared.do === 'send') return await send(entry, prepared, user)
				await queue.refuse(entry, prepared.reason)
				return 'next'
			} catch (error) {
				deps.report(error)
				await queue.postpone(entry, retryDelay(entry.tries, null, deps.random()), false)
				return 'stuck'
			}
		},
	}
}
