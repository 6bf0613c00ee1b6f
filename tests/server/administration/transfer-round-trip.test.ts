import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TextFile } from '#contract/admin/import-export.ts'
import { candidateElections, candidates, elections } from '#server/db/schema.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { exported, fileOf, importing, refusedIn } from '../../support/transfer.ts'

let server: TestServer
let admin: Voter
const start = async () => {
	server = await createTestServer()
	admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
}
beforeEach(start)

/** Texts that break spreadsheets, separators, or quoting. */
const AWKWARD = [
	'=1+1',
	"'=1+1",
	"''-2",
	'+420 crowns a month',
	'-5 % for all',
	'@home for everybody',
	"'quoted' from the start",
	'One; two, three',
	'He said: "Never, ever"',
	'Two\r\nlines',
	'Two\nother lines',
	'Příliš žluťoučký kůň 🐎',
	'\u202Eright to left',
	'true',
	'0123',
]

const SAME = randomUUID()

const POSITIONS = [
	{
		...{ candidate: 'Semi; Colon', value: -2, quote: '=never', source: 'Debate; part 2' },
		...{ url: 'https://debate.example.org', note: '-x', status: 'VALIDATED', givenBy: 'party' },
	},
	{ candidate: SAME, value: 1 },
]

/** Election with every status and field, two candidates with one name, and a compared candidate who has left. */
const FULL = {
	election: {
		name: '=Council, of "Austin"; 2026',
		electionDate: '2026-12-03',
		jurisdiction: 'CITY',
		city: 'Austin',
		state: 'Texas',
		active: false,
	},
	quizzes: [
		{ name: 'All', quizType: 'BINARY', startDate: null, endDate: null, active: true },
		{
			...{ name: '-Some', quizType: 'POLICY_PICK', startDate: '2026-11-01', endDate: '2026-11-30' },
			...{ active: false, candidates: ['Ann', 'Semi; Colon'] },
		},
	],
	candidates: [
		{
			name: 'Ann',
			party: '@party',
			website: 'https://ann.example.org',
			logo: 'https://a.org/l.png',
		},
		{ name: 'Semi; Colon', logo: null, policies: [] },
		{
			...{ name: 'Same', id: SAME },
			policies: [
				{
					...{ text: 'First', category: 'SOCIAL', positions: [{ candidate: 'Ann', value: 0 }] },
					...{ background: '@what it means', backgroundSource: 'A; b' },
				},
			],
		},
		{ name: 'Same', id: randomUUID(), policies: [{ text: 'Second', category: 'SOCIAL' }] },
	].map((candidate) =>
		candidate.name === 'Ann'
			? {
					...candidate,
					policies: [
						...AWKWARD.map((text) => ({
							...{ text, category: 'ECONOMY', source: text },
							...(text === 'true' && { positions: POSITIONS }),
						})),
						...['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'].map(
							(validationStatus, index) => ({
								...{ text: `Status ${index}`, category: 'GOVERNANCE', validationStatus },
								...{ importance: 0.5 + index / 10, clarity: index + 0.25, complexity: index + 1 },
								...{ bias: index, effectiveness: 9.5, priority: index + 1 },
								...{ prioritySource: '=me', keywords: ['-tax', 'žena'].slice(index) },
							}),
						),
					],
				}
			: candidate,
	),
}

/** Imports the full election, removes one candidate from it, and returns its id. */
const prepared = async (): Promise<string> => {
	const report = await importing(admin, [fileOf('full.json', FULL)])
	expect(refusedIn(report)).toEqual([])
	const [row] = await server.db.select().from(candidates).where(eq(candidates.name, 'Semi; Colon'))
	await server.db
		.delete(candidateElections)
		.where(eq(candidateElections.candidateId, row?.id ?? ''))
	return report.electionIds[0] ?? ''
}

describe('export', () => {
	it.each(['json', 'csv'] as const)(
		'is imported into an empty database without loss: %s',
		async (format) => {
			const id = await prepared()
			const files = await exported(admin, id, format)
			const both = [await exported(admin, id, 'json'), await exported(admin, id, 'csv')]
			await start()
			const report = await importing(admin, files)
			expect(refusedIn(report)).toEqual([])
			expect(report).toMatchObject({ written: true, electionIds: [id] })
			// Compares both formats: an omission in one would go unnoticed before and after.
			expect([await exported(admin, id, 'json'), await exported(admin, id, 'csv')]).toEqual(both)
		},
	)

	it.each(['json', 'csv'] as const)(
		'changes nothing when imported where it came from: %s',
		async (format) => {
			const id = await prepared()
			const files = await exported(admin, id, format)
			const { counts } = await importing(admin, files)
			expect(counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
			expect(counts.same).toBe(1 + 4 + AWKWARD.length + 4 + 2 + 2)
		},
	)

	it('has a stable order and no internal fields', async () => {
		const id = await prepared()
		const [file] = await exported(admin, id, 'json')
		expect(file?.name).toBe('council-of-austin-2026-2026-12-03.json')
		const content = JSON.parse(file?.text ?? '') as {
			candidates: { name: string; policies: Record<string, unknown>[] }[]
		}
		expect(content.candidates.map(({ name }) => name)).toEqual([
			'Ann',
			'Same',
			'Same',
			'Semi; Colon',
		])
		expect(Object.keys(content.candidates[0]?.policies[0] ?? {}).toSorted()).toEqual([
			...['background', 'backgroundSource'],
			...['bias', 'category', 'clarity', 'complexity', 'effectiveness', 'id', 'importance'],
			...['keywords', 'priority', 'prioritySource', 'source', 'text', 'validationStatus'],
		])
		expect(file?.text).not.toMatch(/revised|deletedAt|createdAt|search/)
	})
})

describe('CSV tables', () => {
	const textOf = (files: readonly TextFile[], name: string) =>
		files.find((file) => file.name.endsWith(name))?.text ?? ''

	it('have no cell that a spreadsheet would run', async () => {
		const id = await prepared()
		const files = await exported(admin, id, 'csv')
		expect(files.map(({ name }) => name)).toEqual([
			'council-of-austin-2026-2026-12-03-election.csv',
			'council-of-austin-2026-2026-12-03-candidates.csv',
			'council-of-austin-2026-2026-12-03-policies.csv',
			'council-of-austin-2026-2026-12-03-quizzes.csv',
		])
		for (const { text } of files) {
			expect(text.startsWith('\uFEFF')).toBe(true)
			// A cell starts a line or follows a comma, and may be quoted. Positions are numbers.
			const cells = text.replace('Two\r\nlines', '').replace(/,-[12](?=,)/g, ',')
			expect(cells).not.toMatch(/(?:^|,|\r\n)"?[=+\-@\t]/)
		}
		expect(textOf(files, '-policies.csv')).toContain(`"'=1+1"`)
	})
})

describe('handwritten tables', () => {
	const ELECTIONS =
		'name;electionDate;jurisdiction\r\nCity, north;2026-12-03;FEDERAL\r\nSouth;2026-12-03;FEDERAL'
	const PEOPLE = 'Election;Name\r\nCity, north;Ann\r\nCity, north;Bo\r\nSouth;Cy\r\nSouth;Ann'
	const POLICIES = [
		'election;candidate;text;category;importance;clarity',
		'City, north;Ann;"Parks; and\r\ntrees, many";ENVIRONMENT;1,5;',
		'',
		'City, north;Bo;Roads;ECONOMY;;7,5',
		'South;Cy;Roads;ECONOMY;2;',
		'South;Ann;Trams;ECONOMY;;',
	].join('\r\n')
	const QUIZZES =
		'election;name;quizType;candidates;active\r\nCity, north;Rate;SCALE;"Ann; Bo";TRUE\r\nSouth;Rate;SCALE;;FALSE'
	const files = (replaced: Record<string, string> = {}) =>
		Object.entries({
			'election.csv': ELECTIONS,
			'candidates.csv': PEOPLE,
			'policies.csv': POLICIES,
			'quizzes.csv': QUIZZES,
			...replaced,
		}).map(([name, text]) => fileOf(name, text))

	it('accept several elections, semicolons, decimal commas, and a byte order mark', async () => {
		const marked = files().map(({ name, text }) => ({ name, text: `\uFEFF${text}` }))
		const report = await importing(admin, marked)
		expect(refusedIn(report)).toEqual([])
		expect(report.counts.create).toBe(2 + 4 + 4 + 2)
		const [north = ''] = report.electionIds
		const [file] = await exported(admin, north, 'json')
		expect(JSON.parse(file?.text ?? '')).toMatchObject({
			election: { name: 'City, north' },
			quizzes: [{ name: 'Rate', candidates: ['Ann', 'Bo'], active: true, startDate: '2026-11-21' }],
			candidates: [
				{ name: 'Ann', policies: [{ text: 'Parks; and\r\ntrees, many', importance: 1.5 }] },
				{ name: 'Bo', policies: [{ text: 'Roads', importance: 1, clarity: 7.5 }] },
			],
		})
		const [other] = await exported(admin, report.electionIds[1] ?? '', 'json')
		expect(JSON.parse(other?.text ?? '')).toMatchObject({
			quizzes: [{ candidates: ['Ann', 'Cy'], active: false }],
		})
	})

	it('are recognized by their columns instead of file names', async () => {
		const renamed = files().map(({ text }, index) => ({ name: `table ${index}.csv`, text }))
		expect((await importing(admin, renamed, true)).counts.create).toBe(12)
	})

	it('add to an existing election by its name or id', async () => {
		const { electionIds } = await importing(admin, files())
		const table = (election: string) =>
			fileOf('policies.csv', `election,candidate,text,category\n${election},Ann,Bridges,ECONOMY`)
		for (const election of ['South', electionIds[1] ?? '']) {
			const report = await importing(admin, [table(election)], true)
			expect(report.changes).toMatchObject([
				{ action: 'create', table: 'policy', name: 'Bridges', message: 'of Ann; status PENDING' },
			])
		}
		expect(refusedIn(await importing(admin, [table('East')], true))).toEqual([
			'policies.csv:2 election East: election: was not found in these files or on this server',
		])
		await server.db.update(elections).set({ name: 'South' })
		expect(refusedIn(await importing(admin, [table('South')], true))).toEqual([
			'policies.csv:2 election South: election: is the name of several elections: add the id',
		])
	})

	it.each([
		[
			'policies.csv',
			'election;candidate;text;category\nSouth;Zoe;Roads;ECONOMY',
			'2 policy Roads: candidate: is not a candidate of this election',
		],
		[
			'policies.csv',
			'election;candidate;text;category\n\nSouth;;Roads;ECONOMY',
			'3 policy Roads: candidate: is required',
		],
		[
			'policies.csv',
			'election;candidate;text;category\n;Cy;Roads;ECONOMY',
			'2 policy Roads: election: must be the name or the id of an election',
		],
		[
			'policies.csv',
			'election;candidate;text;category\nSouth;Cy;"a\nb";ECONOMY\nSouth;Cy;Roads;PARKS',
			'4 policy Roads: category: must be one of ECONOMY, HEALTHCARE, EDUCATION, ENVIRONMENT, SOCIAL, FOREIGN_POLICY, GOVERNANCE',
		],
		[
			'policies.csv',
			'election;candidate;text;category;importance\nSouth;Cy;Roads;ECONOMY;much',
			'2 policy Roads: importance: must be a number',
		],
		[
			'policies.csv',
			'election;candidate;text;text;category\nSouth;Cy;Roads;Roads;ECONOMY',
			'1 file : text: is a duplicate',
		],
		[
			'policies.csv',
			'election;candidate;text;category\nSouth;Cy;Roads;ECONOMY;more',
			'2 policy Roads: has more cells than columns',
		],
		[
			'policies.csv',
			'election;candidate;text;category\nSouth;Cy;Roads;ECONOMY\nSouth;Cy;"Roads;ECONOMY',
			'3 policy Roads;ECONOMY: opens a quotation mark that is never closed, so that the rest of the file cannot be read',
		],
		[
			'quizzes.csv',
			'election;name;quizType;active\nSouth;Rate;SCALE;perhaps',
			'2 quiz Rate: active: must be true or false',
		],
		[
			'election.csv',
			'name;electionDate;jurisdiction\nSouth;in May;FEDERAL',
			'2 election South: electionDate: must be a day (YYYY-MM-DD)',
		],
		[
			'other.csv',
			'hello\nworld',
			'1 file : cannot be imported: the first line must name the columns',
		],
		['other.csv', '', '1 file : cannot be imported: the first line must name the columns'],
	])('are refused with the line: %s %j', async (name, text, expected) => {
		const report = await importing(admin, files({ [name]: text }))
		expect(refusedIn(report)).toContain(`${name}:${expected}`)
		expect(await server.db.$count(elections)).toBe(0)
	})

	it('keep quoted cells and line numbers across parse chunks', async () => {
		const long = 'Many words, "quoted"; and\r\nmore '.repeat(20).trim()
		const quoted = `"${long.replaceAll('"', '""')}`
		const rows = Array.from({ length: 400 }, (_, index) => `South,Cy,${quoted} ${index}",ECONOMY`)
		const text = ['election,candidate,text,category', ...rows, 'South,Cy,Last,PARKS'].join('\r\n')
		expect(text.length).toBeGreaterThan(200_000)
		const report = await importing(admin, files({ 'policies.csv': text }), true)
		const line = 2 + 400 * 21
		expect(refusedIn(report)).toEqual([
			expect.stringContaining(`policies.csv:${line} policy Last: category`),
		])
		const policies = report.changes.filter(
			({ table, action }) => table === 'policy' && action === 'create',
		)
		expect(policies).toHaveLength(400)
	})
})
