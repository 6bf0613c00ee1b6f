import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { extract } from 'tar'
import { inDataDir } from '../data-dir.ts'
import { lockDataDir } from '../db/data-lock.ts'
import { listSnapshots, packDatabase } from '../db/snapshots.ts'

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
