import { spawn } from 'node:child_process'
import { systemCode } from '../data-dir.ts'

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
		PGHOST: hostname,
		PGPORT: port,
		PGUSER: decodeURIComponent(username),
		PGPASSWORD: decodeURIComponent(password),
		PGDATABASE: decodeURIComponent(pathname.slice(1)),
	})
	const further = [...searchParams].flatMap(([name, value]) => {
		const variable = PARAMETERS[name]
		return variable === undefined ? [] : [[variable, value]]
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

/** Puts a file's content in the place of the database's: all of it, or nothing. */
export const restorePostgres = async (url: string, file: string): Promise<void> => {
	const { PGDATABASE } = environmentOf(url)
	if (PGDATABASE === undefined) throw new Error('DATABASE_URL names no database.')
	const how = ['--clean', '--if-exists', '--no-owner', '--no-privileges', '--single-transaction']
	await run('pg_restore', [...how, `--dbname=${PGDATABASE}`, file], url)
}
