import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { describe, expect, it } from 'vitest'
import {
	dataDir,
	inDb,
	keysOf,
	NOW,
	printed,
	restore,
	setUpBackups,
	write,
} from '../../support/backup.ts'

setUpBackups()

const LATER = new Date(NOW.getTime() + 3_600_000)

describe('embedded database snapshots', () => {
	const snapshots = () => readdirSync(join(dataDir, 'snapshots')).toSorted()

	it('are consistent while writes continue', async () => {
		const file = await inDb(async (db, { snapshot }) => {
			await write('before')(db)
			const [taken] = await Promise.all([snapshot?.(NOW), write('beside')(db)])
			await write('after')(db)
			return taken ?? ''
		})
		expect(statSync(file).mode & 0o777, 'accessible by its owner only').toBe(0o600)
		await restore(file)
		const keys = await inDb(keysOf)
		expect(keys).toContain('before')
		expect(keys).not.toContain('after')
		expect(printed[0], 'the previous data is not deleted').toMatch(
			/What was there is in .*db\.before-/,
		)
	})

	it('keep the last seven, skip unchanged data, and clean up drafts left by a kill', async () => {
		mkdirSync(join(dataDir, 'snapshots'))
		const older = ['09', '10', '11', '12', '13', '14', '15'].map((hour) => `2026-11-03T${hour}.tgz`)
		for (const name of older) writeFileSync(join(dataDir, 'snapshots', name), '')
		const names = ['2026-11-03T18-00-00.000Z.tgz', '2026-11-03T19-00-00.000Z.tgz']
		await inDb(async (db, { snapshot }) => {
			expect(await snapshot?.(NOW)).toContain('.tgz')
			expect(await snapshot?.(LATER), 'no new snapshot').toBeNull()
			expect(snapshots()).toEqual([...older.slice(1), names[0]])
			writeFileSync(join(dataDir, 'snapshots', 'draft-left.tgz'), 'half')
			await write('more')(db)
			await snapshot?.(LATER)
		})
		expect(snapshots()).toEqual([...older.slice(2), ...names])
	})

	// Repeated restarts must not push out older snapshots.
	it('keep one per hour', async () => {
		mkdirSync(join(dataDir, 'snapshots'))
		const restarts = [0, 1, 2, 3, 4, 5, 6].map((minute) => `2026-11-03T18-0${minute}-00.000Z.tgz`)
		for (const name of ['2026-11-03T12.tgz', ...restarts]) {
			writeFileSync(join(dataDir, 'snapshots', name), '')
		}
		await inDb((_, { snapshot }) =>
			expect(snapshot?.(new Date(NOW.getTime() + 7 * 60_000))).resolves.toContain('.tgz'),
		)
		expect(snapshots()).toEqual(['2026-11-03T12.tgz', '2026-11-03T18-07-00.000Z.tgz'])
	})

	it('refuse an archive that holds no Evenhand database', async () => {
		const other = mkdtempSync(join(tmpdir(), 'evenhand-other-'))
		writeFileSync(join(other, 'PG_VERSION'), '17')
		const file = join(dataDir, 'other.tgz')
		await create({ file, cwd: other, gzip: true }, ['.'])
		rmSync(other, { recursive: true })
		await inDb(write('kept'))
		await expect(restore(file)).rejects.toThrow('holds no database of Evenhand.')
		expect(await inDb(keysOf)).toEqual(['kept'])
	})
})
