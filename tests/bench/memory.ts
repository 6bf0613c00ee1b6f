import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { registerVoter, startServer } from '../support/built-server.ts'
import { freePort } from '../support/free-port.ts'
import { isPostgresThere, makeDatabase, startPostgres } from '../support/postgres.ts'
import { atMostTimes, type Figure, figure, medianOf } from './figure.ts'

const VOTERS = 20
const MB = 1_000_000
const STARTS = 10
const GOAL = 1.3

/** Resident memory of the server process, in MB. */
const residentOf = async (port: number): Promise<number> => {
	const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
	const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await reply.text())?.[1]
	return Number(bytes) / MB
}

const visit = async (origin: string): Promise<void> => {
	for (let voter = 0; voter < VOTERS; voter++) {
		const { token } = await registerVoter(origin)
		for (const path of ['/elections/active', '/quiz/history']) {
			const reply = await fetch(`${origin}/api${path}`, {
				headers: { authorization: `Bearer ${token}` },
			})
			if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
			await reply.arrayBuffer()
		}
	}
}

const ofServer = async (
	name: string,
	env: Readonly<Record<string, string>>,
): Promise<{ readonly name: string; readonly idle: number; readonly used: number }> => {
	const port = await freePort()
	const server = await startServer({ ...env, METRICS_PORT: String(port) })
	try {
		const idle = await residentOf(port)
		await visit(server.origin)
		return { name, idle, used: await residentOf(port) }
	} finally {
		await server.stop()
	}
}

const onPostgres = async () => {
	const { url, stop } = await startPostgres()
	try {
		return await ofServer('PostgreSQL', { DATABASE_URL: await makeDatabase(url) })
	} finally {
		await stop()
	}
}

/** Resident memory of a process that opens an existing database and queries it once, in MB. */
const bareMemory = async (folder: string): Promise<number> => {
	const program = `import { PGlite } from '@electric-sql/pglite'
		const client = await PGlite.create(process.argv[1])
		await client.query('select count(*) from pg_class')
		console.log(process.memoryUsage.rss())`
	const args = ['--input-type=module', '--eval', program, folder]
	const { stdout } = await promisify(execFile)(process.execPath, args)
	return Number(stdout) / MB
}

/** Memory after the first start, which copies the database that the build prepared, beside PGlite alone. */
const ofFirstStart = async (): Promise<Figure> => {
	const taken: number[] = []
	const least: number[] = []
	for (let start = 0; start < STARTS; start++) {
		const dataDir = await mkdtemp(join(tmpdir(), 'evenhand-memory-'))
		const port = await freePort()
		const server = await startServer({
			...{ DATABASE_URL: '', DATA_DIR: dataDir, METRICS_PORT: String(port) },
		})
		taken.push(await residentOf(port))
		await server.stop()
		least.push(await bareMemory(join(dataDir, 'db')))
		await rm(dataDir, { recursive: true, force: true })
	}
	return medianOf({
		...{ what: 'the server, embedded: memory after its first start', unit: 'MB', taken },
		floor: { name: 'PGlite on an existing database', taken: least },
		goal: atMostTimes(GOAL),
	})
}

/** Measures the server's memory with the embedded database, and with PostgreSQL if installed. */
export const memory = async (): Promise<Figure[]> => {
	const measured = [await ofServer('embedded', { DATABASE_URL: '' })]
	if (isPostgresThere()) measured.push(await onPostgres())
	const grown = measured.map(({ name, idle, used }) =>
		figure({
			what: `the server's process, ${name}: memory after ${VOTERS} voters`,
			unit: 'MB',
			value: used,
			floor: { name: 'at startup', value: idle },
		}),
	)
	return [await ofFirstStart(), ...grown]
}
