import { hash, verify } from '@node-rs/argon2'

/** argon2id, which is the library's default, with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The hash to store of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Of a password that nobody has: checked where there is no account, so that both cases take the same work. */
const decoy = hashPassword(crypto.randomUUID())

/** Whether the password is the one of the hash; without a hash the same work, and no. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
	const matches = await verify(stored ?? (await decoy), password)
	return stored !== null && matches
}
