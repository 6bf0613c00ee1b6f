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
import { inDataDir } from '../data-dir.ts'
import { MIGRATIONS_URL, TEMPLATE_URL } from '../paths.ts'
import { dbFailure, isConnectionSpent } from './errors.ts'
import * as schema from './schema.ts'
import { createSnapshots, lockDataDir } from './snapshots.ts'
import { keepStatements, LOCKS } from './sql.ts'

/**
 * A database or an open transaction of one, embedded or not. Inside `db.transaction(async (tx) => …)` use `tx` only:
 * the embedded database has one connection, and a query beside the transaction would wait for it for ever.
 */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database and what its owner must do with it. */
export interface OpenDb {
	readonly db: Db
	/** Resolves where the database answers: asked on a connection of its own where there are several, past all calls that wait. */
	readonly answers: () => Promise<unknown>
	/**
	 * Brings the tables up to date, then runs `firstRows`, on one connection and while no other process does the same.
	 * Nothing may be asked of the database before.
	 */
	readonly prepare: (firstRows: (db: Db) => Promise<void>) => Promise<void>
	/** Takes a snapshot of an embedded database in a folder; null of every other one, which is backed up by its own means. */
	readonly snapshot: ((now: Date) => Promise<string | null>) | null
	readonly close: () => Promise<void>
}

/** A lock that was not to be had, and a deadlock with somebody who uses the same tables. */
const PASSING = ['55P03', '40P01']
/** How long each change of a table waits for those who use it, in ms: whoever asks for the table meanwhile waits behind it. */
const WAIT_MS = 800
/** How long everybody else has the table before the next try, in ms. */
const BETWEEN_MS = 2000
/** How often it is tried: for ten minutes. What then still holds a table is nothing that ends by itself. */
const TRIES = 200

/**
 * Changes tables that other processes are reading and writing. PostgreSQL has a change wait for every transaction that
 * uses its table, and everybody who comes later wait for the change: a backup under way would so stop the whole server.
 * It is given up before long instead, which undoes it, and tried again.
 * @param change makes all changes in one transaction.
 * @throws what `change` throws, and where a table never came free.
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

/**
 * Has an embedded database do one thing after the other with a turn of the event loop in between. It works in this process
 * and waits for nothing outside of it: what stands in its own queue would be done in a single turn, in which no connection
 * is taken and no request read, and of those who come meanwhile one gets in with each turn.
 */
const oneByOne = (client: PGlite): PGlite => {
	let last: Promise<unknown> = Promise.resolve()

	/** Begins where everything before has ended. */
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
			// Its private fields are no proxy's.
			return typeof value === 'function' ? value.bind(client) : value
		},
	})
}

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
