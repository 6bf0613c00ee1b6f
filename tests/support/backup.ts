import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { runBackup, runRestore } from '#server/backup/program.ts'
import { type Db, type OpenDb, openDb } from '#server/db/open.ts'
import { settings } from '#server/db/schema.ts'
import { newDatabase, putCluster } from './database.ts'
import { programFolder } from './postgres.ts'

export const NOW = new Date('2026-11-03T18:00:00.000Z')

export let dataDir: string
let env: Readonly<Record<string, string>>
export let printed: string[]

/** Gives each test its own database. */
export const setUpBackups = (): void => {
	beforeEach(async () => {
		dataDir = mkdtempSync(join(tmpdir(), 'evenhand-backup-'))
		printed = []
		env = { DATA_DIR: dataDir, ...(await newDatabase()) }
		// PostgreSQL's client programs may not be on the PATH.
		if (env.DATABASE_URL) vi.stubEnv('PATH', `${programFolder()}${delimiter}${process.env.PATH}`)
		await putCluster(dataDir)
	})
	afterEach(() => {
		vi.unstubAllEnvs()
		rmSync(dataDir, { recursive: true })
	})
}

const print = (line: string) => {
	printed.push(line)
}

/** Runs `work` on the database, then closes it. */
export const inDb = async <Result>(
	work: (db: Db, all: OpenDb) => Promise<Result>,
): Promise<Result> => {
	const all = await openDb(
		env.DATABASE_URL === undefined
			? { kind: 'embedded', dataDir }
			: { kind: 'postgres', url: env.DATABASE_URL },
		() => undefined,
	)
	try {
		await all.prepare(async () => undefined)
		return await work(all.db, all)
	} finally {
		await all.close()
	}
}

/** Inserts a row with this key. */
export const write = (key: string) => (db: Db) =>
	db.insert(settings).values({ key, value: key, updatedAt: NOW })

/** Keys of the stored rows. */
export const keysOf = async (db: Db): Promise<string[]> =>
	(await db.select().from(settings)).map(({ key }) => key).toSorted()

export const backup = (...files: readonly string[]) => runBackup(files, env, print)
export const restore = (...files: readonly string[]) => runRestore(files, env, print, NOW)
