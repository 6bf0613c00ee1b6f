import { randomUUID } from 'node:crypto'
import type { PgColumn } from 'drizzle-orm/pg-core'

interface Kept {
	readonly createdAt: PgColumn
	readonly revised: PgColumn
	readonly deletedAt: PgColumn
	readonly deletedWith: PgColumn
}

/** Columns that the server maintains in every catalogue table, apart from the id. */
export const keptColumns = <Table extends Kept>({
	createdAt,
	revised,
	deletedAt,
	deletedWith,
}: Table): Pick<Table, keyof Kept> => ({ createdAt, revised, deletedAt, deletedWith })

export const newRow = (now: Date) => ({
	...{ id: randomUUID(), createdAt: now, revised: 1 },
	...{ deletedAt: null, deletedWith: null },
})

/** Picks the values of listed columns from a row or a request body, in the order of the list. */
export const valuesOf = <
	Columns extends object,
	Row extends { readonly [Key in keyof Columns]: unknown },
>(
	columns: Columns,
	row: Row,
): Pick<Row, keyof Columns> =>
	Object.fromEntries(
		Object.keys(columns).map((key) => [key, row[key as keyof Columns]]),
	) as unknown as Pick<Row, keyof Columns>
