import type { Role } from '#domain/types.ts'
import type { Db } from './db/types.ts'
import type { Extractor } from './extraction/extractor.ts'
import type { Log } from './log.ts'
import type { Tokens } from './services/auth/tokens.ts'
import type { ResetLinks } from './services/password-resets/links.ts'

/** What the API acts on; tests bring their own. */
export interface Deps {
	readonly db: Db
	readonly clock: () => Date
	readonly tokens: Tokens
	readonly log: Log
	/** The links to set a new password. */
	readonly links: ResetLinks
	/** Reads sources and proposes policies. */
	readonly extractor: Extractor
	/** Whether `X-Forwarded-For` is written by a proxy of ours; without one anybody can write anything there. */
	readonly trustProxy?: boolean
}

/** The signed-in user who calls, as the database has them now. */
export interface Actor {
	readonly id: string
	readonly username: string
	readonly email: string
	readonly roles: readonly Role[]
}
