import type { Role } from '#domain/types.ts'
import type { Db } from './db/open.ts'
import type { Extractor } from './extraction/extractor.ts'
import type { Attended } from './http/admission.ts'
import type { Log } from './log.ts'
import type { ResetLinks } from './services/auth/reset-links.ts'
import type { Tokens } from './services/auth/sign-in.ts'

export interface Deps {
	readonly db: Db
	/** Resolves if the database responds. Defaults to a query on `db`. */
	readonly answers?: () => Promise<unknown>
	readonly clock: () => Date
	readonly tokens: Tokens
	readonly log: Log
	readonly links: ResetLinks
	readonly extractor: Extractor
	/** Trust `X-Forwarded-For`. Clients can forge it unless a reverse proxy sets it. */
	readonly trustProxy?: boolean
	readonly mostAtOnce?: number
	readonly logRequests?: boolean
	readonly onAttended?: (call: Attended) => void
}

/** The authenticated user, as currently stored in the database. */
export interface Actor {
	readonly id: string
	readonly username: string
	readonly email: string
	readonly roles: readonly Role[]
}
