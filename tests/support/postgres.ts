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

/** Returns true if PostgreSQL's server programs are installed. */
export const isPostgresThere = (): boolean => findPrograms() !== undefined

/** Folder of PostgreSQL's server programs. */
export const programFolder = (): string => {
	const found = findPrograms()
	if (found === undefined) throw new Error(MISSING)
	return found
}

/** PostgreSQL refuses to run as root, so use its own user. */
const runAs = (): { uid: number; gid: number } | null => {
	if (process.getuid?.() !== 0) return null
	const idOf = (flag: string): number => {
		try {
			return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
		} catch (cause) {
			throw new Error('As root, these tests need the user "postgres".', { cause })
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
		// Not ready. The caller retries.
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

interface Cluster {
	readonly url: string
	/** Crashes and restarts the cluster, which then recovers from its WAL. */
	readonly crash: () => Promise<void>
	readonly stop: () => Promise<void>
}

/**
 * Starts a temporary cluster on the loopback interface.
 * @param others overrides of the settings, which disable fsync.
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
		/** Signals go to the postmaster: SIGINT is a fast shutdown, SIGQUIT an immediate one. */
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

/** Prefix of the run's databases, passed in the URL. */
const nameOf = (url: string): string => new URL(url).searchParams.get('application_name') ?? ''

const dropAll = async (url: string): Promise<void> => {
	const made = await onServer<{ datname: string }>(
		url,
		'select datname from pg_database where starts_with(datname, $1)',
		[nameOf(url)],
	)
	for (const { datname } of made) await onServer(url, `drop database ${datname} with (force)`)
}

/** Provides a PostgreSQL server: TEST_DATABASE_URL, or a temporary cluster. */
export const startPostgres = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
	const given = process.env.TEST_DATABASE_URL
	const cluster = given ? null : await startCluster()
	const url = new URL(cluster?.url ?? given ?? '')
	url.searchParams.set('application_name', `evenhand_${randomUUID().replaceAll('-', '')}`)
	return { url: url.href, stop: cluster?.stop ?? (() => dropAll(url.href)) }
}

/** Provides PostgreSQL to a vitest run. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
	const { url, stop } = await startPostgres()
	project.provide('postgresUrl', url)
	return stop
}

let databases = 0

/** Creates an empty database, which is dropped at the end of the run. @returns its URL. */
export const makeDatabase = async (serverUrl: string): Promise<string> => {
	const name = `${nameOf(serverUrl)}_${process.pid}_${databases++}`
	await onServer(serverUrl, `create database ${name}`)
	const url = new URL(serverUrl)
	url.pathname = `/${name}`
	return url.href
}
