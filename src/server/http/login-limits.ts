import { accountKey, LOGIN, PER_HOUR } from './account-limits.ts'
import { createCounter, type RateLimit } from './rate-limit.ts'
import { isServiceError } from './service-error.ts'

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
