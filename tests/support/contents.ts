import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'
import { rowsOf } from '#server/db/sql.ts'

/** Counters that a failed call may increment. */
const UNTOLD = new Set(['rate_limits', 'catalogue_changes'])

const TABLES = Object.values(schema)
	.filter((value) => is(value, PgTable))
	.map(getTableName)
	.filter((name) => !UNTOLD.has(name))

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

/** All rows in one prepared statement, because the crash point tests read them thousands of times. */
const EVERY_ROW = {
	name: 'every_row',
	text: TABLES.map(
		(name) => `select '${name}' as name, to_jsonb(t)::text as row from ${name} t`,
	).join(' union all '),
}

let reader: Promise<pg.Client> | undefined

/** A connection of its own, which no test cuts: PostgreSQL would read its catalogue again after each cut. */
const openReader = async (db: Db): Promise<pg.Client> => {
	const [found] = await rowsOf<{ name: string }>(db, sql`select current_database() as name`)
	const url = new URL(inject('postgresUrl') ?? '')
	url.pathname = `/${found?.name}`
	const client = new pg.Client({ connectionString: url.href })
	await client.connect()
	return client
}

/** Reads all tables directly. */
export const contentsOf = async (db: Db): Promise<Contents> => {
	reader ??= openReader(db)
	const { rows } = await (await reader).query<{ name: string; row: string }>(EVERY_ROW)
	const contents = new Map<string, number>()
	for (const { name, row } of rows) {
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
