import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from '#server/db/data-lock.ts'

let dir: string
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'evenhand-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const lockFile = () => join(dir, 'lock')

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock of a data folder', () => {
	it('lets one in, and the next once it is given back', async () => {
		const unlock = await lockDataDir(dir)
		expect(Number.parseInt(readFileSync(lockFile(), 'utf8'), 10)).toBe(process.pid)
		await expect(lockDataDir(dir, 0)).rejects.toThrow(`in use by process ${process.pid}`)
		unlock()
		expect(existsSync(lockFile())).toBe(false)
		const again = await lockDataDir(dir, 0)
		again()
		expect(readdirSync(dir)).toEqual([])
	})

	it('gives back its own lock only: whoever took the folder over keeps theirs', async () => {
		const unlock = await lockDataDir(dir)
		writeFileSync(lockFile(), `${process.ppid} somebody else`)
		unlock()
		expect(existsSync(lockFile())).toBe(true)
	})

	it('keeps out while another process lives, and names it', async () => {
		writeFileSync(lockFile(), String(process.ppid))
		await expect(lockDataDir(dir, 0)).rejects.toThrow(
			`${dir} is in use by process ${process.ppid}. Stop it, or give this one another DATA_DIR.`,
		)
	})

	it('waits for a holder who is about to leave, so that restarts may overlap', async () => {
		const unlock = await lockDataDir(dir)
		const next = lockDataDir(dir, 30_000)
		unlock()
		const release = await next
		release()
	})

	it.each([
		['of a process that is gone', () => String(deadPid())],
		['of the same number from before a restart, as containers give', () => String(process.pid)],
		['that holds no number, as after a full disk', () => ''],
	])('is taken over when it is one %s', async (_, content) => {
		writeFileSync(lockFile(), content())
		const unlock = await lockDataDir(dir, 0)
		expect(Number.parseInt(readFileSync(lockFile(), 'utf8'), 10)).toBe(process.pid)
		unlock()
	})
})
