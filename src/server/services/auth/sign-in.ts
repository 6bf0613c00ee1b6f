import { domainToASCII } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { auth } from '#contract/auth.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { User } from '#contract/users.ts'
import { preparePassword } from '#domain/text-rules.ts'
import type { Actor, Deps } from '../../context.ts'
import { users } from '../../db/schema.ts'
import { isRowId, prepared } from '../../db/sql.ts'
import { unauthorized } from '../../http/errors.ts'

/** What makes two names or addresses the same: case and compatibility forms do not tell them apart. */
export const identityKey = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The key of an email address; a domain beyond ASCII has the key of its punycode form. */
export const emailKey = (text: string): string => {
	const key = identityKey(text)
	const at = key.lastIndexOf('@') + 1
	const domain = key.slice(at)
	// Without an `@` it is a username. Of other texts than domains nothing is left.
	return at === 0 ? key : `${key.slice(0, at)}${domainToASCII(domain) || domain}`
}

/** A user as the API shows one. */
export const toUser = ({ id, username, email, roles }: Actor): User => ({
	id,
	username,
	email,
	roles: [...roles],
})

/** argon2id, which is the library's default, with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash to store of a password, which counts as the same however its characters are composed. */
export const hashPassword = (password: string): Promise<string> =>
	hash(preparePassword(password), COST)

/** The hash of a password that nobody has: checked without an account, so that both cases take the same work. */
const decoy = hashPassword(crypto.randomUUID())

/** How a password fits a hash: as hashes are made now, only as it was typed (older hashes), or not at all. */
export type PasswordMatch = 'prepared' | 'typed' | null

/** Compares a password with a hash; the same work without a hash. */
const matchPassword = async (stored: string | null, password: string): Promise<PasswordMatch> => {
	const against = stored ?? (await decoy)
	const prepared = preparePassword(password)
	const fits = await verify(against, prepared)
	if (stored !== null && fits) return 'prepared'
	// Hashes made before passwords were prepared.
	const typed = prepared !== password && (await verify(against, password))
	return stored !== null && typed ? 'typed' : null
}

/** Whether the password is the one of the hash; without a hash the same work, and no. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> =>
	(await matchPassword(stored, password)) !== null

/**
 * Signs in by username or email. Whether there is such an account shows neither in the text nor in the work done.
 */
export const login = async (
	{ db, tokens }: Deps,
	{ username, password }: HandlerInput<typeof auth.login>['body'],
): Promise<Sent<typeof auth.login>> => {
	const key = identityKey(username)
	const address = emailKey(username)
	// One person's username may read like another's address: the address goes first, so that nobody can lock its owner out.
	const [user] = await db
		.select()
		.from(users)
		.where(
			and(or(eq(users.usernameKey, key), eq(users.emailKey, address)), isNull(users.deletedAt)),
		)
		.orderBy(desc(eq(users.emailKey, address)))
		.limit(1)
	const match = await matchPassword(user?.passwordHash ?? null, password)
	if (user === undefined || match === null) throw unauthorized('Bad credentials')
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

const findUser = prepared((db) =>
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

/**
 * The user whom a token names, as the database has them now, so that a change of roles or a deletion acts on the next call.
 * Null where the token is not ours, has ended or is of an earlier generation; "gone" where it is good and its user is not
 * there any more.
 */
export const authenticate = async (
	{ db, tokens }: Pick<Deps, 'db' | 'tokens'>,
	token: string,
): Promise<Actor | 'gone' | null> => {
	const claims = await tokens.verify(token)
	if (claims === null) return null
	const [user] = await findUser(db).execute({ id: claims.userId })
	if (user === undefined) return 'gone'
	const { version, deletedAt, ...actor } = user
	// Not "gone": what a device keeps of them is still good when the deletion is taken back.
	return version === claims.version && deletedAt === null ? actor : null
}

const ALGORITHM = 'HS256'
const ISSUER = 'evenhand'
const AUDIENCE = 'evenhand-api'
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/** Whom a token names, and which generation of that user's tokens it belongs to. */
interface TokenClaims {
	readonly userId: string
	readonly version: number
}

export interface Tokens {
	readonly sign: (claims: TokenClaims) => Promise<string>
	/** The claims of a token that is ours, whole and in its time; null for every other. */
	readonly verify: (token: string) => Promise<TokenClaims | null>
}

/**
 * Makes and checks the tokens that sign a user in, valid for 30 days.
 * @param secret at least 32 characters; who has it can sign as anybody.
 * @param clock the server's time.
 */
export const createTokens = (secret: string, clock: () => Date): Tokens => {
	// Once, and not with every call: that takes as long as the check itself.
	const key = crypto.subtle.importKey(
		'raw',
		new TextEncoder().encode(secret),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['sign', 'verify'],
	)
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
			try {
				const { payload } = await jwtVerify(token, await key, {
					algorithms: [ALGORITHM],
					issuer: ISSUER,
					audience: AUDIENCE,
					requiredClaims: ['sub', 'exp', 'ver'],
					currentDate: clock(),
				})
				const { sub, ver } = payload
				if (sub === undefined || !isRowId(sub) || typeof ver !== 'number') return null
				return { userId: sub, version: ver }
			} catch (error) {
				if (error instanceof errors.JOSEError) return null
				throw error
			}
		},
	}
}
