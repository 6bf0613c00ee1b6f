import { createHash } from 'node:crypto'
import { getTableName, inArray, lt, or, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { RATE_WINDOW_MAX_HOURS } from '#domain/limits.ts'
import type { Deps } from '../context.ts'
import { harmlessMessage } from '../db/errors.ts'
import type { Db } from '../db/open.ts'
import { rateLimits } from '../db/schema.ts'
import { queryClient } from '../db/sql.ts'
import { emailKey } from '../services/auth/sign-in.ts'
import { isServiceError, serviceError } from './errors.ts'
import { addressOf } from './request.ts'

type RefusalCode = 'too-many-requests' | 'too-many-from-network'

/** Maximum calls per key in a fixed window that begins with the first call. */
export interface RateLimit {
	readonly name: string
	readonly calls: number
	readonly windowSeconds: number
	readonly code?: RefusalCode
}

const tooMany = (msBeforeNext: number, code: RefusalCode) => {
	const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
	return serviceError('too-many', code, { headers: { 'retry-after': String(seconds) } })
}

export interface Counter {
	/** @throws 429 past the limit. */
	readonly count: (key: string) => Promise<void>
	readonly forget: (key: string) => Promise<void>
}

type CountDeps = Pick<Deps, 'db' | 'log'>

/** Creates a counter shared by all processes. If counting fails, calls pass: limits must not cause outages. */
export const createCounter = (
	{ db, log }: CountDeps,
	{ name, calls, windowSeconds, code = 'too-many-from-network' }: RateLimit,
): Counter => {
	const limiter = new RateLimiterPostgres({
		storeClient: queryClient(db),
		storeType: 'client',
		tableName: getTableName(rateLimits),
		tableCreated: true,
		// Its timer would outlive the database; {@link forgetExpired} deletes expired rows instead.
		clearExpiredByTimeout: false,
		keyPrefix: name,
		points: calls,
		duration: windowSeconds,
		// Block in memory past the limit, so a flood does not reach the database.
		inMemoryBlockOnConsumed: calls,
	})
	const uncounted = (refused: unknown): void =>
		log('warn', 'calls not counted', { limit: name, message: harmlessMessage(refused) })
	return {
		count: async (key) => {
			try {
				await limiter.consume(key)
			} catch (refused) {
				if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext, code)
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

export const countCalls = (deps: CountDeps, limit: RateLimit): Counter['count'] =>
	createCounter(deps, limit).count

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

/** Deletes expired counts, and with them the stored addresses. */
export const forgetExpired = async (db: Db, now: Date): Promise<void> => {
	await db.delete(rateLimits).where(lt(rateLimits.expire, now.getTime()))
}

/** All account limits share one message: distinct ones would reveal which accounts exist. */
export const PER_HOUR = {
	windowSeconds: RATE_WINDOW_MAX_HOURS * 3600,
	code: 'too-many-requests',
} as const

/** Prevents flooding a mailbox; also, each request invalidates the previous link. */
export const FORGOT_BY_ACCOUNT: RateLimit = { name: 'forgot-account', calls: 5, ...PER_HOUR }
/** Limits password guessing on a device that was left signed in. */
export const ERASE_BY_ACCOUNT: RateLimit = { name: 'erase-account', calls: 10, ...PER_HOUR }

/** Hashed key of an account (email or username), existing or not. Hashed because it is personal data. */
export const accountKey = (name: string): string =>
	createHash('sha256').update(emailKey(name)).digest('base64url')

/** Name shared by all sign-in limits; the rest of the key is the account and the address. */
export const LOGIN = 'login-of'

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

const { code } = PER_HOUR

/** Allows 300 people behind one address ten tries each. */
const BY_ADDRESS: RateLimit = { name: 'login', calls: 3000, windowSeconds: 600 }
/** Limit per account and address, for one person typing. */
const HERE: RateLimit = { name: LOGIN, calls: 10, windowSeconds: 60, code }
/** Limit per account from all addresses together. */
const ANYWHERE: RateLimit = { name: LOGIN, calls: 100, ...PER_HOUR }
/** Limit per address once {@link ANYWHERE} is exceeded, so the owner can still sign in. */
const SLOWLY: RateLimit = { name: LOGIN, calls: 3, windowSeconds: 900, code }

export interface LoginLimits {
	/** Call before the password check. @throws 429 past a limit. */
	readonly count: (username: string, address: string) => Promise<void>
	/** Clears the counts of an account and address after a successful sign-in. */
	readonly forgive: (username: string, address: string) => Promise<void>
}

/** Creates the sign-in limits. Guessing from many addresses slows each of them down but never locks the owner out. */
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
