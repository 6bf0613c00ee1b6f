import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { SEND_TIMEOUT_MS } from '#domain/limits.ts'
import { inDataDir } from '../data-dir.ts'
import { MIGRATIONS_URL, TEMPLATE_URL } from '../paths.ts'
import { dbFailure, isConnectionSpent } from './errors.ts'
import * as schema from './schema.ts'
import { createSnapshots, lockDataDir } from './snapshots.ts'
import { keepStatements, LOCKS } from './sql.ts'

/**
 * A database or an open transaction. Inside a transaction use only its `tx`: the embedded database has a single
 * connection, so a query on `db` would deadlock.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

export interface OpenDb {
	readonly db: Db
	/** Resolves if the database answers. On PostgreSQL a dedicated connection bypasses the pool's queue. */
	readonly answers: () => Promise<unknown>
	/** Runs migrations, then `firstRows`, under the start lock. Do not query before. */
	readonly prepare: (firstRows: (db: Db) => Promise<void>) => Promise<void>
	/** Null unless the database is embedded in a folder. */
	readonly snapshot: ((now: Date) => Promise<string | null>) | null
	readonly close: () => Promise<void>
}

/** SQLSTATEs of a lock timeout and a deadlock. */
const PASSING = ['55P03', '40P01']
/** Lock timeout of a schema change, in ms. Other queries on the table queue behind the change. */
const WAIT_MS = 800
/** In ms, so that queued queries can finish. */
const BETWEEN_MS = 2000
/** Ten minutes of tries. A table still locked after that will not unlock by itself. */
const TRIES = 200

/**
 * Migrates with a short lock timeout, and retries: PostgreSQL queues all later queries behind a waiting schema change,
 * which would stall the server during a backup. @param change makes all changes in one transaction.
 */
const migrateBeside = async (db: Db, change: () => Promise<void>): Promise<void> => {
	await db.execute(sql.raw(`set lock_timeout = ${WAIT_MS}`))
	for (let tries = 1; ; tries++) {
		try {
			await change()
			break
		} catch (error) {
			if (!PASSING.includes(dbFailure(error)?.code ?? '') || tries === TRIES) throw error
			await pause(BETWEEN_MS)
		}
	}
	await db.execute(sql`set lock_timeout = default`)
}

/** Yields to the event loop between queries. PGlite never waits for I/O, so a queue would block new requests. */
const oneByOne = (client: PGlite): PGlite => {
	let last: Promise<unknown> = Promise.resolve()

	const inLine = <Result>(work: () => Promise<Result>): Promise<Result> => {
		const done = last.then(work)
		last = done.catch(() => undefined).then(() => turn())
		return done
	}

	const query: PGlite['query'] = (...given) => inLine(() => client.query(...given))
	const transaction: PGlite['transaction'] = (work) => inLine(() => client.transaction(work))
	const own = { query, transaction }
	return new Proxy(client, {
		get: (_, name) => {
			if (name === 'query' || name === 'transaction') return own[name]
			const value: unknown = Reflect.get(client, name, client)
			// PGlite's private fields are not accessible through a proxy.
			return typeof value === 'function' ? value.bind(client) : value
		},
	})
}

interface Waits {
	readonly connectionMs: number
	/** Limit of a statement, and of idle time in a transaction. */
	readonly statementMs: number
}

/** A call waits for a free connection as long as its client waits for it. */
const WAITS: Waits = { connectionMs: SEND_TIMEOUT_MS, statementMs: 30_000 }
/** Time by which the server's statement timeout precedes ours, in ms. */
const GRACE_MS = 5000

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
			/** Database folder that the first start copies; null creates a new database. Defaults to the build's. */
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

/** Opens an embedded database on `client`. The caller closes the client. */
export const openOn = (client: PGlite): Omit<OpenDb, 'close'> => {
	const db = drizzlePglite(oneByOne(client), { schema })
	const prepare: OpenDb['prepare'] = (firstRows) =>
		underStartLock(db, async () => {
			await migratePglite(db, MIGRATIONS)
			await firstRows(db)
		})
	return { db, answers: async () => db.execute(sql`select 1`), prepare, snapshot: null }
}

/** Copies the template. The final rename prevents opening an incomplete copy. */
const copyTemplate = (template: string, folder: string): void => {
	if (existsSync(folder) || !existsSync(template)) return
	const draft = `${folder}.new`
	rmSync(draft, { recursive: true, force: true })
	// Synchronous: the async `cp` takes three times as long for thousands of files.
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

/** Replaces Drizzle's transaction, which leaks its connection if `begin` fails and so would drain the pool. */
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
			// Discard broken connections: one without an answer may still run its query.
			client.release(spent)
		}
	}
	const db = Object.assign(drizzlePg(pool, { schema }), { transaction })
	keepStatements(db, db)
	return db
}

/** Health check timeout, in ms, below the timeouts of load balancers. */
const HEALTH_MS = 5000

/** Opens a dedicated health connection, because calls may occupy the whole pool. */
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
		// Connection poolers reject these settings as startup parameters.
		onConnect: (client) =>
			client.query(
				`set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs}`,
			),
		// For connections that died silently; later than the server's timeout.
		query_timeout: statementMs + GRACE_MS,
	})
	// Without listeners, a broken connection would end the process.
	pool.on('error', onIdleError)
	pool.on('connect', (client) => client.on('error', () => undefined))
	const prepare: OpenDb['prepare'] = async (firstRows) => {
		// Not from the pool: waiting for another process's migration may exceed the statement timeout.
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

/** Opens the configured database. @param onIdleError called when an idle connection breaks. */
export const openDb = async (
	location: DbLocation,
	onIdleError: (error: Error) => void,
): Promise<OpenDb> =>
	location.kind === 'postgres' ? openPostgres(location, onIdleError) : openEmbedded(location)
