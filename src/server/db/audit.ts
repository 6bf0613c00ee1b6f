import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { inFlight, serviceError } from '../http/errors.ts'
import type { Db } from './open.ts'
import { audit, catalogueChanges, type Snapshot } from './schema.ts'
import { rowsOf } from './sql.ts'

export const lockName = (owner: string, key: string): string => JSON.stringify([owner, key])

/** 409 with `Retry-After`: another call with the same idempotency key is in progress. */
export const beingWorkedOn = () => inFlight('request-in-progress')

/** 422: the idempotency key was used for a different request. */
export const keyReused = () => serviceError('unprocessable', 'key-reused')

/** Hashes a parsed request to detect reuse of its key. Stored, so every version must compute the same hash. */
export const fingerprint = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/** Locks an idempotency key until the transaction ends. @throws 409 with `Retry-After` if another call holds it. */
export const lockKey = async (tx: Db, owner: string, key: string): Promise<void> => {
	const name = lockName(owner, key)
	const [row] = await tx
		.select({ locked: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
		.from(sql`(values (1)) as one`)
	if (row?.locked) return
	throw beingWorkedOn()
}

export interface AuditEntry {
	/** Null if the server acted. */
	readonly actorId: string | null
	/** Noun and past participle: "user.registered". */
	readonly action: string
	readonly target: string
	readonly name?: string
	/** Fields by their API names, null before creation or after deletion. Never contains secrets. */
	readonly before?: Snapshot | null
	readonly after?: Snapshot | null
	readonly detail?: Readonly<Record<string, unknown>>
	readonly at: Date
	readonly once?: {
		readonly key: string
		readonly fingerprint: string
		readonly reply: unknown
	}
}

/** Rows per statement. Larger statements would block the embedded database for too long. */
const BATCH = 250

/** Marks entries without an actor: the server acted, or the actor was erased. */
export const BY_SERVER = { by: 'server' } as const
export const BY_ERASED = { by: 'erased' } as const

type Plain = Omit<AuditEntry, 'once'>

const rowOf = (entry: Plain): Plain =>
	entry.actorId === null ? { ...entry, detail: { ...BY_SERVER, ...entry.detail } } : entry

/** Removes an erased user from the log. In batches, because an import adds an entry per record. */
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

/** Adds an audit entry. Pass the transaction of the change, so that both commit together. */
export const writeAudit = async (tx: Db, { once, ...entry }: AuditEntry): Promise<void> => {
	await tx.insert(audit).values({ ...rowOf(entry), ...once })
}

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

/**
 * Returns the catalogue's change count across all processes: equal counts mean equal content. Sums rows, because a
 * single counter would make writers wait for each other.
 */
export const countCatalogueChanges = async (db: Db): Promise<string> => {
	const [row] = await db
		.select({ count: sql<string>`coalesce(sum(${catalogueChanges.changes}), 0)::text` })
		.from(catalogueChanges)
	return row?.count ?? ''
}

/** Merges all rows in one statement, so the sum stays constant for readers. */
export const compactCatalogueChanges = (db: Db): Promise<unknown> =>
	rowsOf(
		db,
		sql`with gone as (delete from ${catalogueChanges} returning changes)
			insert into ${catalogueChanges} select sum(changes) from gone having count(*) > 0`,
	)
