import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { audit, elections } from '#server/db/schema.ts'
import { lockDataDir } from '#server/db/snapshots.ts'
import { runImport } from '#server/import/program.ts'
import { newDatabase, putCluster } from '../../support/database.ts'
import { inAHurry } from '../../support/hurry.ts'
import { dataDir, run, setUpProgram } from '../../support/program.ts'
import { electionFile } from '../../support/transfer.ts'

setUpProgram()

const write = (name: string, content: unknown): string => {
	const path = join(dataDir, name)
	writeFileSync(path, JSON.stringify(content, null, '\t'))
	return path
}
/** What the program prints, and whether nothing was refused. */
const importing = async (args: readonly string[], env: { DATABASE_URL?: string } = {}) => {
	const lines: string[] = []
	const good = await runImport(args, { DATA_DIR: dataDir, ...env }, (line) => lines.push(line))
	return { good, lines }
}
/** The database on which the program worked. */
const openAgain = ({ DATABASE_URL: url }: { DATABASE_URL?: string }) =>
	openDb(
		url === undefined ? { kind: 'embedded', dataDir } : { kind: 'postgres', url },
		() => undefined,
	)
const IMPORTED = [
	'a.json:2: create election "Mayor of Austin"',
	'a.json:8: create quiz "Rate"',
	'  note: is not active until an administrator activates it',
	'a.json:14: create candidate "Ann"',
	'a.json:17: create policy "A is for parks.": of Ann; status VALIDATED',
	'a.json:24: create candidate "Bo"',
	'a.json:27: create policy "B is for parks.": of Bo; status VALIDATED',
]

describe('npm run import', () => {
	it('tells line by line what it would do, where it is only asked that', async () => {
		await putCluster(dataDir)
		const file = write('a.json', electionFile())
		expect(await importing([file, '--dry-run'], await newDatabase())).toEqual({
			good: true,
			lines: [...IMPORTED, '6 to create, 0 to update, 0 the same, 0 refused. Nothing was written.'],
		})
	})

	it('does it on the configured database, and tells the same', async () => {
		await putCluster(dataDir)
		const env = await newDatabase()
		const file = write('a.json', electionFile())
		expect(await importing([file], env)).toEqual({
			good: true,
			lines: [
				...IMPORTED,
				'6 to create, 0 to update, 0 the same, 0 refused. All of it was written.',
			],
		})
		const opened = await openAgain(env)
		expect(await opened.db.select({ name: elections.name }).from(elections)).toEqual([
			{ name: 'Mayor of Austin' },
		])
		const lines = await opened.db.select().from(audit).orderBy(audit.id)
		expect(lines.at(-1)).toMatchObject({ action: 'election.imported', actorId: null })
		await opened.close()
	})

	it('tells beside an active quiz what is to be thought about before voters take it', async () => {
		await putCluster(dataDir)
		const quizzes = [{ name: 'Rate', quizType: 'SCALE', active: true }]
		const candidates = ['Ann', 'Bo'].map((name) => ({
			name,
			policies: [{ text: 'Parks', category: 'ENVIRONMENT', validationStatus: 'VALIDATED' }],
		}))
		const file = write('a.json', electionFile({ quizzes, candidates }))
		const { lines } = await importing([file, '--dry-run'], await newDatabase())
		expect(lines.filter((line) => line.startsWith('  note: '))).toEqual([
			'  note: will be active for voters',
			'  note: stands more than once: “Parks” (Ann, Bo)',
		])
	})

	it('refuses a file in another encoding, whose letters would be changed without a word', async () => {
		const path = join(dataDir, 'old.csv')
		writeFileSync(path, Buffer.from('election,candidate,text\nObec,H\u00e1jek,Parky', 'latin1'))
		await expect(importing([path])).rejects.toThrow(
			`${path} is not in UTF-8. Save it as UTF-8 first.`,
		)
	})

	it('ends with 1 where anything is refused, and writes nothing', async () => {
		const bad = {
			election: { ...electionFile().election, name: 'Mayor of Waco' },
			candidates: [{ name: 'Ann', policies: [{ text: 'Parks' }] }],
		}
		const files = [write('a.json', electionFile()), write('b.json', bad)]
		await putCluster(dataDir)
		const env = await newDatabase()
		const { good, lines } = await importing(files, env)
		expect(good).toBe(false)
		expect(lines[0]).toBe('b.json:11: refuse policy "Parks": category: is required')
		expect(lines.at(-1)).toMatch(/refused\. Nothing was written\.$/)
		const opened = await openAgain(env)
		expect(await opened.db.$count(elections)).toBe(0)
		await opened.close()
	})

	it('refuses while a server has the data folder open, with a message that says so', async () => {
		const release = await lockDataDir(dataDir)
		const refused = inAHurry(() => importing([write('a.json', electionFile())]))
		await expect(refused).rejects.toThrow(
			/is in use by process \d+\. Stop it, or give this one another DATA_DIR/,
		)
		release()
	})

	it('says what is wrong with files that are not there or too large together', async () => {
		await expect(importing([join(dataDir, 'none.json')])).rejects.toThrow('none.json')
		const half = write('half.json', 'x'.repeat(9_000_000))
		await expect(importing([half, half])).rejects.toThrow(
			'The files have more than 16777216 bytes together.',
		)
	})

	it('ends with 1 and a message where it cannot begin', async () => {
		const { result } = run({}, ['src/server/import/main.ts'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe(
			'Usage: npm run import -- FILE [FILE…] [--dry-run] [--dates MDY|DMY]\n',
		)
	})
})
