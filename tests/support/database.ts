import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { inject } from 'vitest'
import { type Db, type OpenDb, openDb, openOn } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'

import { makeDatabase } from './postgres.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** Of a PostgreSQL on which databases can be made; undefined where the run is on the embedded one. */
		postgresUrl: string | undefined
		/** Where a fresh embedded database lies once a file of the run has made one. */
		embeddedCopy: string
	}
}

const TABLES = Object.values(schema).filter((value) => is(value, PgTable))

const migrated = async (opened: OpenDb): Promise<OpenDb> => {
	await opened.prepare(async () => undefined)
	return opened
}

/** Keeps a fresh database for the run. Two may do so at once: each writes its own and puts it there whole. */
const keepCopy = async (path: string): Promise<void> => {
	const client = await PGlite.create()
	const { close } = await migrated({ ...openOn(client), close: () => client.close() })
	const dump = await client.dumpDataDir('none')
	await close()
	const own = `${path}.${randomUUID()}`
	await writeFile(own, dump.stream())
	await rename(own, path)
}

/** A fresh embedded database. Making a cluster takes four times as long as reading one that was made: whoever is first does. */
const freshCopy = async (): Promise<Blob> => {
	const path = inject('embeddedCopy')
	if (!existsSync(path)) await keepCopy(path)
	return new Blob([await readFile(path)])
}

const openPglite = async (): Promise<OpenDb> => {
	const client = await PGlite.create({ loadDataDir: await freshCopy() })
	return { ...openOn(client), close: () => client.close() }
}

const openOnServer = async (serverUrl: string): Promise<OpenDb> =>
	migrated(
		await openDb({ kind: 'postgres', url: await makeDatabase(serverUrl) }, (error) => {
			throw error
		}),
	)

/**
 * An empty, migrated database of its own: embedded and in memory, or on the PostgreSQL of the run, as the vitest project
 * says. It takes seconds: one a worker, and {@link empty} between tests.
 */
export const openTestDb = async (): Promise<OpenDb> => {
	const url = inject('postgresUrl')
	return url === undefined ? openPglite() : openOnServer(url)
}

/** The variable that names a new, empty database on the PostgreSQL of the run; none where the run is on the embedded one. */
export const newDatabase = async (): Promise<{ DATABASE_URL?: string }> => {
	const server = inject('postgresUrl')
	return server === undefined ? {} : { DATABASE_URL: await makeDatabase(server) }
}

let cluster: Promise<string> | undefined

const makeCluster = async (): Promise<string> => {
	const folder = `${inject('embeddedCopy')}.${randomUUID()}`
	const client = await PGlite.create(folder, { loadDataDir: await freshCopy() })
	await client.close()
	return folder
}

/**
 * Puts an empty, migrated database into a server's data folder, where the run is on the embedded one: a start that makes
 * its own takes seconds more.
 */
export const putCluster = async (dataDir: string): Promise<void> => {
	if (inject('postgresUrl') !== undefined) return
	cluster ??= makeCluster()
	// `cp` takes four times as long for these thousand files.
	cpSync(await cluster, join(dataDir, 'db'), { recursive: true })
}

/** Emptying a file of the database costs ten times as much as deleting a few rows; past this size it is what pays. */
const GROWN_BYTES = 500_000

const emptyTable = (table: PgTable): string => {
	const name = getTableName(table)
	return `if exists (select from ${name}) then delete from ${name}; end if;
	if pg_relation_size('${name}') > ${GROWN_BYTES} then truncate ${name} cascade; end if;`
}

/** Beside the tables and not among them: what the tests do to them between each other. */
const SCHEMA = 'of_tests'

/**
 * Whatever refers to a row goes with it or lets it go, so that the tables may come in any order. A function and no list
 * of statements: what it does is planned once, which is most of the time that it takes.
 */
const EMPTYING = [
	`create schema ${SCHEMA}`,
	`create function ${SCHEMA}.empty() returns void language plpgsql as $$ begin
	${TABLES.map(emptyTable).join('\n\t')}
	perform setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
	from pg_sequences where schemaname = 'public' and last_value is not null;
end $$`,
]

const inOrder = async (db: Db, statements: readonly string[]): Promise<void> => {
	for (const statement of statements) await db.execute(sql.raw(statement))
}

/** Has a fresh database know how it is emptied; once for each. */
export const prepareEmptying = (db: Db): Promise<void> => inOrder(db, EMPTYING)

/** Empties every table, and numbers its rows from 1 again. */
export const empty = (db: Db): Promise<void> => inOrder(db, [`select ${SCHEMA}.empty()`])

/** The tables, those first to which others refer. */
const sorted = (): PgTable[] => {
	const tables = new Set<PgTable>()
	const add = (table: PgTable): void => {
		for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable)
		tables.add(table)
	}
	TABLES.forEach(add)
	return [...tables]
}

/** Has a table filled with its kept rows; one that numbers its rows does so again, in the same order. */
const refill = (table: PgTable): string => {
	const { columns } = getTableConfig(table)
	const own = columns.filter((column) => !column.generated && !column.generatedIdentity)
	const names = own.map(({ name }) => `"${name}"`).join(', ')
	const by = columns.find((column) => column.generatedIdentity)?.name
	const order = by === undefined ? '' : ` order by "${by}"`
	const name = getTableName(table)
	return `insert into ${name} (${names}) select ${names} from ${SCHEMA}.${name}${order};`
}

/** Keeps every row there is, in the database itself: that is where they are the quickest to be had again. */
export const keepRows = (db: Db): Promise<void> => {
	const tables = sorted()
	return inOrder(db, [
		...tables.map(getTableName).map((name) => `create table ${SCHEMA}.${name} as table ${name}`),
		`create function ${SCHEMA}.refill() returns void language plpgsql as $$ begin
			${tables.map(refill).join('\n\t\t\t')}
		end $$`,
	])
}

/** Puts the kept rows into the empty tables that they were read from. */
export const putRows = (db: Db): Promise<void> => inOrder(db, [`select ${SCHEMA}.refill()`])
