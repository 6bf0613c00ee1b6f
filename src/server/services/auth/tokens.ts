import { errors, jwtVerify, SignJWT } from 'jose'
import { isRowId } from '../../db/ids.ts'

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
