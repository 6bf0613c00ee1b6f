import { isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { RESTORE_DAYS } from '#domain/manage-limits.ts'
import { notFound, serviceError } from '../../http/service-error.ts'

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
