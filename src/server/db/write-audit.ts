import { audit } from './schema.ts'
import type { Db } from './types.ts'

interface Entry {
	/** Null where the server itself acted. */
	readonly actorId: string | null
	/** The noun and what happened to it: "user.registered". */
	readonly action: string
	/** The id or name of what it happened to. */
	readonly target: string
	readonly detail?: Readonly<Record<string, unknown>>
	readonly at: Date
}

/** Notes who changed what. Takes the transaction of the change, so that neither is ever without the other. */
export const writeAudit = async (tx: Db, entry: Entry): Promise<void> => {
	await tx.insert(audit).values(entry)
}
