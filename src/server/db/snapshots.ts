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
import { SNAPSHOTS_KEPT } from '#domain/limits.ts'
import { placeFile, systemCode } from '../data-dir.ts'

const SUFFIX = '.tgz'
const DRAFT = 'draft-'

/** Takes a snapshot of an embedded database. @returns its file; null if nothing was written since the last one. */
export type TakeSnapshot = (now: Date) => Promise<string | null>

const snapshotsIn = (dataDir: string): string => join(dataDir, 'snapshots')

export const listSnapshots = async (dataDir: string): Promise<string[]> => {
	const folder = snapshotsIn(dataDir)
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const names = await readdir(folder)
	// Names are timestamps, so they sort by age.
	return names
		.filter((name) => name.endsWith(SUFFIX) && !name.startsWith(DRAFT))
		.toSorted()
		.map((name) => join(folder, name))
}

const settle = async (file: string): Promise<void> => {
	const written = await open(file, 'r+')
	try {
		await written.chmod(0o600)
		await written.sync()
	} finally {
		await written.close()
	}
}

// The lowest level suffices: most pages are empty.
const LEVEL = 1

export const packDatabase = async (folder: string, file: string): Promise<void> => {
	await create({ file, cwd: folder, gzip: { level: LEVEL }, portable: true }, ['.'])
	await settle(file)
}

const removeDrafts = async (folder: string): Promise<void> => {
	const names = await readdir(folder)
	for (const name of names.filter((each) => each.startsWith(DRAFT))) {
		await rm(join(folder, name), { force: true })
	}
}

const hourOf = (file: string): string => basename(file).slice(0, '2026-11-03T18'.length)

/**
 * Keeps the newest snapshot per hour, so repeated restarts do not push out older ones.
 * @param made never deleted: after a clock change its name may not sort last.
 */
const removeOldest = async (dataDir: string, made: string): Promise<void> => {
	const others = (await listSnapshots(dataDir)).filter((file) => file !== made)
	const ofOtherHours = others.filter((file) => hourOf(file) !== hourOf(made))
	const kept = new Set(ofOtherHours.slice(1 - SNAPSHOTS_KEPT))
	for (const file of others.filter((each) => !kept.has(each))) await rm(file, { force: true })
}

/**
 * Archives the database files inside a transaction, so that nothing writes meanwhile.
 * @param known WAL position of the last snapshot. @returns the new position; null if unchanged.
 */
const gather = (client: PGlite, folder: string, file: string, known: string | null) =>
	client.transaction(async (tx) => {
		const place = async () =>
			(await tx.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')).rows[0]?.lsn
		if (known !== null && (await place()) === known) return null
		await tx.exec('checkpoint')
		await create({ file, cwd: folder, portable: true }, ['.'])
		return (await place()) ?? null
	})

/** Creates hourly snapshots of an open embedded database, keeping {@link SNAPSHOTS_KEPT}. Queries wait while files are copied. */
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
		// EPERM: the process exists but belongs to another user.
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

/** Empty without /proc (macOS), for dead processes, or without permission. */
const readProc = (name: string): string => {
	try {
		return readFileSync(join('/proc', name), 'utf8').trim()
	} catch (error) {
		if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return ''
		throw error
	}
}

/** Identifies a process beyond its reusable pid: boot id and start in ticks. Empty if unavailable. */
const startOf = (pid: number): string => {
	const stat = readProc(`${pid}/stat`)
	// The name, in parentheses, may contain spaces and parentheses; the start is the 20th field after it.
	const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
	return ticks === undefined ? '' : `${readProc('sys/kernel/random/boot_id')}:${ticks}`
}

const newOwner = (): string => `${process.pid} ${randomUUID()} ${startOf(process.pid)}`

const holderOf = (text: string): number | null => {
	const pid = Number.parseInt(text, 10)
	return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Detects locks of dead processes, even if the pid was reused. */
const isStale = (text: string): boolean => {
	const pid = holderOf(text)
	if (pid === null || !isAlive(pid)) return true
	const written = text.split(' ')[2] ?? ''
	const now = startOf(pid)
	// Without start times, a lock with our own pid dates from before a restart: containers reuse pids.
	return written === '' || now === '' ? pid === process.pid : written !== now
}

/** Removes a stale lock. Puts the file back if another process replaced the lock in between. */
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

/** Locks held by this process, by path. A lock stays held even if its file is deleted. */
const ownLocks = new Map<string, string>()

/**
 * Locks a data folder, because the embedded database allows a second writer. Takes over stale locks, waits for live
 * ones. Does not protect between containers, whose pids are unrelated. @returns releases the lock.
 */
export const lockDataDir = async (dir: string, patienceMs = 5000): Promise<() => void> => {
	const path = join(realpathSync(dir), 'lock')
	const owner = newOwner()
	const giveUpAt = Date.now() + patienceMs
	for (;;) {
		const ours = ownLocks.get(path)
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
	ownLocks.set(path, owner)
	return () => {
		ownLocks.delete(path)
		// Leave the file if another process took the lock over.
		if (textOf(path) === owner) rmSync(path, { force: true })
	}
}
