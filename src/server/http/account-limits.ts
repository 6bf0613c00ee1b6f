import { createHash } from 'node:crypto'
import { inArray, or, sql } from 'drizzle-orm'
import { rateLimits } from '../db/schema.ts'
import type { Db } from '../db/types.ts'
import { emailKey } from '../services/auth/identity.ts'
import type { RateLimit } from './rate-limit.ts'

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
