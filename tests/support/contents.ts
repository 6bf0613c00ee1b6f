import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'
import { rowsOf } from '#server/db/sql.ts'

/** Counts of calls and of changes, which a call that fails may well leave behind. */
const UNTOLD = new Set(['rate_limits', 'catalogue_changes'])

const TABLES = Object.values(schema)
	.filter((value) => is(value, PgTable))
	.map(getTableName)
	.filter((name) => !UNTOLD.has(name))

/** What chance or a counter makes: two calls of the same kind differ by it alone. */
const RANDOM = new Set([
	...['id', 'seed', 'salt', 'fingerprint', 'search', 'password_hash', 'policies'],
	...['token_hash', 'sealed_token', 'hash', 'bytes'],
])
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** What a picture is called by: it is drawn anew for each upload. */
const PICTURE = /[\da-f]{64}|[\da-f]{8}(?=\.webp)/g
/** The names that the tests number. */
const NUMBERED = /(voter|fresh)\d+/g

const plain = (row: unknown): string =>
	JSON.stringify(row, (name, value) => (RANDOM.has(name) ? undefined : value))
		.replace(UUID, 'id')
		.replace(PICTURE, 'picture')
		.replace(NUMBERED, '$1')

/** Every row of the database, as often as it is there, without what chance made of it. */
type Contents = ReadonlyMap<string, number>

/** Reads every table, past the server. */
export const contentsOf = async (db: Db): Promise<Contents> => {
	const contents = new Map<string, number>()
	for (const table of TABLES) {
		const rows = await rowsOf<{ row: unknown }>(
			db,
			sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
		)
		for (const { row } of rows) {
			const line = `${table} ${plain(row)}`
			contents.set(line, (contents.get(line) ?? 0) + 1)
		}
	}
	return contents
}

/** By how many of each row one content has more than another, or fewer. */
export const differenceOf = (before: Contents, after: Contents): Record<string, number> => {
	const lines = [...new Set([...before.keys(), ...after.keys()])].toSorted()
	return Object.fromEntries(
		lines.flatMap((line) => {
			const more = (after.get(line) ?? 0) - (before.get(line) ?? 0)
			return more === 0 ? [] : [[line, more]]
		}),
	)
}
