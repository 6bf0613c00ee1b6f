import { domainToASCII } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { User } from '#contract/users.ts'
import { DAY_MS } from '#domain/days.ts'
import { SIGN_IN_DAYS } from '#domain/limits.ts'
import { preparePassword } from '#domain/text-rules.ts'
import type { Actor, Deps } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../../db/schema.ts'
import { isRowId, prepared } from '../../db/sql.ts'
import { unauthorized } from '../../http/errors.ts'

/** Normalizes a username or address for comparison, ignoring case and compatibility forms. */
export const identityKey = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Normalizes an email address; the domain is converted to punycode. */
export const emailKey = (text: string): string => {
	const key = identityKey(text)
	const at = key.lastIndexOf('@') + 1
	const domain = key.slice(at)
	// Without an `@` it is a username. `domainToASCII` returns '' for invalid domains.
	return at === 0 ? key : `${key.slice(0, at)}${domainToASCII(domain) || domain}`
}

export const toUser = ({ id, username, email, roles }: Actor): User => ({
	id,
	username,
	email,
	roles: [...roles],
})

/** The library's default algorithm, argon2id, with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes a password, independent of its Unicode composition. */
export const hashPassword = (password: string): Promise<string> =>
	hash(preparePassword(password), COST)

/** Hash for unknown accounts, so that both cases take equal time. */
const decoy = hashPassword(crypto.randomUUID())

export type PasswordMatch = 'prepared' | 'typed' | null

const matchPassword = async (stored: string | null, password: string): Promise<PasswordMatch> => {
	const against = stored ?? (await decoy)
	const prepared = preparePassword(password)
	const fits = await verify(against, prepared)
	if (stored !== null && fits) return 'prepared'
	// Hashes created before passwords were prepared.
	const typed = prepared !== password && (await verify(against, password))
	return stored !== null && typed ? 'typed' : null
}

/** Checks a password; false without a hash, after the same work. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> =>
	(await matchPassword(stored, password)) !== null

/** Signs in by username or email. Hides whether the account exists, in the message and in timing. */
export const login = async (
	{ db, tokens }: Deps,
	{ username, password }: HandlerInput<typeof auth.login>['body'],
): Promise<Sent<typeof auth.login>> => {
	const key = identityKey(username)
	const address = emailKey(username)
	// A username may equal another user's email. The email match wins, so that no one can lock out its owner.
	const [user] = await db
		.select()
		.from(users)
		.where(
			and(or(eq(users.usernameKey, key), eq(users.emailKey, address)), isNull(users.deletedAt)),
		)
		.orderBy(desc(eq(users.emailKey, address)))
		.limit(1)
	const match = await matchPassword(user?.passwordHash ?? null, password)
	if (user === undefined || match === null) throw unauthorized('bad-credentials')
	if (match === 'typed') {
		const passwordHash = await hashPassword(password)
		await db
			.update(users)
			.set({ passwordHash })
			.where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
	}
	const token = await tokens.sign({ userId: user.id, version: user.tokenVersion })
	return { token, user: toUser(user) }
}

const userById = prepared((db) =>
	db
		.select({
			id: users.id,
			username: users.username,
			email: users.email,
			roles: users.roles,
			version: users.tokenVersion,
			deletedAt: users.deletedAt,
		})
		.from(users)
		.where(eq(users.id, sql.placeholder('id')))
		.prepare('user'),
)

export const findUser = async (
	db: Db,
	id: string,
): Promise<(Actor & { readonly version: number; readonly deletedAt: Date | null }) | null> => {
	const [user] = await userById(db).execute({ id })
	return user ?? null
}

const ALGORITHM = 'HS256'
const ISSUER = 'evenhand'
const AUDIENCE = 'evenhand-api'
const LIFETIME_MS = SIGN_IN_DAYS * DAY_MS

export interface TokenClaims {
	readonly userId: string
	readonly version: number
}

export interface Tokens {
	readonly sign: (claims: TokenClaims) => Promise<string>
	readonly verify: (token: string) => Promise<TokenClaims | null>
}

/** Remembered tokens, about 2 MB. A signature costs a job of the thread pool, as much as the rest of a short call. */
const MOST_VERIFIED = 4000

/** Creates and verifies session tokens, valid for {@link SIGN_IN_DAYS}. @param secret at least 32 characters. */
export const createTokens = (secret: string, clock: () => Date): Tokens => {
	// Imported once: the import takes as long as a verification.
	const key = crypto.subtle.importKey(
		'raw',
		new TextEncoder().encode(secret),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign', 'verify'],
	)
	const verified = new Map<string, { readonly claims: TokenClaims; readonly exp: number }>()
	return {
		sign: async ({ userId, version }) =>
			new SignJWT({ ver: version })
				.setProtectedHeader({ alg: ALGORITHM })
				.setSubject(userId)
				.setIssuer(ISSUER)
				.setAudience(AUDIENCE)
				.setIssuedAt(clock())
				.setExpirationTime(new Date(clock().getTime() + LIFETIME_MS))
				.sign(await key),
		verify: async (token) => {
			const before = verified.get(token)
			if (before !== undefined && before.exp > clock().getTime() / 1000) return before.claims
			try {
				const { payload } = await jwtVerify(token, await key, {
					algorithms: [ALGORITHM],
					issuer: ISSUER,
					audience: AUDIENCE,
					requiredClaims: ['sub', 'exp', 'ver'],
					currentDate: clock(),
				})
				const { sub, ver, exp = 0 } = payload
				if (sub === undefined || !isRowId(sub) || typeof ver !== 'number') return null
				const claims = { userId: sub, version: ver }
				verified.set(token, { claims, exp })
				const [oldest = token] = verified.keys()
				if (verified.size > MOST_VERIFIED) verified.delete(oldest)
				return claims
			} catch (error) {
				if (error instanceof errors.JOSEError) return null
				throw error
			}
		},
	}
}
