import { createHash } from 'node:crypto'
import { getTableName, inArray, lt, or, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../context.ts'
import { harmlessMessage } from '../db/errors.ts'
import type { Db } from '../db/open.ts'
import { rateLimits } from '../db/schema.ts'
import { queryClient } from '../db/sql.ts'
import { emailKey } from '../services/auth/sign-in.ts'
import { isServiceError, serviceError } from './errors.ts'
import { addressOf } from './request.ts'

/** How many calls one address (or whatever else calls are counted by) may make, from its first one until the window ends. */
export interface RateLimit {
	/** Under which the calls are counted: limits of the same name share one count. */
	readonly name: string
	readonly calls: number
	readonly windowSeconds: number
	/** What whoever comes too often is told. */
	readonly text?: string
}

const FROM_NETWORK =
	'Too many requests are coming from your network at the moment. Please try again in a few minutes.'

const tooMany = (msBeforeNext: number, text: string) => {
	const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
	return serviceError('too-many', text, { headers: { 'retry-after': String(seconds) } })
}

/** Counts under a key. */
export interface Counter {
	/** Counts one call. @throws 429 past the limit. */
	readonly count: (key: string) => Promise<void>
	/** Forgets what was counted. */
	readonly forget: (key: string) => Promise<void>
}

/** What can be counted by: the calls, and how they are told. */
type CountDeps = Pick<Deps, 'db' | 'log'>

/**
 * Counts calls in the database, so that all processes count together, and refuses those past the limit with 429 and
 * `Retry-After`. Calls are let through where they cannot be counted: a limit is no reason to be down.
 */
export const createCounter = (
	{ db, log }: CountDeps,
	{ name, calls, windowSeconds, text = FROM_NETWORK }: RateLimit,
): Counter => {
	const limiter = new RateLimiterPostgres({
		storeClient: queryClient(db),
		storeType: 'client',
		tableName: getTableName(rateLimits),
		tableCreated: true,
		// Its timer would outlive the database; forgetExpired does it.
		clearExpiredByTimeout: false,
		keyPrefix: name,
		points: calls,
		duration: windowSeconds,
		// Once the limit is reached the process remembers it: what a flood asks for, the database is not asked.
		inMemoryBlockOnConsumed: calls,
	})
	const uncounted = (refused: unknown): void =>
		log('warn', 'calls not counted', { limit: name, message: harmlessMessage(refused) })
	return {
		count: async (key) => {
			try {
				await limiter.consume(key)
			} catch (refused) {
				if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext, text)
				uncounted(refused)
			}
		},
		forget: async (key) => {
			try {
				await limiter.delete(key)
			} catch (failed) {
				uncounted(failed)
			}
		},
	}
}

/** What counts one call under a key, as {@link createCounter} does, and throws the refusal. */
export const countCalls = (deps: CountDeps, limit: RateLimit): Counter['count'] =>
	createCounter(deps, limit).count

/** Counts calls by address, as {@link countCalls} does. */
export const limitRate = (
	deps: Pick<Deps, 'db' | 'log' | 'trustProxy'>,
	limit: RateLimit,
): MiddlewareHandler => {
	const count = countCalls(deps, limit)
	return async (c, next) => {
		await count(addressOf(c, deps.trustProxy ?? false))
		await next()
	}
}

/** Deletes the counts, and with them the addresses, whose window has ended. */
export const forgetExpired = async (db: Db, now: Date): Promise<void> => {
	await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

/** The same words whichever limit was reached: which one it was tells of accounts. */
export const PER_HOUR = {
	windowSeconds: 3600,
	text: 'Too many requests at the moment. Please try again later.',
} as const

/** So that nobody's mailbox is filled; and each request ends the link before it. */
export const FORGOT_BY_ACCOUNT: RateLimit = { name: 'forgot-account', calls: 5, ...PER_HOUR }
/** Passwords are guessed with it by whoever finds a device signed in. */
export const ERASE_BY_ACCOUNT: RateLimit = { name: 'erase-account', calls: 10, ...PER_HOUR }

/**
 * What calls for an account are counted under, whether there is one or not; hashed, because its name is a person's.
 * @param name an address or a username.
 */
export const accountKey = (name: string): string =>
	createHash('sha256').update(emailKey(name)).digest('base64url')

/** Of a sign-in, whatever the limit: the rest of its key is the account, and where the call came from. */
export const LOGIN = 'login-of'

/** Forgets how often calls were made for an account, under either of its names. */
export const forgetCounts = async (
	tx: Db,
	{ email, username }: { readonly email: string; readonly username: string },
): Promise<void> => {
	const key = accountKey(email)
	const rows = [FORGOT_BY_ACCOUNT, ERASE_BY_ACCOUNT].map(({ name }) => `${name}:${key}`)
	const logins = [key, accountKey(username)].map(
		(account) => sql`starts_with(${rateLimits.key}, ${`${LOGIN}:${account}`})`,
	)
	await tx.delete(rateLimits).where(or(inArray(rateLimits.key, rows), ...logins))
}

const { text } = PER_HOUR

/** 300 people behind one address, each of whom tries ten times. */
const BY_ADDRESS: RateLimit = { name: 'login', calls: 3000, windowSeconds: 600 }
/** One person at one place, who types. */
const HERE: RateLimit = { name: LOGIN, calls: 10, windowSeconds: 60, text }
/** More tries for one account, from wherever, than its owner makes. */
const ANYWHERE: RateLimit = { name: LOGIN, calls: 100, ...PER_HOUR }
/** What each place still has when that is passed: enough for the owner, who knows the password. */
const SLOWLY: RateLimit = { name: LOGIN, calls: 3, windowSeconds: 900, text }

/** Counts tries to sign in. */
export interface LoginLimits {
	/** Counts one, before its password is looked at. @throws 429 past a limit. */
	readonly count: (username: string, address: string) => Promise<void>
	/** Forgets the tries from there: they were the owner's. */
	readonly forgive: (username: string, address: string) => Promise<void>
}

/**
 * The limits of signing in. Names without an account are counted like others. Nobody is locked out of their account by
 * somebody elsewhere: whoever guesses at it from many places slows every place down, each on its own count.
 */
export const createLoginLimits = (deps: Parameters<typeof createCounter>[0]): LoginLimits => {
	const byAddress = createCounter(deps, BY_ADDRESS)
	const here = createCounter(deps, HERE)
	const anywhere = createCounter(deps, ANYWHERE)
	const slowly = createCounter(deps, SLOWLY)
	const place = (username: string, address: string) => `${accountKey(username)}:${address}`
	return {
		count: async (username, address) => {
			await byAddress.count(address)
			await here.count(`${place(username, address)}:here`)
			try {
				await anywhere.count(accountKey(username))
			} catch (error) {
				if (!isServiceError(error)) throw error
				await slowly.count(`${place(username, address)}:slowly`)
			}
		},
		forgive: async (username, address) => {
			await here.forget(`${place(username, address)}:here`)
			await slowly.forget(`${place(username, address)}:slowly`)
		},
	}
}
