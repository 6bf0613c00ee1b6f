import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { extract } from 'tar'
import { inDataDir, systemCode } from '../data-dir.ts'
import { listSnapshots, lockDataDir, packDatabase } from '../db/snapshots.ts'

/** Locks the data folder while `work` runs. If a server holds the lock, the error names the newest snapshot. */
const alone = async <Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> => {
	let unlock: () => void
	try {
		unlock = await lockDataDir(dataDir)
	} catch (error) {
		const newest = (await listSnapshots(dataDir)).at(-1)
		const instead = newest === undefined ? '' : ` Its newest snapshot is ${newest}.`
		throw new Error(`${error instanceof Error ? error.message : 'It is in use.'}${instead}`)
	}
	try {
		return await work()
	} finally {
		unlock()
	}
}

/** Backs up the embedded database. It must not be open elsewhere. */
export const backUpEmbedded = (dataDir: string, file: string): Promise<void> =>
	inDataDir(dataDir, () =>
		alone(dataDir, async () => {
			const folder = join(dataDir, 'db')
			if (!existsSync(folder)) throw new Error('there is no database in it.')
			// The files of a closed database are consistent; after a crash, opening replays the WAL.
			await packDatabase(folder, file)
		}),
	)

const check = async (folder: string, file: string): Promise<void> => {
	try {
		const client = await PGlite.create(folder)
		try {
			await client.query('select 1 from users limit 1')
		} finally {
			await client.close()
		}
	} catch {
		throw new Error(`${file} holds no database of Evenhand.`)
	}
}

/**
 * Replaces the embedded database with a backup or snapshot, and keeps the old one next to it.
 * @returns the folder of the old database, or null if there was none.
 */
export const restoreEmbedded = (dataDir: string, file: string, now: Date): Promise<string | null> =>
	inDataDir(dataDir, () =>
		alone(dataDir, async () => {
			const draft = join(dataDir, `db.draft-${randomUUID()}`)
			try {
				await mkdir(draft, { mode: 0o700 })
				await extract({ file, cwd: draft, strict: true })
				await check(draft, file)
				const there = join(dataDir, 'db')
				const aside = existsSync(there)
					? join(dataDir, `db.before-${now.toISOString().replaceAll(':', '-')}`)
					: null
				if (aside !== null) await rename(there, aside)
				await rename(draft, there)
				return aside
			} finally {
				await rm(draft, { recursive: true, force: true })
			}
		}),
	)

const PARAMETERS: Readonly<Record<string, string>> = {
	host: 'PGHOST',
	sslmode: 'PGSSLMODE',
	sslrootcert: 'PGSSLROOTCERT',
	sslcert: 'PGSSLCERT',
	sslkey: 'PGSSLKEY',
}

/**
 * Converts a database URL to libpq's environment variables. Arguments would expose the password to all users of the
 * machine.
 */
export const environmentOf = (url: string): Record<string, string> => {
	const { hostname, port, username, password, pathname, searchParams } = new URL(url)
	const named = Object.entries({
		PGHOST: hostname.replace(/^\[(.+)\]$/, '$1'),
		PGPORT: port,
		PGUSER: decodeURIComponent(username),
		PGPASSWORD: decodeURIComponent(password),
		PGDATABASE: decodeURIComponent(pathname.slice(1)),
	})
	const further = [...searchParams].flatMap(([name, value]) => {
		const variable = PARAMETERS[name]
		// node-postgres's name for TLS without certificate verification.
		const mode = value === 'no-verify' ? 'require' : value
		return variable === undefined ? [] : [[variable, mode]]
	})
	return Object.fromEntries([...named, ...further].filter(([, value]) => value !== ''))
}

const run = (program: string, args: readonly string[], url: string): Promise<void> =>
	new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			env: { ...process.env, ...environmentOf(url) },
			stdio: ['ignore', 'inherit', 'inherit'],
		})
		child.once('error', (error) => {
			const missing = systemCode(error) === 'ENOENT'
			reject(
				missing
					? new Error(`${program} was not found: it comes with PostgreSQL's client programs.`)
					: error,
			)
		})
		child.once('close', (code) => {
			if (code === 0) resolve()
			else reject(new Error(`${program} failed.`))
		})
	})

/** Backs up a PostgreSQL database from a consistent snapshot, without downtime. */
export const backUpPostgres = (url: string, file: string): Promise<void> =>
	run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url)

/** Drops everything first, because a newer schema may have dependent tables that the backup does not contain. */
const EMPTY =
	'drop schema if exists drizzle cascade; drop schema if exists public cascade; create schema public;'

/** Replaces the content of the database with the backup, in one transaction. */
export const restorePostgres = async (url: string, file: string): Promise<void> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-restore-'))
	try {
		// Convert to a file first: if a truncated backup were piped, psql would commit the part it received.
		const statements = join(folder, 'statements.sql')
		await run('pg_restore', ['--no-owner', '--no-privileges', `--file=${statements}`, file], url)
		const how = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
		const quiet = ['--output=/dev/null', '--command=set client_min_messages to warning']
		await run('psql', [...how, ...quiet, `--command=${EMPTY}`, `--file=${statements}`], url)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
