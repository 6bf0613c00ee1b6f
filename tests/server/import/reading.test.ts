import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it, vi } from 'vitest'
import { readDay } from '#domain/written-forms.ts'
import { readSources } from '#server/import/parse.ts'
import { readInWorker } from '#server/import/read-in-worker.ts'
import { scanCsv } from '#server/import/scan-csv.ts'
import { writeTable } from '#server/import/write-table.ts'
import { categoryName } from '#web/texts/en/admin/policies.ts'
import { answers } from '#web/texts/en/elections.ts'
import { electionFile, fileOf } from '../../support/transfer.ts'

const turnsDuring = async <Value>(
	work: Promise<Value>,
): Promise<{ turns: number; value: Value }> => {
	let done = false
	let turns = 0
	const count = async () => {
		while (!done) {
			await setImmediate()
			turns++
		}
	}
	const counting = count()
	const value = await work
	done = true
	await counting
	return { turns, value }
}

const POLICIES = Array.from({ length: 30_000 }, (_, index) => ({
	text: `Point ${index} of a long programme, which somebody has written down with care.`,
	category: 'ECONOMY',
}))

const filesOf = (policies: typeof POLICIES): [string, string, string][] => [
	['JSON', 'a.json', JSON.stringify(electionFile({ candidates: [{ name: 'Ann', policies }] }))],
	[
		'a table',
		'policies.csv',
		[
			'election,candidate,text,category',
			...policies.map(({ text }) => `X,Ann,"${text}",ECONOMY`),
		].join('\n'),
	],
]

const MATRIX = (size: number): [string, string, string] => [
	'a matrix',
	'matrix.csv',
	[
		'election,statement,Ann,Bo',
		...POLICIES.slice(0, size).map(({ text }) => `X,"${text}",2,-1`),
	].join('\n'),
]

describe('reading a large file', () => {
	it.each([...filesOf(POLICIES), MATRIX(30_000)])(
		'yields to other work: %s',
		async (_, name, text) => {
			// Without pauses there would be two turns: at the start and at the end.
			const { turns } = await turnsDuring(readSources([fileOf(name, text)]))
			expect(turns).toBeGreaterThan(5)
		},
	)

	it.each([...filesOf(POLICIES.slice(0, 3000)), MATRIX(3000)])(
		'gives the same result in a worker thread: %s',
		async (_, name, text) => {
			const files = [fileOf(name, text)]
			const { turns, value } = await turnsDuring(readInWorker(files))
			expect(value).toEqual(await readSources(files))
			// The worker sends its result in chunks, one per turn.
			expect(turns).toBeGreaterThan(3000 / 200)
		},
	)
})

describe('malformed file of several megabytes', () => {
	const rows = 'Springfield,Ann,A point of the programme,ECONOMY\n'.repeat(40_000)
	it.each([
		['a quote that never closes', 'p.csv', `election,candidate,text,category\nX,"${rows}`, 1],
		['garbage that looks like JSON', 'a.json', `{${'}['.repeat(1_000_000)}`, 1],
		['an unclosed list', 'a.json', `[${'1,'.repeat(1_000_000)}`, 2],
	])(
		'is refused in a worker without blocking the main thread: %s',
		async (_, name, text, refusals) => {
			const { turns, value } = await turnsDuring(readInWorker([fileOf(name, text)]))
			expect(value.elections).toEqual([])
			expect(value.refused).toHaveLength(refusals)
			expect(turns).toBeGreaterThan(100)
		},
	)
})

const workOf = (text: string): number => {
	let work = 0
	const { indexOf } = String.prototype
	const spy = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
		this: string,
		search,
		from = 0,
	) {
		const found = indexOf.call(this, search, from)
		work += (found === -1 ? this.length : found) - from
		return found
	})
	const rows = [...scanCsv(text, ',')]
	spy.mockRestore()
	for (const { cells } of rows) for (const cell of cells) work += cell.length
	return work
}

describe('scanning CSV', () => {
	it.each([
		['a quote that never closes', (size: number) => `a,"${'b,c\n'.repeat(size)}`],
		['a misplaced quote in each row', (size: number) => '"a"b\n'.repeat(size)],
		['quotes and spaces', (size: number) => `"${'" "'.repeat(size)}${' '.repeat(size)}`],
		['only quotes', (size: number) => '"'.repeat(size)],
		['quotes and delimiters', (size: number) => '",'.repeat(size)],
	])('takes linear work: %s', (_, make) => {
		const [small, large] = [make(1000), make(16_000)]
		expect(workOf(large)).toBeLessThanOrEqual(3 * large.length)
		expect(workOf(small)).toBeLessThanOrEqual(3 * small.length)
	})

	it('round-trips any table regardless of size, cells, and line ends', () => {
		const cell = fc.oneof(
			fc.string(),
			fc.stringMatching(/^[a",;\r\n ]*$/),
			fc.nat(3000).map((length) => '\r\n"'.repeat(length)),
		)
		const table = fc
			.tuple(fc.integer({ min: 2, max: 5 }), fc.constantFrom('\r\n', '\n', '\r'))
			.chain(([width, newline]) =>
				fc.tuple(
					fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
					fc.constant(newline),
				),
			)
		fc.assert(
			fc.property(table, ([rows, newline]) => {
				const text = Papa.unparse(rows, { newline })
				expect([...scanCsv(text, ',')].map(({ cells }) => cells)).toEqual(rows)
			}),
		)
	})

	it.each(['\r\n', '\n', '\r'])(
		'reads a line end %j after a quote at every position',
		(newline) => {
			for (let length = 65_530; length < 65_545; length++) {
				const text = `"${'x'.repeat(length)}"${newline}"a"${newline}`
				expect([...scanCsv(text, ',')].map(({ cells }) => cells.join().length)).toEqual([length, 1])
			}
		},
	)

	it('reads mixed line ends and counts lines', () => {
		const rows = [...scanCsv('a,b\r\n"c\r\nd",e\rf,g\n\nh,"i"', ',')]
		expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
			[1, ['a', 'b']],
			[2, ['c\r\nd', 'e']],
			[4, ['f', 'g']],
			[5, ['']],
			[6, ['h', 'i']],
		])
	})

	it('loses only the row of a misplaced quotation mark', () => {
		const rows = [...scanCsv('a\n"b"c,d\ne\n"f', ',')]
		expect(rows.map(({ cells, fault }) => [cells.join(), fault])).toEqual([
			['a', null],
			['bc,d', 'misplaced'],
			['e', null],
			['f', 'unclosed'],
		])
	})
})

describe('exported table', () => {
	it.each([1, 400, 3000])('is read again with %i rows', async (length) => {
		const text = (index: number) => `${'A "quoted" point;\r\n'.repeat(index % 7)}No. ${index}`
		const rows = Array.from({ length }, (_, index) => ({
			...{ election: 'X', candidate: 'Ann', text: text(index), category: 'ECONOMY' },
		}))
		const written = await writeTable(Object.keys(rows[0] ?? {}), rows, async () => undefined)
		const { refused, elections } = await readSources([fileOf('policies.csv', written)])
		expect(refused).toEqual([])
		expect(elections[0]?.policies.map(({ value }) => value?.text)).toEqual(
			rows.map((row) => row.text),
		)
	})
})

describe('date', () => {
	it.each([
		['2026-12-03', null, '2026-12-03'],
		['2026/12/3', null, '2026-12-03'],
		['12/25/2026', null, '2026-12-25'],
		['25.12.2026', null, '2026-12-25'],
		['25. 12. 2026', 'MDY', '2026-12-25'],
		['5/5/2026', null, '2026-05-05'],
		['3/4/2026', 'MDY', '2026-03-04'],
		['3/4/2026', 'DMY', '2026-04-03'],
		['3/4/2026', null, null],
		['03.04.2026', null, null],
		['3/4/26', 'MDY', '3/4/26'],
		['in May', null, 'in May'],
	] as const)('%s with order %s is read as %s', (text, order, day) => {
		expect(readDay(text, order)).toBe(day)
	})

	it('is reported when day and month are ambiguous', async () => {
		const file = fileOf('election.csv', 'name,electionDate,jurisdiction\nX,3/4/2026,FEDERAL')
		const { ambiguousDates, refused } = await readSources([file])
		expect(ambiguousDates).toEqual(['3/4/2026'])
		expect(refused.map(({ message }) => message)).toEqual([
			'electionDate: can be read in two ways: say whether the month or the day comes first',
		])
		const read = await readSources([file], { dateOrder: 'DMY' })
		expect(read.refused).toEqual([])
		expect(read.elections[0]?.value?.electionDate).toBe('2026-04-03')
	})
})

describe('display name', () => {
	const policyOf = async (category: string, status: string) => {
		const text = `election,candidate,text,category,validationStatus\nX,Ann,Parks,${category},${status}`
		const { elections } = await readSources([fileOf('policies.csv', text)])
		return elections[0]?.policies[0]?.value
	}
	it.each(['ECONOMY', 'HEALTHCARE', 'FOREIGN_POLICY', 'GOVERNANCE'])(
		'is accepted for the category %s',
		async (code) => {
			expect(await policyOf(categoryName(code), 'Needs Review')).toMatchObject({
				category: code,
				validationStatus: 'NEEDS_REVIEW',
			})
		},
	)

	it('is accepted for quiz types and booleans', async () => {
		for (const [type, word] of Object.entries(answers.types)) {
			const text = `election,name,quizType,active\nX,Rate,${word},Yes`
			const { elections } = await readSources([fileOf('quizzes.csv', text)])
			expect(elections[0]?.quizzes[0]?.value).toMatchObject({ quizType: type, active: true })
		}
	})
})

describe('unknown column', () => {
	it('is ignored with a note', async () => {
		const text = 'election,candidate,text,category,mood,,Owner\nX,Ann,Parks,ECONOMY,good,,Me'
		const { notes, refused, elections } = await readSources([fileOf('policies.csv', text)])
		expect(refused).toEqual([])
		expect(notes).toEqual([
			{ file: 'policies.csv', line: 1, message: 'Ignored columns: mood, Owner' },
		])
		expect(elections[0]?.policies).toHaveLength(1)
	})
})

describe('invalid JSON file', () => {
	it.each([
		['brackets a hundred thousand deep', '['.repeat(100_000)],
		['one bracket too few', '{"election": {'],
		['only a word', 'hello'],
	])('is refused without reading on: %s', async (_, text) => {
		const { elections, refused } = await readSources([fileOf('a.json', text)])
		expect(elections).toEqual([])
		expect(refused[0]).toMatchObject({ file: 'a.json', line: 1, table: 'file' })
		expect(refused.length).toBeLessThanOrEqual(100)
	})

	it('reads JSON under another file name and a table without one', async () => {
		const json = await readSources([fileOf('upload.txt', electionFile())])
		expect(json.refused).toEqual([])
		const table = await readSources([
			fileOf('upload', 'name\telectionDate\tjurisdiction\nVillage\t2026-12-03\tFEDERAL'),
		])
		expect(table.refused).toEqual([])
		expect(table.elections).toMatchObject([{ value: { name: 'Village' } }])
	})
})
