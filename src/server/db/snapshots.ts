import { randomUUID } from 'node:crypto'
import {
	createReadStream,
	createWriteStream,
	linkSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
} from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { create } from 'tar'
import { placeFile, systemCode } from '../data-dir.ts'

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

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		// EPERM: it is there, but another user's.
		return systemCode(error) === 'EPERM'
	}
}

const textOf = (path: string): string | null => {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		if (systemCode(error) === 'ENOENT') return null
		throw error
	}
}

/** What the system tells under /proc; empty where it has none (macOS), the process is gone, or another user's is hidden. */
const told = (name: string): string => {
	try {
		return readFileSync(join('/proc', name), 'utf8').trim()
	} catch (error) {
		if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return ''
		throw error
	}
}

/** Which process had a number: the boot of the machine, and the ticks since then at which it began. Empty where not told. */
const startOf = (pid: number): string => {
	const stat = told(`${pid}/stat`)
	// The name, in brackets, may hold spaces and brackets itself; the start is the 20th field after it.
	const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
	return ticks === undefined ? '' : `${told('sys/kernel/random/boot_id')}:${ticks}`
}

/** What stands in a lock: the process's number, an id of this very taking, and the start of that process. */
const newOwner = (): string => `${process.pid} ${randomUUID()} ${startOf(process.pid)}`

/** The process that a lock names, null where it names none. */
const holderOf = (text: string): number | null => {
	const pid = Number.parseInt(text, 10)
	return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Whether whoever wrote a lock is gone; its number may have gone to another process since. */
const isStale = (text: string): boolean => {
	const pid = holderOf(text)
	if (pid === null || !isAlive(pid)) return true
	const written = text.split(' ')[2] ?? ''
	const now = startOf(pid)
	// Without starts to compare, a lock of our own number is from before a restart: containers give the same one.
	return written === '' || now === '' ? pid === process.pid : written !== now
}

/** Takes a stale lock away, unless somebody else did so first and holds a fresh one: that is put back. */
const removeStale = (path: string, stale: string): void => {
	const aside = `${path}.${randomUUID()}`
	try {
		renameSync(path, aside)
		if (textOf(aside) !== stale) linkSync(aside, path)
	} catch (error) {
		const code = systemCode(error)
		if (code !== 'ENOENT' && code !== 'EEXIST') throw error
	} finally {
		rmSync(aside, { force: true })
	}
}

/** What this process wrote into the locks that it holds; a lock stays held, whatever becomes of its file. */
const held = new Map<string, string>()

/**
 * Keeps a data folder to one process: the embedded database itself would let a second one in and both would write.
 * A lock whose process is gone is taken over, also when its number belongs to another process now. One that is held is
 * waited for, so that a restart can overlap its predecessor.
 * Process numbers mean something among processes that see each other only: two containers that share a folder are not
 * kept apart.
 * @param dir an existing folder.
 * @param patienceMs how long to wait for a holder to leave.
 * @returns what gives the folder free again.
 */
export const lockDataDir = async (dir: string, patienceMs = 5000): Promise<() => void> => {
	const path = join(realpathSync(dir), 'lock')
	const owner = newOwner()
	const giveUpAt = Date.now() + patienceMs
	for (;;) {
		const ours = held.get(path)
		if (ours === undefined && placeFile(path, owner)) break
		const text = ours ?? textOf(path)
		if (ours === undefined && text !== null && isStale(text)) {
			removeStale(path, text)
			continue
		}
		if (Date.now() >= giveUpAt) {
			const holder = holderOf(text ?? '') ?? 'unknown'
			throw new Error(
				`${dir} is in use by process ${holder}. Stop it, or give this one another DATA_DIR. (If that process is no Evenhand, delete ${path}.)`,
			)
		}
		await sleep(100)
	}
	held.set(path, owner)
	return () => {
		held.delete(path)
		// Whoever took it over meanwhile keeps it.
		if (textOf(path) === owner) rmSync(path, { force: true })
	}
}
