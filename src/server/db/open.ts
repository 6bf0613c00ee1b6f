import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { inDataDir } from '../data-dir.ts'
import { MIGRATIONS_URL, TEMPLATE_URL } from '../paths.ts'
import { lockDataDir } from './data-lock.ts'
import { isConnectionSpent } from './errors.ts'
import { LOCKS } from './locks.ts'
import { migrateBeside } from './migrate-beside.ts'
import { oneByOne } from './one-by-one.ts'
import { keepStatements } from './prepared.ts'
import * as schema from './schema.ts'
import { createSnapshots } from './snapshots.ts'
import type { Db, OpenDb } from './types.ts'

/** For how long, in ms, a call waits for a PostgreSQL that has too much to do. */
interface Waits {
	/** For one of the connections, while others have them all. */
	readonly connectionMs: number
	/** For a statement, which is then ended; and a transaction in which nothing is asked has as long. */
	readonly statementMs: number
}

const WAITS: Waits = { connectionMs: 10_000, statementMs: 30_000 }
/** A statement's end comes from the server this much earlier than we give up waiting for its word, in ms. */
const GRACE_MS = 5000

/** Where the data are: a PostgreSQL server, or an embedded database in a folder or (null) in memory. */
export type DbLocation =
	| {
			readonly kind: 'postgres'
			readonly url: string
			readonly connections?: number
			readonly waits?: Partial<Waits>
	  }
	| {
			readonly kind: 'embedded'
			readonly dataDir: string | null
			/** Folder of the database that a first start copies; null makes a new one. By default the one of the build. */
			readonly template?: string | null
	  }

const MIGRATIONS = { migrationsFolder: fileURLToPath(MIGRATIONS_URL) }

const underStartLock = async (db: Db, work: () => Promise<void>): Promise<void> => {
	await db.execute(sql`select pg_advisory_lock(${LOCKS.start})`)
	try {
		await work()
	} finally {
		await db.execute(sql`select pg_advisory_unlock(${LOCKS.start})`)
	}
}

/** Opens an embedded database that runs in `client`, which stays the caller's. */
export const openOn = (client: PGlite): Omit<OpenDb, 'close'> => {
	const db = drizzlePglite(oneByOne(client), { schema })
	const prepare: OpenDb['prepare'] = (firstRows) =>
		underStartLock(db, async () => {
			await migratePglite(db, MIGRATIONS)
			await firstRows(db)
		})
	return { db, answers: async () => db.execute(sql`select 1`), prepare, snapshot: null }
}

/** Copies the template to `folder`, unless a database is there. The rename keeps an interrupted copy from being opened. */
const copyTemplate = (template: string, folder: string): void => {
	if (existsSync(folder) || !existsSync(template)) return
	const draft = `${folder}.new`
	rmSync(draft, { recursive: true, force: true })
	// `cp` takes three times as long for these thousand files.
	cpSync(template, draft, { recursive: true })
	renameSync(draft, folder)
}

const openEmbedded = async ({
	dataDir,
	template = fileURLToPath(TEMPLATE_URL),
}: DbLocation & { readonly kind: 'embedded' }): Promise<OpenDb> => {
	if (dataDir === null) {
		const client = await PGlite.create()
		return { ...openOn(client), close: () => client.close() }
	}
	return inDataDir(dataDir, async () => {
		const unlock = await lockDataDir(dataDir)
		try {
			const folder = join(dataDir, 'db')
			if (template !== null) copyTemplate(template, folder)
			const client = await PGlite.create(folder)
			const close = async () => {
				await client.close()
				unlock()
			}
			return { ...openOn(client), snapshot: createSnapshots(client, dataDir), close }
		} catch (error) {
			unlock()
			throw error
		}
	})
}

/**
 * A database on a pool of connections. Drizzle's own transaction does not give its connection back where it cannot begin,
 * as on one that broke unnoticed: after a few of these the pool would be empty for good.
 */
const onPool = (pool: pg.Pool): Db => {
	const byClient = new WeakMap<pg.PoolClient, Db>()
	const of = (client: pg.PoolClient): Db => {
		const known = byClient.get(client) ?? drizzlePg(client, { schema })
		byClient.set(client, known)
		return known
	}
	const transaction: Db['transaction'] = async (work, config) => {
		const client = await pool.connect()
		let spent = false
		try {
			const home = of(client)
			return await home.transaction((tx) => {
				keepStatements(tx, home)
				return work(tx)
			}, config)
		} catch (error) {
			spent = isConnectionSpent(error)
			throw error
		} finally {
			// One that no answer came on may still be at its query: nobody else shall have it.
			client.release(spent)
		}
	}
	const db = Object.assign(drizzlePg(pool, { schema }), { transaction })
	keepStatements(db, db)
	return db
}

/** How long whoever asks whether the database answers waits for it, in ms: balancers give up before long. */
const HEALTH_MS = 5000

/** The connection that is asked on whether the database answers: all others may be in use, by calls that wait for them. */
const openHealth = (url: string, onIdleError: (error: Error) => void): pg.Pool => {
	const pool = new pg.Pool({
		connectionString: url,
		max: 1,
		connectionTimeoutMillis: HEALTH_MS,
		query_timeout: HEALTH_MS,
		application_name: 'evenhand health',
	})
	pool.on('error', onIdleError)
	return pool
}

/** How many connections a process has, where it is not said. */
const CONNECTIONS = 10

const openPostgres = (
	{ url, connections = CONNECTIONS, waits }: DbLocation & { readonly kind: 'postgres' },
	onIdleError: (error: Error) => void,
): OpenDb => {
	const { connectionMs, statementMs } = { ...WAITS, ...waits }
	const pool = new pg.Pool({
		connectionString: url,
		max: connections,
		connectionTimeoutMillis: connectionMs,
		application_name: 'evenhand',
		keepAlive: true,
		// By statements: a pooler between us and the server refuses them among what a connection begins with.
		onConnect: (client) =>
			client.query(
				`set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`,
			),
		// Later than the server's own: for a connection on which no answer will ever come, and nobody says so.
		query_timeout: statementMs + GRACE_MS,
	})
	// Without a listener, a connection that breaks would end the process: while it is idle, and while it is in use, when
	// the statement under way or the next one fails by itself.
	pool.on('error', onIdleError)
	pool.on('connect', (client) => client.on('error', () => undefined))
	const prepare: OpenDb['prepare'] = async (firstRows) => {
		// A connection of its own: waiting for another process's migration may take longer than a statement may.
		const client = new pg.Client({ connectionString: url, application_name: 'evenhand start' })
		await client.connect()
		try {
			const db = drizzlePg(client, { schema })
			await underStartLock(db, async () => {
				await migrateBeside(db, () => migratePg(db, MIGRATIONS))
				await firstRows(db)
			})
		} finally {
			await client.end()
		}
	}
	const health = openHealth(url, onIdleError)
	const close = async () => {
		await Promise.all([pool.end(), health.end()])
	}
	const answers = () => health.query('select 1')
	return { db: onPool(pool), answers, prepare, snapshot: null, close }
}

/**
 * Opens the database that the configuration names. The choice is the configuration's, never a guess from the client's shape.
 * @param onIdleError hears of connections that broke while nobody used them.
 */
export const openDb = async (
	location: DbLocation,
	onIdleError: (error: Error) => void,
): Promise<OpenDb> =>
	location.kind === 'postgres' ? openPostgres(location, onIdleError) : openEmbedded(location)
