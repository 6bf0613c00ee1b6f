import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readSources } from '#server/import/parse.ts'
import { electionFile, fileOf } from '../../support/transfer.ts'

/** Counts the turns that others get while something is worked on. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
	let done = false
	let turns = 0
	const count = async () => {
		while (!done) {
			await setImmediate()
			turns++
		}
	}
	const counting = count()
	await work
	done = true
	await counting
	return turns
}

const POLICIES = Array.from({ length: 30_000 }, (_, index) => ({
	text: `Point ${index} of a long programme, which somebody has written down with care.`,
	category: 'ECONOMY',
}))

describe('reading a large file', () => {
	it.each([
		[
			'JSON',
			'a.json',
			JSON.stringify(electionFile({ candidates: [{ name: 'Ann', policies: POLICIES }] })),
		],
		[
			'a table',
			'policies.csv',
			[
				'election,candidate,text,category',
				...POLICIES.map(({ text }) => `X,Ann,"${text}",ECONOMY`),
			].join('\n'),
		],
	])('lets others have their turn in between: %s', async (_, name, text) => {
		// Without pauses there would be two: the one when it begins, and the one when it ends.
		expect(await turnsDuring(readSources([fileOf(name, text)]))).toBeGreaterThan(5)
	})
})

describe('a file that is no JSON', () => {
	it.each([
		['brackets a hundred thousand deep', '['.repeat(100_000)],
		['one bracket too few', '{"election": {'],
		['nothing but a word', 'hello'],
	])('is refused and not read on: %s', async (_, text) => {
		const { elections, refused } = await readSources([fileOf('a.json', text)])
		expect(elections).toEqual([])
		expect(refused[0]).toMatchObject({ file: 'a.json', line: 1, table: 'file' })
		expect(refused.length).toBeLessThanOrEqual(100)
	})

	it('may be JSON under another name, and a table under none', async () => {
		const json = await readSources([fileOf('upload.txt', electionFile())])
		expect(json.refused).toEqual([])
		const table = await readSources([
			fileOf('upload', 'name\telectionDate\tjurisdiction\nVillage\t2026-12-03\tFEDERAL'),
		])
		expect(table.refused).toEqual([])
		expect(table.elections).toMatchObject([{ said: { name: 'Village' } }])
	})
})
