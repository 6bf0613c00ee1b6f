import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { inFlight, serviceError } from '../http/errors.ts'
import type { Db } from './open.ts'
import { audit, catalogueChanges, type Snapshot } from './schema.ts'
import { rowsOf } from './sql.ts'

/** What the lock of a key is called. */
export const lockName = (owner: string, key: string): string => JSON.stringify([owner, key])

/** What another call with a key is told while the first is in flight: 409 with `Retry-After`. */
export const beingWorkedOn = () =>
	inFlight('The same request is being worked on. Please try again in a moment.')

/** What another request under a key that was used is told. */
export const keyReused = () =>
	serviceError('unprocessable', 'This idempotency key was used for another request.')

/**
 * Tells a request from another one under the same key; kept with its effect, so it must come out the same in every version.
 * @param request parsed, so that the order of its fields is the schema's.
 */
export const fingerprint = (request: unknown): string =>
	createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/**
 * Holds an idempotency key until the transaction ends.
 * @param owner whose key it is: keys of different owners never meet.
 * @throws 409 with `Retry-After` where another call with the key is in flight.
 */
export const lockKey = async (tx: Db, owner: string, key: string): Promise<void> => {
	const name = lockName(owner, key)
	const [row] = await tx
		.select({ held: sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` })
		.from(sql`(values (1)) as one`)
	if (row?.held) return
	throw beingWorkedOn()
}

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

/**
 * How often what voters are shown has changed, whichever process did it. Between two moments with the same number nothing
 * of it has: each change adds a row in its own transaction, so that of what is committed none is missing, in whatever
 * order it was. Rows and not one number that is counted up: nobody who writes waits for another.
 */
export const countCatalogueChanges = async (db: Db): Promise<string> => {
	const [row] = await db
		.select({ count: sql<string>`coalesce(sum(${catalogueChanges.changes}), 0)::text` })
		.from(catalogueChanges)
	return row?.count ?? ''
}

/** Makes one row of many, in one statement: the sum is the same before, meanwhile and after. */
export const compactCatalogueChanges = (db: Db): Promise<unknown> =>
	rowsOf(
		db,
		sql`with gone as (delete from ${catalogueChanges} returning changes)
			insert into ${catalogueChanges} select sum(changes) from gone having count(*) > 0`,
	)
