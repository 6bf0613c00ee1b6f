import { setImmediate as breathe } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
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

/** What a line without an actor keeps beside its own details: whether the server itself acted, or somebody who is erased. */
export const BY_SERVER = { by: 'server' } as const
export const BY_ERASED = { by: 'erased' } as const

type Plain = Omit<AuditEntry, 'once'>

/** The row of an entry. That no actor is named says that the server acted, unless the entry says otherwise. */
const rowOf = (entry: Plain): Plain =>
	entry.actorId === null ? { ...entry, detail: { ...BY_SERVER, ...entry.detail } } : entry

/**
 * Takes the name of somebody who is erased from what they did to others, which stays. An import alone leaves a line for
 * each of its records: some hundreds go into a statement, for one over all of them could take longer than one may.
 */
export const forgetActor = async (tx: Db, userId: string): Promise<void> => {
	const theirs = tx
		.select({ id: audit.id })
		.from(audit)
		.where(eq(audit.actorId, userId))
		.limit(BATCH)
	for (let changed = BATCH; changed === BATCH; ) {
		const rows = await tx
			.update(audit)
			.set({ actorId: null, detail: sql`${audit.detail} || ${JSON.stringify(BY_ERASED)}::jsonb` })
			.where(inArray(audit.id, theirs))
			.returning({ id: audit.id })
		changed = rows.length
		await breathe()
	}
}

/** Notes who changed what. Takes the transaction of the change, so that neither is ever without the other. */
export const writeAudit = async (tx: Db, { once, ...entry }: AuditEntry): Promise<void> => {
	await tx.insert(audit).values({ ...rowOf(entry), ...once })
}

/** Notes many changes at once, in their order. @param rest is awaited between two statements. */
export const writeAudits = async (
	tx: Db,
	entries: readonly Plain[],
	rest?: () => Promise<void>,
): Promise<void> => {
	for (let at = 0; at < entries.length; at += BATCH) {
		await tx.insert(audit).values(entries.slice(at, at + BATCH).map(rowOf))
		await rest?.()
	}
}
