import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { create } from 'tar'

/** So many snapshots are kept. */
const KEPT = 7
const SUFFIX = '.tgz'
const DRAFT = 'draft-'

/** Takes a snapshot of an embedded database. @returns its file; null where nothing was written since the last one. */
export type TakeSnapshot = (now: Date) => Promise<string | null>

/** Where the snapshots of a data folder are. */
const snapshotsIn = (dataDir: string): string => join(dataDir, 'snapshots')

/** The snapshots of a data folder, oldest first; none where it has none yet. */
export const listSnapshots = async (dataDir: string): Promise<string[]> => {
	const folder = snapshotsIn(dataDir)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const names = await readdir(folder)
	// Their names are their moments, so that they sort by age.
	return names
		.filter((name) => name.endsWith(SUFFIX) && !name.startsWith(DRAFT))
		.toSorted()
		.map((name) => join(folder, name))
}

/** Has what was written to a file on the disk before it counts, for its owner alone. */
const settle = async (file: string): Promise<void> => {
	const written = await open(file, 'r+')
	try {
		await written.chmod(0o600)
		await written.sync()
	} finally {
		await written.close()
	}
}

// The lowest level: most of what there is are empty pages, which take no more room for it.
const LEVEL = 1

/** Packs the folder of a database that nobody has open into a file. */
export const packDatabase = async (folder: string, file: string): Promise<void> => {
	await create({ file, cwd: folder, gzip: { level: LEVEL }, portable: true }, ['.'])
	await settle(file)
}

/** What was left by a process that ended in the middle of a snapshot. */
const removeDrafts = async (folder: string): Promise<void> => {
	const names = await readdir(folder)
	for (const name of names.filter((each) => each.startsWith(DRAFT))) {
		await rm(join(folder, name), { force: true })
	}
}

/** The day and the hour that a snapshot is named after. */
const hourOf = (file: string): string => basename(file).slice(0, '2026-11-03T18'.length)

/**
 * Of one hour the newest stays: whoever starts the server again and again while they look for a fault would push out what
 * was before it.
 * @param made the newest of all, which stays whatever its name says: the clock may have run ahead before.
 */
const removeOldest = async (dataDir: string, made: string): Promise<void> => {
	const others = (await listSnapshots(dataDir)).filter((file) => file !== made)
	const ofOtherHours = others.filter((file) => hourOf(file) !== hourOf(made))
	const kept = new Set(ofOtherHours.slice(1 - KEPT))
	for (const file of others.filter((each) => !kept.has(each))) await rm(file, { force: true })
}

/**
 * Puts a database's files into one while nothing else is asked of it: what they hold then is one moment's, all of it.
 * @param known the place in the write-ahead log up to which there is a snapshot.
 * @returns the place of this one; null where it is the known one, and nothing was written.
 */
const gather = (client: PGlite, folder: string, file: string, known: string | null) =>
	client.transaction(async (tx) => {
		const place = async () =>
			(await tx.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0]?.lsn
		if (known !== null && (await place()) === known) return null
		// Everything that is in memory only goes into the files.
		await tx.exec('checkpoint')
		await create({ file, cwd: folder, portable: true }, ['.'])
		return (await place()) ?? null
	})

/**
 * Snapshots of an embedded database that is open, in the folder `snapshots` beside it: one an hour, the last seven. Calls wait
 * while its files are gathered; they are made smaller afterwards. One at a time.
 * @param dataDir the folder in which the database is, as `db`.
 */
export const createSnapshots = (client: PGlite, dataDir: string): TakeSnapshot => {
	let known: string | null = null
	return async (now) => {
		const folder = snapshotsIn(dataDir)
		await listSnapshots(dataDir)
		await removeDrafts(folder)
		const draft = join(folder, `${DRAFT}${randomUUID()}`)
		try {
			const place = await gather(client, join(dataDir, 'db'), draft, known)
			if (place === null) return null
			const small = `${draft}${SUFFIX}`
			await pipeline(
				createReadStream(draft),
				createGzip({ level: LEVEL }),
				createWriteStream(small),
			)
			await settle(small)
			const file = join(folder, `${now.toISOString().replaceAll(':', '-')}${SUFFIX}`)
			await rename(small, file)
			known = place
			await removeOldest(dataDir, file)
			return file
		} finally {
			await removeDrafts(folder)
		}
	}
}
