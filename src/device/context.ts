import type { Capability } from '#contract/capabilities.ts'
import type { Call } from '#http/client.ts'
import type { LocalDb } from './db.ts'
import type { Reads } from './reads.ts'
import type { StoreGuard } from './resilient-db.ts'
import type { ServerClock } from './server-clock.ts'

/** Signed-in user. The key is stable across sign-ins; the token is not. */
export interface SignedIn {
	readonly key: string
	readonly token: string
}

/** Identity for the knowledge test. Its calls carry no token, and its queue belongs to the device, across sign-ins. */
export const VISITOR: SignedIn = { key: 'visitor', token: '' }

export interface Locks {
	request(
		name: string,
		options: { readonly signal?: AbortSignal; readonly steal?: boolean },
		run: () => Promise<void>,
	): Promise<unknown>
	query(): Promise<{ readonly held?: readonly { name?: string; clientId?: string }[] }>
}

/** Dependencies of the local core, injected so that pages, the worker and tests share the code. */
export interface LocalContext {
	readonly db: LocalDb
	readonly call: Call
	readonly user: () => SignedIn | null
	/** ms since 1970. For delays and labels only: never order, expire or identify data by it. */
	readonly now: () => number
	/** Decides which quizzes are open, and supplies timestamps. */
	readonly serverClock: ServerClock
	readonly random: () => number
	readonly uuid: () => string
	/** Exclusive across all tabs and the worker. */
	readonly locks: Locks
	readonly setTimer: (run: () => void, ms: number) => () => void
	/** True if the server has a capability beyond the specifications. */
	readonly offers: (name: Capability) => Promise<boolean>
	/** Reports errors of the core itself. Failed calls stay in the outbox instead. */
	readonly report: (error: unknown) => void
}

export interface GuardedContext extends Omit<LocalContext, 'locks' | 'offers'> {
	readonly guard: StoreGuard
}

export interface SenderContext
	extends Omit<GuardedContext, 'serverClock'>,
		Pick<LocalContext, 'locks'> {}

export interface CoreContext extends GuardedContext, Pick<LocalContext, 'offers'> {
	readonly reads: Reads
}

/** Aborts work for a voter who has signed out meanwhile. */
export class SignedOut extends Error {
	override readonly name = 'SignedOut'
	constructor() {
		super('Nobody is signed in')
	}
}

/** Returns the signed-in user. @throws {SignedOut} */
export const signedIn = (deps: Pick<LocalContext, 'user'>): SignedIn => {
	const user = deps.user()
	if (user === null) throw new SignedOut()
	return user
}

export const userKey = (deps: Pick<LocalContext, 'user'>): string => signedIn(deps).key

export type Platform = Pick<LocalContext, 'now' | 'random' | 'setTimer' | 'report'>

export const createPlatform = (): Platform => ({
	now: Date.now,
	random: Math.random,
	setTimer: (run, ms) => {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
	// Wrapped, because the native function throws when called as another object's method.
	report: (error) => reportError(error),
})
