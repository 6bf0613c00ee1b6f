import type { Call } from '#http/client.ts'
import type { LocalDb } from './db.ts'
import type { Reads } from './reads.ts'
import type { StoreGuard } from './resilient-db.ts'
import type { ServerClock } from './server-clock.ts'

/** Who is signed in: a key that stays the same over sign-ins, and the token of this one. */
export interface SignedIn {
	readonly key: string
	readonly token: string
}

/**
 * Whoever takes the knowledge test on this device: nobody has to say who they are for it. Its calls carry no token, and
 * what it queues is the device's, whoever signs in.
 */
export const VISITOR: SignedIn = { key: 'visitor', token: '' }

/** The part of the Web Locks API that the engine uses; `navigator.locks` is one. */
export interface Locks {
	request(
		name: string,
		options: { readonly signal?: AbortSignal; readonly steal?: boolean },
		run: () => Promise<void>,
	): Promise<unknown>
	query(): Promise<{ readonly held?: readonly { name?: string; clientId?: string }[] }>
}

/** The world of the local core, passed in: pages, the worker and tests run the same code. */
export interface LocalContext {
	readonly db: LocalDb
	readonly call: Call
	readonly user: () => SignedIn | null
	/** ms since 1970. Paces and labels only: nothing is ordered, expired or identified by it. */
	readonly now: () => number
	/** What decides by time: which quizzes are open, and when something was done. */
	readonly serverClock: ServerClock
	/** From 0 up to 1, for jitter. */
	readonly random: () => number
	readonly uuid: () => string
	/** One holder at a time over all tabs and the worker. */
	readonly locks: Locks
	/** Calls back after `ms`; returns what takes it back. */
	readonly setTimer: (run: () => void, ms: number) => () => void
	/** Hears of faults of the core itself. A failed call is none: it stays in the outbox. */
	readonly report: (error: unknown) => void
}

/** The world with its store behind a guard, for all but what sends. */
export interface GuardedContext extends Omit<LocalContext, 'locks'> {
	readonly guard: StoreGuard
}

/** The world of what sends. */
export interface SenderContext
	extends Omit<GuardedContext, 'serverClock'>,
		Pick<LocalContext, 'locks'> {}

/** The world, and what the parts of the core share. */
export interface CoreContext extends GuardedContext {
	readonly reads: Reads
}

/** Ends work for a voter who has signed out since it began. */
export class SignedOut extends Error {
	override readonly name = 'SignedOut'
	constructor() {
		super('Nobody is signed in')
	}
}

/** @throws {SignedOut} when nobody is signed in. */
export const signedIn = (deps: Pick<LocalContext, 'user'>): SignedIn => {
	const user = deps.user()
	if (user === null) throw new SignedOut()
	return user
}

/** @throws {SignedOut} when nobody is signed in. */
export const userKey = (deps: Pick<LocalContext, 'user'>): string => signedIn(deps).key

/** The part of the world that pages and the worker have alike. */
export type Platform = Pick<LocalContext, 'now' | 'random' | 'setTimer' | 'report'>

/** The browser's clock, chance and timers. */
export const createPlatform = (): Platform => ({
	now: Date.now,
	random: Math.random,
	setTimer: (run, ms) => {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
	// Called as a method of another object, the browser's own would refuse.
	report: (error) => reportError(error),
})
