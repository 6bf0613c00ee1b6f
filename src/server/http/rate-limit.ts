import { getTableName, lt } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Deps } from '../context.ts'
import { harmlessMessage } from '../db/errors.ts'
import { queryClient } from '../db/query-client.ts'
import { rateLimits } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { addressOf } from './address.ts'
import { serviceError } from './service-error.ts'

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
