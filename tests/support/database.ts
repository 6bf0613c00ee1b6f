import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { inject } from 'vitest'
import { openDb, openOn } from '#server/db/open.ts'
import * as schema from '#server/db/schema.ts'
import type { Db, OpenDb } from '#server/db/types.ts'

declare module 'vitest' {
	interface ProvidedContext {
		/** Of a PostgreSQL on which databases can be made; undefined where the run is on the embedded one. */
		postgresUrl: string | undefined
	}
}

const TABLES = Object.values(schema)
	.filter((value) => is(value, PgTable))
	.map((table) => `"${getTableName(table)}"`)
	.join(', ')

const openPglite = async (): Promise<OpenDb> => {
	const client = await PGlite.create()
	return { ...openOn(client), close: () => client.close() }
}

const openOnServer = async (serverUrl: string): Promise<OpenDb> => {
	const name = `evenhand_${randomUUID().replaceAll('-', '')}`
	const admin = new pg.Client({ connectionString: serverUrl })
	await admin.connect()
	await admin.query(`create database ${name}`)
	const url = new URL(serverUrl)
	url.pathname = `/${name}`
	let closing = false
	const opened = await openDb({ kind: 'postgres', url: url.href }, (error) => {
		// Dropping the database ends whatever connections are still on their way out.
		if (!closing) throw error
	})
	const close = async () => {
		closing = true
		await opened.close()
		await admin.query(`drop database ${name} with (force)`)
		await admin.end()
	}
	return { ...opened, close }
}

/**
 * An empty, migrated database of its own: embedded and in memory, or on the PostgreSQL of the run, as the vitest project
 * says. It takes seconds: one a file, and {@link truncate} between tests.
 */
export const openTestDb = async (): Promise<OpenDb> => {
	const url = inject('postgresUrl')
	const opened = url === undefined ? await openPglite() : await openOnServer(url)
	await opened.prepare(async () => undefined)
	return opened
}

/** Empties every table. */
export const truncate = async (db: Db): Promise<void> => {
	await db.execute(sql.raw(`truncate ${TABLES} restart identity cascade`))
}
