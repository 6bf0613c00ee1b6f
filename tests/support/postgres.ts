import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

const MISSING = `These tests need a PostgreSQL server's programs (initdb, postgres), on the PATH or in /usr/lib/postgresql.
Install it (Debian and Ubuntu: apt-get install postgresql; macOS: brew install postgresql), or name a server on which
databases may be made: TEST_DATABASE_URL=postgres://user:password@host/postgres`

const DEBIAN = '/usr/lib/postgresql'

const findPrograms = (): string | undefined => {
	const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...newestFirst.map((version) => join(DEBIAN, version, 'bin')),
	]
	return folders.find((folder) =>
		['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
	)
}

/** Whether a PostgreSQL of one's own can be started here. */
export const isPostgresThere = (): boolean => findPrograms() !== undefined

/** Where the programs of a PostgreSQL server are. */
export const programFolder = (): string => {
	const found = findPrograms()
	if (found === undefined) throw new Error(MISSING)
	return found
}

/** PostgreSQL refuses to run as root: there its own user runs it. */
const runAs = (): { uid: number; gid: number } | null => {
	if (process.getuid?.() !== 0) return null
	const idOf = (flag: string): number => {
		try {
			return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
		} catch (cause) {
			throw new Error('Run as root, these tests need the user "postgres".', { cause })
		}
	}
	return { uid: idOf('-u'), gid: idOf('-g') }
}

const answers = async (url: string): Promise<boolean> => {
	const client = new pg.Client({ connectionString: url })
	try {
		await client.connect()
		return true
	} catch {
		// Not yet: the caller asks again until its patience ends.
		return false
	} finally {
		await client.end()
	}
}

const untilAnswers = async (url: string, hasEnded: () => boolean, log: () => string) => {
	for (let tries = 0; tries < 300; tries++) {
		if (await answers(url)) return
		if (hasEnded()) break
		await sleep(100)
	}
	throw new Error(`PostgreSQL did not start:\n${log()}`)
}

/** A PostgreSQL of the tests' own. */
interface Cluster {
	readonly url: string
	/** Ends it as a crash would, cutting every connection, and starts it again, which reads its log. */
	readonly crash: () => Promise<void>
	readonly stop: () => Promise<void>
}

/**
 * A cluster in a temporary folder, on the loopback only, for one run.
 * @param others settings that are to be others than the tests' own, which do not wait for the disk.
 */
export const startCluster = async (
	others: Readonly<Record<string, string>> = {},
): Promise<Cluster> => {
	const bin = programFolder()
	const user = runAs()
	const folder = mkdtempSync(join(tmpdir(), 'evenhand-postgres-'))
	if (user) chownSync(folder, user.uid, user.gid)
	const data = join(folder, 'data')
	const options = { cwd: folder, ...user }
	const init = ['-D', data, '-U', 'evenhand', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']
	execFileSync(join(bin, 'initdb'), init, { ...options, stdio: 'pipe' })
	const port = await freePort()
	const settings = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: folder,
		fsync: 'off',
		max_connections: '200',
		...others,
	}
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
	const args = ['-D', data, '-p', String(port), ...flags]
	const url = `postgres://evenhand@127.0.0.1:${port}/postgres`
	let output = ''
	const begin = async () => {
		const child = spawn(join(bin, 'postgres'), args, {
			...options,
			stdio: ['ignore', 'pipe', 'pipe'],
		})
		for (const stream of [child.stdout, child.stderr]) {
			stream.on('data', (chunk: Buffer) => {
				output += chunk.toString()
			})
		}
		const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
		/** The child is the postmaster itself: SIGINT is its fast shutdown, SIGQUIT one that leaves everything as it is. */
		const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
			child.kill(signal)
			await ended
		}
		try {
			await untilAnswers(
				url,
				() => child.exitCode !== null,
				() => output,
			)
		} catch (error) {
			await end('SIGINT')
			throw error
		}
		return end
	}
	const remove = () => rmSync(folder, { recursive: true, force: true })
	try {
		let end = await begin()
		const crash = async () => {
			await end('SIGQUIT')
			end = await begin()
		}
		const stop = async () => {
			await end('SIGINT')
			remove()
		}
		return { url, crash, stop }
	} catch (error) {
		remove()
		throw error
	}
}

const onServer = async <Row extends pg.QueryResultRow>(
	url: string,
	statement: string,
	values: readonly string[] = [],
): Promise<Row[]> => {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		return (await client.query<Row>(statement, [...values])).rows
	} finally {
		await client.end()
	}
}

/** What the databases of a run begin with: it is in the address, so that whoever makes one knows it. */
const nameOf = (url: string): string => new URL(url).searchParams.get('application_name') ?? ''

const dropAll = async (url: string): Promise<void> => {
	const made = await onServer<{ datname: string }>(
		url,
		'select datname from pg_database where starts_with(datname, $1)',
		[nameOf(url)],
	)
	for (const { datname } of made) await onServer(url, `drop database ${datname} with (force)`)
}

/** A PostgreSQL on which databases may be made: the one of TEST_DATABASE_URL, or a throw-away cluster. */
export const startPostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
	const given = process.env.TEST_DATABASE_URL
	const cluster = given ? null : await startCluster()
	const url = new URL(cluster?.url ?? given ?? '')
	url.searchParams.set('application_name', `evenhand_${randomUUID().replaceAll('-', '')}`)
	return { url: url.href, stop: cluster?.stop ?? (() => dropAll(url.href)) }
}

/** Gives a vitest run its PostgreSQL. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
	const { url, stop } = await startPostgres()
	project.provide('postgresUrl', url)
	return stop
}

let databases = 0

/** Makes an empty database on the PostgreSQL of a run, with which it goes. @returns its address. */
export const makeDatabase = async (serverUrl: string): Promise<string> => {
	const name = `${nameOf(serverUrl)}_${process.pid}_${databases++}`
	await onServer(serverUrl, `create database ${name}`)
	const url = new URL(serverUrl)
	url.pathname = `/${name}`
	return url.href
}
