import type { Role } from '#domain/types.ts'
import type { Db } from './db/open.ts'
import type { Extractor } from './extraction/extractor.ts'
import type { Attended } from './http/admission.ts'
import type { Log } from './log.ts'
import type { ResetLinks } from './services/auth/reset-links.ts'
import type { Tokens } from './services/auth/sign-in.ts'

/** What the API acts on; tests bring their own. */
export interface Deps {
	readonly db: Db
	/** Resolves where the database answers; asked by way of `db` where it is left out. */
	readonly answers?: () => Promise<unknown>
	readonly clock: () => Date
	readonly tokens: Tokens
	readonly log: Log
	/** The links to set a new password. */
	readonly links: ResetLinks
	/** Reads sources and proposes policies. */
	readonly extractor: Extractor
	/** Whether `X-Forwarded-For` is written by a proxy of ours; without one anybody can write anything there. */
	readonly trustProxy?: boolean
	/** How many calls may be under way at once; as many as suit a PostgreSQL where it is left out. */
	readonly mostAtOnce?: number
	/** Whether every call is logged. */
	readonly logRequests?: boolean
	/** Hears of every call that was answered. */
	readonly onAttended?: (call: Attended) => void
}

/** The signed-in user who calls, as the database has them now. */
export interface Actor {
	readonly id: string
	readonly username: string
	readonly email: string
	readonly roles: readonly Role[]
}
