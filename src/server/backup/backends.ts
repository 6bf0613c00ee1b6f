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

/** Has a data folder to itself; where a server has it, says what there is to have instead. */
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

/** Writes the embedded database of a data folder to a file. Nobody else may have it open. */
export const backUpEmbedded = (dataDir: string, file: string): Promise<void> =>
	inDataDir(dataDir, () =>
		alone(dataDir, async () => {
			const folder = join(dataDir, 'db')
			if (!existsSync(folder)) throw new Error('there is no database in it.')
			// The files of a database that nobody has open are one moment's; after a kill it is mended as it is opened.
			await packDatabase(folder, file)
		}),
	)

/** @throws where the folder holds no database of ours. */
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
 * Puts the database of a snapshot or a backup in the place of the one that is there, which stays beside it.
 * @returns where the former one is now; null where there was none.
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

/** What PostgreSQL's own programs call the parameters of an address. */
const PARAMETERS: Readonly<Record<string, string>> = {
	host: 'PGHOST',
	sslmode: 'PGSSLMODE',
	sslrootcert: 'PGSSLROOTCERT',
	sslcert: 'PGSSLCERT',
	sslkey: 'PGSSLKEY',
}

/**
 * A database's address as the environment variables of PostgreSQL's programs: their arguments, with a password among
 * them, everybody on the machine could read.
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
		// The driver's own word for a certificate that nobody looks at.
		const said = value === 'no-verify' ? 'require' : value
		return variable === undefined ? [] : [[variable, said]]
	})
	return Object.fromEntries([...named, ...further].filter(([, value]) => value !== ''))
}

/** Runs one of PostgreSQL's programs, whose words go to where ours go. @throws where it is missing, or fails. */
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

/** Writes a PostgreSQL database to a file, as of one moment, while it goes on serving. */
export const backUpPostgres = (url: string, file: string): Promise<void> =>
	run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url)

/** Makes room: of a newer version there may be tables that the file does not know, and that hang on those it has. */
const EMPTY =
	'drop schema if exists drizzle cascade; drop schema if exists public cascade; create schema public;'

/** Puts a file's content in the place of all that the database holds, in one transaction: the whole of it, or nothing. */
export const restorePostgres = async (url: string, file: string): Promise<void> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-restore-'))
	try {
		// Written out first: a file that ends early must not end the transaction as if it were whole.
		const statements = join(folder, 'statements.sql')
		await run('pg_restore', ['--no-owner', '--no-privileges', `--file=${statements}`, file], url)
		const how = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
		const quiet = ['--output=/dev/null', '--command=set client_min_messages to warning']
		await run('psql', [...how, ...quiet, `--command=${EMPTY}`, `--file=${statements}`], url)
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
