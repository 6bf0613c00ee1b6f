import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What failing looks like to Node: an error with a code. */
const codeOf = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error ? String(error.code) : undefined

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0)
		return true
	} catch (error) {
		// EPERM: it is there, but another user's.
		return codeOf(error) === 'EPERM'
	}
}

const textOf = (path: string): string | null => {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return null
		throw error
	}
}

/** The process that a lock names, null where there is no lock or none that names one. */
const holderOf = (path: string): number | null => {
	const pid = Number.parseInt(textOf(path) ?? '', 10)
	return Number.isInteger(pid) && pid > 0 ? pid : null
}

/** Puts the lock file in place, whole or not at all. Says whether it could. */
const tryTake = (path: string, owner: string): boolean => {
	const draft = `${path}.${randomUUID()}`
	writeFileSync(draft, owner)
	try {
		linkSync(draft, path)
		return true
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false
		throw error
	} finally {
		rmSync(draft, { force: true })
	}
}

/** Takes a stale lock away, unless somebody else did so first and holds a fresh one: that is put back. */
const removeStale = (path: string, holder: number | null): void => {
	const aside = `${path}.${randomUUID()}`
	try {
		renameSync(path, aside)
		if (holderOf(aside) !== holder) linkSync(aside, path)
	} catch (error) {
		const code = codeOf(error)
		if (code !== 'ENOENT' && code !== 'EEXIST') throw error
	} finally {
		rmSync(aside, { force: true })
	}
}

const held = new Set<string>()

/**
 * Keeps a data folder to one process: the embedded database itself would let a second one in and both would write.
 * A lock whose process is gone is taken over. Process numbers mean something on one machine only: two containers that
 * share a folder are not kept apart.
 * One that is held is waited for, so that a restart can overlap its predecessor.
 * @param dir an existing folder.
 * @param patienceMs how long to wait for a holder to leave.
 * @returns what gives the folder free again.
 */
export const lockDataDir = async (dir: string, patienceMs = 5000): Promise<() => void> => {
	const path = resolve(dir, 'lock')
	const owner = `${process.pid} ${randomUUID()}`
	const giveUpAt = Date.now() + patienceMs
	for (;;) {
		if (!held.has(path) && tryTake(path, owner)) break
		const holder = holderOf(path)
		// A container's processes often have the same number at every start: our own, not held by us, is stale too.
		const stale = holder === null || (holder === process.pid ? !held.has(path) : !isAlive(holder))
		if (stale) {
			removeStale(path, holder)
			continue
		}
		if (Date.now() >= giveUpAt) {
			throw new Error(
				`${dir} is in use by process ${holder}. Stop it, or give this one another DATA_DIR. (If that process is no Evenhand, delete ${path}.)`,
			)
		}
		await sleep(100)
	}
	held.add(path)
	return () => {
		held.delete(path)
		// Whoever took it over meanwhile keeps it.
		if (textOf(path) === owner) rmSync(path, { force: true })
	}
}
