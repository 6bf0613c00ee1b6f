import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeFile, systemCode } from '../data-dir.ts'

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
