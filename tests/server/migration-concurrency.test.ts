import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenDb, openDb } from '#server/db/open.ts'
import { rowsOf } from '#server/db/sql.ts'
import { MIGRATIONS_URL } from '#server/paths.ts'
import { newDatabase } from '../support/database.ts'

interface Journal {
	readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

/** Adds a column to `test_sessions`, a table in constant use. */
const CHANGE = '0008_knowledge_test_at_size'

let url: string
let old: OpenDb
beforeEach(async () => {
	url = (await newDatabase()).DATABASE_URL ?? ''
	old = await openDb({ kind: 'postgres', url, connections: 2 }, () => undefined)
})
afterEach(() => old.close())

/** Migrates to the release before `CHANGE`. */
const migrateUpTo = async (): Promise<void> => {
	const journal = await readFile(new URL('meta/_journal.json', MIGRATIONS_URL), 'utf8')
	const { entries } = JSON.parse(journal) as Journal
	const done = entries.slice(
		0,
		entries.findIndex(({ tag }) => tag === CHANGE),
	)
	for (const { tag } of done) {
		const text = await readFile(new URL(`${tag}.sql`, MIGRATIONS_URL), 'utf8')
		for (const statement of text.split('--> statement-breakpoint')) {
			await old.db.execute(sql.raw(statement))
		}
	}
	await old.db.execute(sql`create schema drizzle`)
	await old.db.execute(sql`create table drizzle.__drizzle_migrations
		(id serial primary key, hash text not null, created_at bigint)`)
	await old.db.execute(
		sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${done.at(-1)?.when})`,
	)
}

/** Resolves once the new process waits for a table lock. */
const untilItWaits = async (): Promise<void> => {
	for (let look = 0; look < 1000; look++) {
		const rows = await rowsOf(
			old.db,
			sql`select 1 from pg_locks
			join pg_stat_activity using (pid)
			where not granted and locktype = 'relation' and datname = current_database()`,
		)
		if (rows.length > 0) return
		await new Promise((resolve) => setTimeout(resolve, 10))
	}
	throw new Error('the migration never waited')
}

const sessionsThere = () => old.db.execute(sql`select count(*) from test_sessions`)

it('a migration waits for a used table without blocking readers', async () => {
	await migrateUpTo()
	const backup = new pg.Client({ connectionString: url })
	await backup.connect()
	await backup.query('begin')
	await backup.query('select count(*) from test_sessions')
	const fresh = await openDb({ kind: 'postgres', url, connections: 1 }, () => undefined)
	let migrated = false
	const migrating = fresh
		.prepare(async () => undefined)
		.then(() => {
			migrated = true
		})
	await untilItWaits()
	// Queued behind the migration, which waits for the backup: answered only if the migration backs off.
	await sessionsThere()
	expect(migrated, 'the backup still has the table').toBe(false)
	await backup.query('commit')
	await backup.end()
	await migrating
	await sessionsThere()
	expect(await rowsOf(fresh.db, sql`select tallied from test_sessions`)).toEqual([])
	await fresh.close()
})
