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
		/** Server on which databases can be created. Undefined for embedded runs. */
		postgresUrl: string | undefined
		/** Path of the cached fresh database, created by the first test file. */
		embeddedCopy: string
	}
}

const TABLES = Object.values(schema).filter((value) => is(value, PgTable))

const migrated = async (opened: OpenDb): Promise<OpenDb> => {
	await opened.prepare(async () => undefined)
	return opened
}

/** Caches a fresh database for the run. Safe to run concurrently, because the file is renamed into place. */
const keepCopy = async (path: string): Promise<void> => {
	const client = await PGlite.create()
	const { close } = await migrated({ ...openOn(client), close: () => client.close() })
	const dump = await client.dumpDataDir('none')
	await close()
	const own = `${path}.${randomUUID()}`
	await writeFile(own, dump.stream())
	await rename(own, path)
}

/** A fresh embedded database. Loading the cached copy is four times as fast as creating a cluster. */
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
 * Opens an empty, migrated database, embedded or on PostgreSQL depending on the vitest project. Takes seconds, so open
 * one per worker and {@link empty} it between tests.
 */
export const openTestDb = async (): Promise<OpenDb> => {
	const url = inject('postgresUrl')
	return url === undefined ? openPglite() : openOnServer(url)
}

/** DATABASE_URL of a new, empty database, or nothing for embedded runs. */
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

/** Puts a migrated database into a data folder in embedded runs, which saves seconds at server start. */
export const putCluster = async (dataDir: string): Promise<void> => {
	if (inject('postgresUrl') !== undefined) return
	cluster ??= makeCluster()
	// `cp` takes four times as long for these thousand files.
	cpSync(await cluster, join(dataDir, 'db'), { recursive: true })
}

/** TRUNCATE costs ten times as much as deleting a few rows. It pays off above this size. */
const GROWN_BYTES = 500_000

const emptyTable = (table: PgTable): string => {
	const name = getTableName(table)
	return `if exists (select from ${name}) then delete from ${name}; end if;
	if pg_relation_size('${name}') > ${GROWN_BYTES} then truncate ${name} cascade; end if;`
}

/** Separate schema for the tests' own tables and functions. */
const SCHEMA = 'of_tests'

/**
 * Deletes all rows in any order, because every foreign key cascades or sets null. A function, because planning would
 * otherwise take most of the time.
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

/** Installs the function of {@link empty}. Call it once per database. */
export const prepareEmptying = (db: Db): Promise<void> => inOrder(db, EMPTYING)

/** Empties all tables and resets their sequences. */
export const empty = (db: Db): Promise<void> => inOrder(db, [`select ${SCHEMA}.empty()`])

/** Tables in dependency order. */
const sorted = (): PgTable[] => {
	const tables = new Set<PgTable>()
	const add = (table: PgTable): void => {
		for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable)
		tables.add(table)
	}
	TABLES.forEach(add)
	return [...tables]
}

/** SQL that restores a table's saved rows and renumbers identity columns in order. */
const refill = (table: PgTable): string => {
	const { columns } = getTableConfig(table)
	const own = columns.filter((column) => !column.generated && !column.generatedIdentity)
	const names = own.map(({ name }) => `"${name}"`).join(', ')
	const by = columns.find((column) => column.generatedIdentity)?.name
	const order = by === undefined ? '' : ` order by "${by}"`
	const name = getTableName(table)
	return `insert into ${name} (${names}) select ${names} from ${SCHEMA}.${name}${order};`
}

/** Saves all rows in the database itself, from which they can be restored fastest. */
export const keepRows = (db: Db): Promise<void> => {
	const tables = sorted()
	return inOrder(db, [
		...tables.map(getTableName).map((name) => `create table ${SCHEMA}.${name} as table ${name}`),
		`create function ${SCHEMA}.refill() returns void language plpgsql as $$ begin
			${tables.map(refill).join('\n\t\t\t')}
		end $$`,
	])
}

/** Restores the saved rows into empty tables. */
export const putRows = (db: Db): Promise<void> => inOrder(db, [`select ${SCHEMA}.refill()`])
