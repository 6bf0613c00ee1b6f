import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { RESTORE_DAYS } from '#domain/limits.ts'
import type { Actor } from '../../context.ts'
import { fingerprint, keyReused, lockKey, writeAudit } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { audit, type Snapshot } from '../../db/schema.ts'
import { notFound, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'

/** What a change by an administrator needs of its call. */
export type AdminContext = Pick<CallContext<Actor>, 'db' | 'user' | 'now' | 'key' | 'ifMatch'>

/** One call of a verb: what tells it from another under the same key. */
interface Operation {
	/** The noun and what happens to it: "election.updated". */
	readonly action: string
	/** The id that the call names; null where it makes the record. */
	readonly target: string | null
	/** Parsed, so that the order of its fields is the schema's. */
	readonly body?: unknown
}

/** What a change came to: a line of the history, and what the caller is told. */
interface Changed<Told> {
	/** The id of the record. */
	readonly target: string
	readonly name: string
	/** Its fields as the API names them; null where it was not there. Never a secret. */
	readonly before: Snapshot | null
	readonly after: Snapshot | null
	/** What else the change did. */
	readonly detail?: Snapshot
	readonly told: Told
}

/** What is told of a change that was made already: there is nothing to write into the history. */
interface Unchanged<Told> {
	readonly target: null
	readonly told: Told
}

/** What the call that used the key first was told; undefined where the key is new. */
const replay = async (
	tx: Db,
	actorId: string,
	key: string,
	digest: string,
): Promise<{ readonly told: unknown } | undefined> => {
	const [found] = await tx
		.select({ fingerprint: audit.fingerprint, told: audit.reply })
		.from(audit)
		.where(and(eq(audit.actorId, actorId), eq(audit.key, key)))
	if (found !== undefined && found.fingerprint !== digest) throw keyReused()
	return found
}

/**
 * Runs a change in one transaction, once for its idempotency key, and writes it into the history. The key is kept there
 * with what the caller was told: a repeated call is told the same and changes nothing. A change that is refused writes
 * nothing, so its key stays free; so does one that finds everything as it is to be.
 * @param effect makes the change, in the transaction that it is given.
 */
export const changeOnce = <Told>(
	{ db, user, now, key }: AdminContext,
	{ action, target, body }: Operation,
	effect: (tx: Db) => Promise<Changed<Told> | Unchanged<Told>>,
): Promise<Told> =>
	db.transaction(async (tx) => {
		const digest = fingerprint([action, target, body ?? null])
		if (key !== null) {
			await lockKey(tx, user.id, key)
			const before = await replay(tx, user.id, key, digest)
			// The fingerprint says that it was this verb's.
			if (before !== undefined) return before.told as Told
		}
		const { told, ...change } = await effect(tx)
		if (change.target === null) return told
		await writeAudit(tx, {
			...change,
			action,
			actorId: user.id,
			at: now,
			...(key !== null && { once: { key, fingerprint: digest, reply: told } }),
		})
		return told
	})

/** The `etag` of a version. */
export const etagOf = (revised: number): string => `"${revised}"`

/** Refuses, with 412, a change that is meant for another version than the one there is. */
export const guardVersion = ({ ifMatch }: Pick<AdminContext, 'ifMatch'>, revised: number): void => {
	if (ifMatch === null || ifMatch === 'any' || ifMatch.includes(etagOf(revised))) return
	throw serviceError('precondition-failed', 'Somebody else changed this in the meantime.')
}

const DAY_MS = 86_400_000

/** Until when what is deleted at a moment can be restored. */
export const restorableUntil = (deletedAt: Date): Date =>
	new Date(deletedAt.getTime() + RESTORE_DAYS * DAY_MS)

/** What was deleted at this moment or earlier cannot be restored any more. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * DAY_MS)

/** What a caller is told who deleted something. */
export interface Deleted {
	readonly id: string
	/** ISO 8601. */
	readonly restorableUntil: string
}

/** What is told of a record that was deleted now. */
export const toldDeleted = (id: string, now: Date): Deleted => ({
	id,
	restorableUntil: restorableUntil(now).toISOString(),
})

interface Deletable {
	readonly revised: PgColumn
	readonly deletedAt: PgColumn
}

/** The columns that every change of a record sets: the next version. */
export const nextVersion = ({
	revised,
}: Pick<Deletable, 'revised'>): { readonly revised: SQL } => ({
	revised: sql`${revised} + 1`,
})

/** The row that a change found. @throws 404 where there is none, or it is deleted. */
export const found = <Row extends { readonly deletedAt: Date | null }>(
	row: Row | undefined,
): Row => {
	if (row === undefined || row.deletedAt !== null) throw notFound()
	return row
}

/**
 * The deleted row that a restoration found.
 * @throws 404 where there is none, or its time is over; 409 where it is not deleted.
 */
export const foundDeleted = <Row extends { readonly deletedAt: Date | null }>(
	row: Row | undefined,
	now: Date,
): Row & { readonly deletedAt: Date } => {
	if (row === undefined) throw notFound()
	const { deletedAt } = row
	if (deletedAt === null) throw serviceError('conflict', 'This is not deleted.')
	if (deletedAt <= restorableSince(now)) throw notFound()
	return { ...row, deletedAt }
}

/** The rows of a table that are not deleted. */
export const notDeleted = ({ deletedAt }: Pick<Deletable, 'deletedAt'>): SQL => isNull(deletedAt)
