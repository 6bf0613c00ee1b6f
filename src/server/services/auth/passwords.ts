import { hash, verify } from '@node-rs/argon2'
import { preparePassword } from '#domain/text-rules.ts'

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
export const matchPassword = async (
	stored: string | null,
	password: string,
): Promise<PasswordMatch> => {
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
