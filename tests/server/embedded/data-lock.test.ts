import { spawnSync } from 'node:child_process'
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/snapshots.ts'

let dir: string
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'evenhand-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const lockFile = () => join(dir, 'lock')

const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('data folder lock', () => {
	it('admits one holder and the next after its release', async () => {
		const unlock = await lockDataDir(dir)
		expect(Number.parseInt(readFileSync(lockFile(), 'utf8'), 10)).toBe(process.pid)
		await expect(lockDataDir(dir, 0)).rejects.toThrow(`in use by process ${process.pid}`)
		unlock()
		expect(existsSync(lockFile())).toBe(false)
		const again = await lockDataDir(dir, 0)
		again()
		expect(readdirSync(dir)).toEqual([])
	})

	it('leaves the lock of another holder in place on release', async () => {
		const unlock = await lockDataDir(dir)
		writeFileSync(lockFile(), `${process.ppid} somebody else`)
		unlock()
		expect(existsSync(lockFile())).toBe(true)
	})

	it.each([
		['', () => String(process.ppid)],
		[' also if the lock has no start time', () => `${process.ppid} ${crypto.randomUUID()}`],
	])('keeps out while another process lives, and names it%s', async (_, content) => {
		writeFileSync(lockFile(), content())
		await expect(lockDataDir(dir, 0)).rejects.toThrow(
			`${dir} is in use by process ${process.ppid}. Stop it, or give this one another DATA_DIR.`,
		)
	})

	it('waits for a holder about to leave', async () => {
		const unlock = await lockDataDir(dir)
		const next = lockDataDir(dir, 30_000)
		unlock()
		const release = await next
		release()
	})

	it('keeps out until released even if its file is deleted', async () => {
		const unlock = await lockDataDir(dir)
		rmSync(lockFile())
		await expect(lockDataDir(dir, 0)).rejects.toThrow(`in use by process ${process.pid}`)
		expect(readdirSync(dir)).toEqual([])
		unlock()
		const again = await lockDataDir(dir, 0)
		again()
	})

	it('is the same through a symbolic link to the folder', async () => {
		const link = join(dir, 'link')
		symlinkSync(dir, link)
		const unlock = await lockDataDir(dir)
		rmSync(lockFile())
		await expect(lockDataDir(link, 0)).rejects.toThrow(`${link} is in use by process`)
		unlock()
	})

	it('is taken over when its process id was reused', async () => {
		const unlock = await lockDataDir(dir)
		const [pid, id, start] = readFileSync(lockFile(), 'utf8').split(' ')
		unlock()
		const tells = existsSync('/proc/self/stat')
		expect([pid, start !== '']).toEqual([String(process.pid), tells])
		// The lock names another living process with the wrong start time.
		writeFileSync(lockFile(), `${process.ppid} ${id} ${start}`)
		const next = await lockDataDir(dir, 0).catch((error: Error) => error.message)
		if (typeof next === 'function') next()
		expect(next).toEqual(tells ? expect.any(Function) : expect.stringContaining('in use'))
	})

	it('is respected when its process id and start time match', async () => {
		const unlock = await lockDataDir(dir)
		const text = readFileSync(lockFile(), 'utf8')
		unlock()
		writeFileSync(lockFile(), text)
		// Simulates a second copy of this code in the process; without start times the lock looks like one from before a
		// restart.
		const next = await lockDataDir(dir, 0).catch((error: Error) => error.message)
		if (typeof next === 'function') next()
		const tells = existsSync('/proc/self/stat')
		expect(next).toEqual(tells ? expect.stringContaining('in use') : expect.any(Function))
	})

	it.each([
		['of a dead process', () => String(deadPid())],
		['of the same process id from before a restart, as in containers', () => String(process.pid)],
		['without a process id, as after a full disk', () => ''],
	])('is taken over when it is one %s', async (_, content) => {
		writeFileSync(lockFile(), content())
		const unlock = await lockDataDir(dir, 0)
		expect(Number.parseInt(readFileSync(lockFile(), 'utf8'), 10)).toBe(process.pid)
		unlock()
	})
})
