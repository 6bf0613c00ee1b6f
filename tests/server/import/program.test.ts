import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { audit, elections } from '#server/db/schema.ts'
import { runImport } from '#server/import/program.ts'
import { newDatabase } from '../../support/database.ts'
import { dataDir, run, setUpProgram } from '../../support/program.ts'
import { electionFile } from '../../support/transfer.ts'

setUpProgram()

const write = (name: string, content: unknown): string => {
	const path = join(dataDir, name)
	writeFileSync(path, JSON.stringify(content, null, '\t'))
	return path
}
/** Runs the import. @returns printed lines, and true if nothing was refused. */
const importing = async (args: readonly string[], env: { DATABASE_URL?: string } = {}) => {
	const lines: string[] = []
	const good = await runImport(args, { DATA_DIR: dataDir, ...env }, (line) => lines.push(line))
	return { good, lines }
}
const openAgain = ({ DATABASE_URL: url = '' }: { DATABASE_URL?: string }) =>
	openDb({ kind: 'postgres', url }, () => undefined)
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
	it('prints changes line by line in a dry run', async () => {
		const file = write('a.json', electionFile())
		expect(await importing([file, '--dry-run'], await newDatabase())).toEqual({
			good: true,
			lines: [...IMPORTED, '6 to create, 0 to update, 0 the same, 0 refused. Nothing was written.'],
		})
	})

	it('writes to the configured database and prints the same changes', async () => {
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

	it('prints notes about an active quiz', async () => {
		const quizzes = [{ name: 'Rate', quizType: 'SCALE', active: true }]
		const candidates = ['Ann', 'Bo'].map((name) => ({
			name,
			policies: [{ text: 'Parks', category: 'ENVIRONMENT', validationStatus: 'VALIDATED' }],
		}))
		const file = write('a.json', electionFile({ quizzes, candidates }))
		const { lines } = await importing([file, '--dry-run'], await newDatabase())
		expect(lines.filter((line) => line.startsWith('  note: '))).toEqual([
			'  note: will be active for voters',
			'  note: duplicate statement: “Parks” (Ann, Bo)',
		])
	})

	it('refuses a file in another encoding', async () => {
		const path = join(dataDir, 'old.csv')
		writeFileSync(path, Buffer.from('election,candidate,text\nObec,H\u00e1jek,Parky', 'latin1'))
		await expect(importing([path])).rejects.toThrow(
			`${path} is not in UTF-8. Save it as UTF-8 first.`,
		)
	})

	it('fails and writes nothing if anything is refused', async () => {
		const bad = {
			election: { ...electionFile().election, name: 'Mayor of Waco' },
			candidates: [{ name: 'Ann', policies: [{ text: 'Parks' }] }],
		}
		const files = [write('a.json', electionFile()), write('b.json', bad)]
		const env = await newDatabase()
		const { good, lines } = await importing(files, env)
		expect(good).toBe(false)
		expect(lines[0]).toBe('b.json:11: refuse policy "Parks": category: is required')
		expect(lines.at(-1)).toMatch(/refused\. Nothing was written\.$/)
		const opened = await openAgain(env)
		expect(await opened.db.$count(elections)).toBe(0)
		await opened.close()
	})

	it('explains missing files and files that are too large', async () => {
		await expect(importing([join(dataDir, 'none.json')])).rejects.toThrow('none.json')
		const half = write('half.json', 'x'.repeat(9_000_000))
		await expect(importing([half, half])).rejects.toThrow(
			'The files have more than 16777216 bytes together.',
		)
	})

	it('exits with 1 and usage without arguments', async () => {
		const { result } = run({}, ['src/server/import/main.ts'])
		expect(await result.ended).toBe(1)
		expect(result.output).toBe(
			'Usage: npm run import -- FILE [FILE…] [--dry-run] [--dates MDY|DMY]\n',
		)
	})
})
