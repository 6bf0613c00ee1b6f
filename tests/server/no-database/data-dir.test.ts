import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inDataDir, placeFile } from '#server/data-dir.ts'

let dir: string
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'evenhand-data-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const NOBODY = 65_534

/** Runs as an unprivileged user, because root bypasses file permissions. */
const asUnprivileged = async (work: () => Promise<unknown>): Promise<unknown> => {
	if (process.getuid?.() !== 0 || process.seteuid === undefined) return work()
	process.seteuid(NOBODY)
	try {
		return await work()
	} finally {
		process.seteuid(0)
	}
}

describe('data folder', () => {
	it('is created with its parents for its owner only, even concurrently', async () => {
		const inner = join(dir, 'a', 'b')
		const works = [1, 2].map((n) => inDataDir(inner, () => n))
		expect(await Promise.all(works)).toEqual([1, 2])
		expect(statSync(inner).mode & 0o777).toBe(0o700)
	})

	it('is named with the reason when not writable', async () => {
		chmodSync(dir, 0o555)
		const data = join(dir, 'data')
		await asUnprivileged(() =>
			expect(inDataDir(data, () => undefined)).rejects.toThrow(
				`DATA_DIR ${data} cannot be used: EACCES`,
			),
		)
		await asUnprivileged(() =>
			expect(inDataDir(dir, () => placeFile(join(dir, 'x'), ''))).rejects.toThrow(
				`DATA_DIR ${dir} cannot be used: EACCES`,
			),
		)
		chmodSync(dir, 0o700)
		expect(existsSync(data)).toBe(false)
	})
})

describe('placed file', () => {
	it('keeps its first content and leaves no temporary files', () => {
		const path = join(dir, 'file')
		expect(placeFile(path, 'one')).toBe(true)
		expect(placeFile(path, 'two')).toBe(false)
		expect(readdirSync(dir)).toEqual(['file'])
		expect(statSync(path).mode & 0o777).toBe(0o600)
	})
})
