import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Db, type DbLocation, openDb } from '#server/db/open.ts'
import { freePort } from '../../support/free-port.ts'
import { makeDatabase, startCluster } from '../../support/postgres.ts'
import { type Prepared, prepare } from './accounts.ts'
import { cpuMs } from './cpu.ts'
import { type Program, startProgram } from './program.ts'
import type { Cpu } from './trial.ts'

/** A running server and its baseline, on the same kind of database. */
export interface Bed extends Prepared {
	readonly name: string
	readonly app: { readonly origin: string; readonly cpu: () => Cpu }
	readonly floor: { readonly origin: string; readonly cpu: () => Cpu }
	/** Stops the servers and runs `look` on the app's database. */
	readonly inspect: <Value>(look: (db: Db) => Promise<Value>) => Promise<Value>
	readonly clear: () => Promise<void>
}

export const DATABASES = ['embedded', 'postgres'] as const
export type DatabaseName = (typeof DATABASES)[number]

interface Place {
	readonly name: string
	readonly app: DbLocation
	readonly appEnv: Readonly<Record<string, string>>
	readonly workers: readonly string[]
	readonly floorArgs: readonly string[]
	readonly databaseCpu: () => number
	readonly clear: () => Promise<void>
}

const embedded = async (): Promise<Place> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-load-'))
	const dataDir = join(folder, 'app')
	return {
		name: 'embedded',
		app: { kind: 'embedded', dataDir },
		appEnv: { DATA_DIR: dataDir, DATABASE_URL: '' },
		workers: [],
		floorArgs: ['--folder', join(folder, 'floor')],
		databaseCpu: () => 0,
		clear: () => rm(folder, { recursive: true, force: true }),
	}
}

const postmasterOf = async (url: string): Promise<number> => {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	const { rows } = await client.query<{ file: string }>(
		"select pg_read_file('postmaster.pid') as file",
	)
	await client.end()
	return Number.parseInt(rows[0]?.file ?? '', 10)
}

/** With fsync on, as in production. */
const postgres = async (): Promise<Place> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-load-'))
	const cluster = await startCluster({ fsync: 'on' })
	const [url, floorUrl] = [await makeDatabase(cluster.url), await makeDatabase(cluster.url)]
	const pid = await postmasterOf(cluster.url)
	return {
		name: 'PostgreSQL, two workers',
		app: { kind: 'postgres', url },
		appEnv: { DATA_DIR: folder, DATABASE_URL: url },
		workers: ['--workers', '2'],
		floorArgs: ['--url', floorUrl],
		databaseCpu: () => cpuMs(pid),
		clear: async () => {
			await cluster.stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

const served = (program: Program, port: number, databaseCpu: () => number) => ({
	origin: `http://127.0.0.1:${port}`,
	cpu: (): Cpu => ({ server: cpuMs(program.pid), database: databaseCpu() }),
})

interface Setting {
	readonly accounts: number
	readonly mostAtOnce: number
}

const layIn = async (place: Place, { accounts, mostAtOnce }: Setting): Promise<Bed> => {
	const secret = randomBytes(48).toString('base64url')
	const inDb = async <Value>(
		work: (opened: Awaited<ReturnType<typeof openDb>>) => Promise<Value>,
	) => {
		const opened = await openDb(place.app, () => undefined)
		try {
			return await work(opened)
		} finally {
			await opened.close()
		}
	}
	const prepared = await inDb((opened) => prepare(opened, secret, accounts))
	const port = await freePort()
	const app = await startProgram(['src/server/start.ts', ...place.workers], {
		...place.appEnv,
		PORT: String(port),
		HOST: '127.0.0.1',
		JWT_SECRET: secret,
		// The bench sets X-Forwarded-For to simulate many client addresses.
		TRUST_PROXY: '1',
		MOST_AT_ONCE: String(mostAtOnce),
	})
	const floorPort = await freePort()
	const floorArgs = [...place.floorArgs, ...place.workers, '--port', String(floorPort)]
	const floor = await startProgram(['tests/bench/load/floor-worker.ts', ...floorArgs], {})
	let running = true
	const stop = async (): Promise<void> => {
		if (running) await Promise.all([app.stop(), floor.stop()])
		running = false
	}
	return {
		...prepared,
		name: place.name,
		app: served(app, port, place.databaseCpu),
		floor: served(floor, floorPort, place.databaseCpu),
		inspect: async (look) => {
			await stop()
			return inDb(({ db }) => look(db))
		},
		clear: async () => {
			await stop()
			await place.clear()
		},
	}
}

/** Starts the servers on a kind of database. */
export const makeBed = async (name: DatabaseName, setting: Setting): Promise<Bed> => {
	const place = await (name === 'embedded' ? embedded() : postgres())
	try {
		return await layIn(place, setting)
	} catch (error) {
		await place.clear()
		throw error
	}
}
