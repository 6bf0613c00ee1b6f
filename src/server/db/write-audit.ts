import { audit, type Snapshot } from './schema.ts'
import type { Db } from './types.ts'

/** A change, for the record of changes. */
export interface AuditEntry {
	/** Null where the server itself acted. */
	readonly actorId: string | null
	/** The noun and what happened to it: "user.registered". */
	readonly action: string
	/** The id or name of what it happened to. */
	readonly target: string
	/** What it is called, where it has a name of its own beside its id. */
	readonly name?: string
	/** Its fields before and after, as the API names them; null where it was not there. Never a secret. */
	readonly before?: Snapshot | null
	readonly after?: Snapshot | null
	readonly detail?: Readonly<Record<string, unknown>>
	readonly at: Date
	/** The idempotency key of the request, what tells it from another, and what it is told. */
	readonly once?: {
		readonly key: string
		readonly fingerprint: string
		readonly reply: unknown
	}
}

/** So many rows go into one statement: a database in this process lets nobody else have a turn meanwhile. */
const BATCH = 250

/** Notes who changed what. Takes the transaction of the change, so that neither is ever without the other. */
export const writeAudit = async (tx: Db, { once, ...entry }: AuditEntry): Promise<void> => {
	await tx.insert(audit).values({ ...entry, ...once })
}

/** Notes many changes at once, in their order. @param rest is awaited between two statements. */
export const writeAudits = async (
	tx: Db,
	entries: readonly Omit<AuditEntry, 'once'>[],
	rest?: () => Promise<void>,
): Promise<void> => {
	for (let at = 0; at < entries.length; at += BATCH) {
		await tx.insert(audit).values(entries.slice(at, at + BATCH))
		await rest?.()
	}
}
