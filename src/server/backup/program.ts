import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { backUpEmbedded, backUpPostgres, restoreEmbedded, restorePostgres } from './backends.ts'

type Env = Readonly<Record<string, string | undefined>>
type Print = (line: string) => void

const fileOf = (args: readonly string[], verb: 'backup' | 'restore'): string => {
	const { positionals } = parseArgs({ args: [...args], allowPositionals: true })
	const [file, ...others] = positionals
	if (file === undefined || others.length > 0) throw new Error(`Usage: npm run ${verb} -- FILE`)
	return resolve(file)
}

/**
 * Runs `npm run backup -- FILE`. PostgreSQL stays online; an embedded database must not be open.
 * @throws if the file exists or the backup fails.
 */
export const runBackup = async (args: readonly string[], env: Env, print: Print): Promise<void> => {
	const file = fileOf(args, 'backup')
	if (existsSync(file)) throw new Error(`${file} is there already.`)
	const { DATABASE_URL, DATA_DIR } = readConfig(env)
	// Rename only a complete file: a partial one could be mistaken for a backup.
	const draft = `${file}.draft-${randomUUID()}`
	try {
		if (DATABASE_URL === undefined) await backUpEmbedded(DATA_DIR, draft)
		else await backUpPostgres(DATABASE_URL, draft)
		await rename(draft, file)
	} finally {
		await rm(draft, { force: true })
	}
	print(`Wrote ${file}`)
}

/**
 * Runs `npm run restore -- FILE`: replaces the database with a backup or an embedded snapshot.
 * @throws on failure, which leaves the database unchanged.
 */
export const runRestore = async (
	args: readonly string[],
	env: Env,
	print: Print,
	now: Date,
): Promise<void> => {
	const file = fileOf(args, 'restore')
	if (!existsSync(file)) throw new Error(`${file} is not there.`)
	const { DATABASE_URL, DATA_DIR } = readConfig(env)
	if (DATABASE_URL === undefined) {
		const aside = await restoreEmbedded(DATA_DIR, file, now)
		if (aside !== null)
			print(`What was there is in ${aside} now; delete it once you no longer need it.`)
	} else await restorePostgres(DATABASE_URL, file)
	print(`Restored ${file}`)
}
