import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#domain/days.ts'
import { RESTORE_DAYS } from '#domain/limits.ts'
import type { Actor } from '../../context.ts'
import { fingerprint, keyReused, lockKey, writeAudit } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { audit, type Snapshot } from '../../db/schema.ts'
import { notFound, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'

export type AdminContext = Pick<CallContext<Actor>, 'db' | 'user' | 'now' | 'key' | 'ifMatch'>

interface Operation {
	readonly action: string
	/** Id from the request; null on create. */
	readonly target: string | null
	/** Parsed, so that its fields are in the schema's order. */
	readonly body?: unknown
}

interface Changed<Told> {
	/** If only the effect decides it: created or updated. */
	readonly action?: string
	readonly target: string
	readonly name: string
	/** Fields by their API names, null before creation or after deletion. Never contains secrets. */
	readonly before: Snapshot | null
	readonly after: Snapshot | null
	readonly detail?: Snapshot
	readonly told: Told
}

interface Unchanged<Told> {
	readonly target: null
	readonly told: Told
}

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
 * Runs a change once per idempotency key, in one transaction with its history entry. Repeated calls get the stored
 * reply. Refused and empty changes do not use up the key.
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
			// Safe: equal fingerprints mean the same action.
			if (before !== undefined) return before.told as Told
		}
		const { told, ...change } = await effect(tx)
		if (change.target === null) return told
		await writeAudit(tx, {
			action,
			...change,
			actorId: user.id,
			at: now,
			...(key !== null && { once: { key, fingerprint: digest, reply: told } }),
		})
		return told
	})

export const etagOf = (revised: number): string => `"${revised}"`

/** @throws 412 if `If-Match` names another version. */
export const guardVersion = ({ ifMatch }: Pick<AdminContext, 'ifMatch'>, revised: number): void => {
	if (ifMatch === null || ifMatch === 'any' || ifMatch.includes(etagOf(revised))) return
	throw serviceError('precondition-failed', 'changed-meanwhile')
}

export const restorableUntil = (deletedAt: Date): Date =>
	new Date(deletedAt.getTime() + RESTORE_DAYS * DAY_MS)

/** Records deleted at or before this moment can no longer be restored. */
export const restorableSince = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * DAY_MS)

export interface Deleted {
	readonly id: string
	/** ISO 8601. */
	readonly restorableUntil: string
}

export const toldDeleted = (id: string, now: Date): Deleted => ({
	id,
	restorableUntil: restorableUntil(now).toISOString(),
})

interface Deletable {
	readonly revised: PgColumn
	readonly deletedAt: PgColumn
}

export const nextVersion = ({
	revised,
}: Pick<Deletable, 'revised'>): { readonly revised: SQL } => ({
	revised: sql`${revised} + 1`,
})

/** @throws 404 if the row does not exist or is deleted. */
export const found = <Row extends { readonly deletedAt: Date | null }>(
	row: Row | undefined,
): Row => {
	if (row === undefined || row.deletedAt !== null) throw notFound()
	return row
}

/** @throws 404 if missing or past its restore period; 409 if not deleted. */
export const foundDeleted = <Row extends { readonly deletedAt: Date | null }>(
	row: Row | undefined,
	now: Date,
): Row & { readonly deletedAt: Date } => {
	if (row === undefined) throw notFound()
	const { deletedAt } = row
	if (deletedAt === null) throw serviceError('conflict', 'not-deleted')
	if (deletedAt <= restorableSince(now)) throw notFound()
	return { ...row, deletedAt }
}

export const notDeleted = ({ deletedAt }: Pick<Deletable, 'deletedAt'>): SQL => isNull(deletedAt)
