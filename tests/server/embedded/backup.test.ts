import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
	backup,
	dataDir,
	inDb,
	keysOf,
	printed,
	restore,
	setUpBackups,
	write,
} from '../../support/backup.ts'

describe('npm run backup and npm run restore', () => {
	setUpBackups()

	it('restore the backup and nothing newer, and keep the database if the file is no backup', async () => {
		const file = join(dataDir, 'backup')
		await inDb(write('before'))
		await backup(file)
		await inDb(write('after'))
		const wrong = join(dataDir, 'wrong')
		writeFileSync(wrong, 'no backup')
		await expect(restore(wrong)).rejects.toThrow()
		expect(readdirSync(dataDir).filter((name) => name.startsWith('db.'))).toEqual([])
		expect(await inDb(keysOf)).toEqual(['after', 'before'])
		await restore(file)
		expect(await inDb(keysOf)).toEqual(['before'])
		expect(printed).toContain(`Wrote ${file}`)
		expect(printed.at(-1)).toBe(`Restored ${file}`)
	})

	it('refuse wrong arguments and leave no partial backup behind', async () => {
		await expect(backup()).rejects.toThrow('Usage: npm run backup -- FILE')
		await expect(restore('a', 'b')).rejects.toThrow('Usage: npm run restore -- FILE')
		await expect(restore(join(dataDir, 'missing'))).rejects.toThrow('is not there.')
		await expect(backup(join(dataDir, 'missing', 'backup'))).rejects.toThrow()
		expect(readdirSync(dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
		const file = join(dataDir, 'backup')
		writeFileSync(file, 'older')
		await expect(backup(file)).rejects.toThrow(`${file} is there already.`)
	})
})
