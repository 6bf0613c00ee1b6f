import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { elections } from '#server/db/schema.ts'
import { lockDataDir } from '#server/db/snapshots.ts'
import { runImport } from '#server/import/program.ts'
import { dataDir, inDb, setUpBackups } from '../../support/backup.ts'
import { withFastClock } from '../../support/fast-clock.ts'
import { electionFile } from '../../support/transfer.ts'

setUpBackups()

/** Runs the import. @returns printed lines. */
const importing = async (): Promise<string[]> => {
	const file = join(dataDir, 'a.json')
	writeFileSync(file, JSON.stringify(electionFile()))
	const lines: string[] = []
	await runImport([file], { DATA_DIR: dataDir }, (line) => lines.push(line))
	return lines
}

describe('npm run import', () => {
	it('writes to the embedded database unless a server uses it', async () => {
		const release = await lockDataDir(dataDir)
		await expect(withFastClock(importing)).rejects.toThrow(
			/is in use by process \d+\. Stop it, or give this one another DATA_DIR/,
		)
		release()
		expect((await importing()).at(-1)).toBe(
			'6 to create, 0 to update, 0 the same, 0 refused. All of it was written.',
		)
		const names = await inDb((db) => db.select({ name: elections.name }).from(elections))
		expect(names).toEqual([{ name: 'Mayor of Austin' }])
	})
})
