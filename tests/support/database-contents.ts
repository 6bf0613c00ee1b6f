import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'
import { rowsOf } from '#server/db/sql.ts'

/** Counters that a failed call may increment. */
const COUNTERS = new Set(['rate_limits', 'catalogue_changes'])

const TABLES = Object.values(schema)
	.filter((value) => is(value, PgTable))
	.map(getTableName)
	.filter((name) => !COUNTERS.has(name))

/** Columns with random or sequential values, which differ between equal calls. */
const RANDOM = new Set([
	...['id', 'seed', 'salt', 'fingerprint', 'search', 'password_hash', 'policies'],
	...['token_hash', 'sealed_token', 'hash', 'bytes'],
])
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** Hashes of logos, which differ between uploads. */
const PICTURE = /[\da-f]{64}|[\da-f]{8}(?=\.webp)/g
const NUMBERED = /(voter|fresh)\d+/g

const withoutRandom = (row: string): string =>
	JSON.stringify(JSON.parse(row), (name, value) => (RANDOM.has(name) ? undefined : value))
		.replace(UUID, 'id')
		.replace(PICTURE, 'picture')
		.replace(NUMBERED, '$1')

/** Most rows stay the same between two reads. */
const cleaned = new Map<string, string>()

const plain = (row: string): string => {
	const known = cleaned.get(row) ?? withoutRandom(row)
	cleaned.set(row, known)
	return known
}

/** Number of rows by content, without random values. */
type Contents = ReadonlyMap<string, number>

/** Rows of all tables, in one statement, because the crash point tests read them thousands of times. */
const EVERY_ROW = sql.join(
	TABLES.map(
		(name) =>
			sql`select ${sql.raw(`'${name}'`)} as name, to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
	),
	sql` union all `,
)

/** Reads all tables directly. */
export const contentsOf = async (db: Db): Promise<Contents> => {
	const contents = new Map<string, number>()
	for (const { name, row } of await rowsOf<{ name: string; row: string }>(db, EVERY_ROW)) {
		const line = `${name} ${plain(row)}`
		contents.set(line, (contents.get(line) ?? 0) + 1)
	}
	return contents
}

/** Row count changes between two contents. */
export const differenceOf = (before: Contents, after: Contents): Record<string, number> => {
	const lines = [...new Set([...before.keys(), ...after.keys()])].toSorted()
	return Object.fromEntries(
		lines.flatMap((line) => {
			const more = (after.get(line) ?? 0) - (before.get(line) ?? 0)
			return more === 0 ? [] : [[line, more]]
		}),
	)
}
