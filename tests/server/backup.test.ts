import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '#server/backup/backends.ts'
import {
	backup,
	dataDir,
	inDb,
	keysOf,
	printed,
	restore,
	setUpBackups,
	write,
} from '../support/backup.ts'

describe('npm run backup and npm run restore', () => {
	setUpBackups()

	it('restore the backup and nothing newer', async () => {
		const file = join(dataDir, 'backup')
		await inDb(write('before'))
		await backup(file)
		await inDb(write('after'))
		await restore(file)
		expect(await inDb(keysOf)).toEqual(['before'])
		expect(printed).toContain(`Wrote ${file}`)
		expect(printed.at(-1)).toBe(`Restored ${file}`)
	})

	it('restore an older backup over newer tables', async () => {
		const file = join(dataDir, 'backup')
		await inDb(write('before'))
		await backup(file)
		await inDb((db) =>
			db.execute(
				sql`create table of_a_newer_version (key text primary key references settings (key))`,
			),
		)
		await restore(file)
		expect(await inDb(keysOf)).toEqual(['before'])
		const gone = inDb((db) => db.execute(sql`select * from of_a_newer_version`))
		await expect(gone).rejects.toThrow()
	})

	it('keep the database if the file is no backup', async () => {
		await inDb(write('kept'))
		const file = join(dataDir, 'wrong')
		writeFileSync(file, 'no backup')
		await expect(restore(file)).rejects.toThrow()
		expect(await inDb(keysOf)).toEqual(['kept'])
	})
})

describe('PostgreSQL address for its programs', () => {
	it('becomes decoded environment variables, hidden from other users', () => {
		expect(
			environmentOf('postgres://ann:p%40ss@db.test:5433/even%20hand?sslmode=require&other=1'),
		).toEqual({
			PGHOST: 'db.test',
			PGPORT: '5433',
			PGUSER: 'ann',
			PGPASSWORD: 'p@ss',
			PGDATABASE: 'even hand',
			PGSSLMODE: 'require',
		})
	})
})
