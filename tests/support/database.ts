import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { inject } from 'vitest'
import { openDb, openOn } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'
import type { Db, OpenDb } from '#server/db/types.ts'
import { makeDatabase } from './postgres.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** Of a PostgreSQL on which databases can be made; undefined where the run is on the embedded one. */
		postgresUrl: string | undefined
		/** Where a fresh embedded database lies once a file of the run has made one; undefined where none is kept. */
		embeddedCopy: string | undefined
	}
}

const TABLES = Object.values(schema)
	.filter((value) => is(value, PgTable))
	.map((table) => `"${getTableName(table)}"`)
	.join(', ')

const migrated = async (opened: OpenDb): Promise<OpenDb> => {
	await opened.prepare(async () => undefined)
	return opened
}

/** Keeps a fresh database for the files that come after. Two may do so at once: each writes its own and puts it there whole. */
const keepCopy = async (client: PGlite, path: string): Promise<void> => {
	const dump = await client.dumpDataDir('none')
	const own = `${path}.${randomUUID()}`
	await writeFile(own, dump.stream())
	await rename(own, path)
}

const openPglite = async (): Promise<OpenDb> => {
	const copy = inject('embeddedCopy')
	const known = copy !== undefined && existsSync(copy)
	// Making a cluster takes four times as long as reading one that was made.
	const client = await PGlite.create(known ? { loadDataDir: new Blob([await readFile(copy)]) } : {})
	const opened = await migrated({ ...openOn(client), close: () => client.close() })
	if (copy !== undefined && !known) await keepCopy(client, copy)
	return opened
}

const openOnServer = async (serverUrl: string): Promise<OpenDb> =>
	migrated(
		await openDb({ kind: 'postgres', url: await makeDatabase(serverUrl) }, (error) => {
			throw error
		}),
	)

/**
 * An empty, migrated database of its own: embedded and in memory, or on the PostgreSQL of the run, as the vitest project
 * says. It takes seconds: one a worker, and {@link truncate} between tests.
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

/** Empties every table. */
export const truncate = async (db: Db): Promise<void> => {
	await db.execute(sql.raw(`truncate ${TABLES} restart identity cascade`))
}
