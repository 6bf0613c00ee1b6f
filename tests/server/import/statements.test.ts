import { readFile } from 'node:fs/promises'
import { count, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { candidates, elections, policies, positions } from '#server/db/schema.ts'
import { replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { exported, fileOf, importing, refusedIn } from '../../support/transfer.ts'

const { compareQuizzes, manageQuizzes, quiz } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter(undefined, ['ROLE_ADMIN'])
})

const dataFile = async (name: string) =>
	fileOf(name, await readFile(new URL(`../../data/${name}`, import.meta.url), 'utf8'))

/** Two candidates and two statements in the format of other voting advice applications. */
const small = (replaced: Record<string, unknown> = {}) => ({
	election: {
		name: 'Village',
		date: '2026-12-03',
		source: 'https://data.example.org',
		licence: 'CC0',
	},
	candidates: [{ name: 'Ann', color: '#fff' }, { name: 'Bo' }],
	statements: [
		{ text: 'More parks.', title: 'Parks', category: 'ENVIRONMENT', positions: { Ann: 2, Bo: -1 } },
		{ text: 'More roads.', category: 'ECONOMY', positions: { Ann: 0, Bo: 2 } },
	],
	...replaced,
})

describe('statements with positions', () => {
	it('become policies of a candidate who agrees fully, with the positions of the others', async () => {
		const { electionIds } = await importing(admin, [fileOf('a.json', small())])
		const [file] = await exported(admin, electionIds[0] ?? '', 'json')
		expect(JSON.parse(file?.text ?? '')).toMatchObject({
			election: { name: 'Village', electionDate: '2026-12-03', jurisdiction: 'FEDERAL' },
			quizzes: [{ name: 'Village', quizType: 'SCALE', active: false, candidates: ['Ann', 'Bo'] }],
			candidates: [
				{
					name: 'Ann',
					policies: [
						{
							text: 'More parks.',
							category: 'ENVIRONMENT',
							validationStatus: 'PENDING',
							source: 'Parks, https://data.example.org, CC0',
							positions: [{ candidate: 'Bo', value: -1, status: 'PENDING', givenBy: 'editor' }],
						},
					],
				},
				{
					name: 'Bo',
					policies: [
						{
							text: 'More roads.',
							category: 'ECONOMY',
							positions: [{ candidate: 'Ann', value: 0, status: 'PENDING', givenBy: 'editor' }],
						},
					],
				},
			],
		})
	})

	// Otherwise the quiz could not be taken.
	it('exclude candidates without a position from the quiz', async () => {
		const candidates = [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }]
		const report = await importing(admin, [fileOf('a.json', small({ candidates }))])
		const noted = report.changes.filter(({ table }) => table === 'candidate')
		expect(noted.map(({ name, message }) => [name, message])).toEqual([
			['Ann', null],
			['Bo', null],
			['Cy', 'has no position, so they are in no quiz'],
		])
		const [file] = await exported(admin, report.electionIds[0] ?? '', 'json')
		const { quizzes } = JSON.parse(file?.text ?? '') as { quizzes: { candidates: string[] }[] }
		expect(quizzes[0]?.candidates).toEqual(['Ann', 'Bo'])
	})

	it('need review when they have no category', async () => {
		const [statement] = small().statements
		const statements = [{ ...statement, category: undefined }, small().statements[1]]
		const report = await importing(admin, [fileOf('a.json', small({ statements }))])
		expect(report.changes).toContainEqual(
			expect.objectContaining({
				table: 'policy',
				name: 'More parks.',
				message:
					'of Ann; status NEEDS_REVIEW; has no category, so it needs review; positions: 1 new',
			}),
		)
		const rows = await server.db.select().from(policies).where(eq(policies.text, 'More parks.'))
		expect(rows).toMatchObject([{ validationStatus: 'NEEDS_REVIEW' }])
	})

	it.each([
		[{ positions: { Zoe: 2 } }, /positions\.Zoe: is not one of the candidates$/],
		[{ positions: { Ann: 'yes' } }, /statements\.0\.positions\.Ann: must be a number$/],
		[{ positions: { Ann: 2, Bo: 0.5 } }, /positions\.Bo: is not a position from -2 to 2: 0\.5$/],
		[{ positions: { Ann: 2 }, category: 'PARKS' }, /category: must be one of/],
		[{ positions: { Ann: 1, Bo: 1 } }, /candidate: no candidate strongly agrees/],
	])('are refused with the line when invalid: %#', async (replaced, expected) => {
		const [statement] = small().statements
		const report = await importing(admin, [
			fileOf(
				'a.json',
				small({ statements: [{ ...statement, ...replaced }, small().statements[1]] }),
			),
		])
		expect(refusedIn(report)).toEqual([expect.stringMatching(expected)])
		expect(await server.db.$count(elections)).toBe(0)
	})
})

/** Cells of a statements file by statement and candidate, on the scale of -2 to 2. */
const cellsIn = (text: string): string[] => {
	const { statements } = JSON.parse(text) as {
		statements: { text: string; positions: Record<string, number> }[]
	}
	return statements
		.flatMap((statement) =>
			Object.entries(statement.positions).map(
				([name, value]) => `${statement.text} | ${name} | ${value * 2}`,
			),
		)
		.toSorted()
}

const storedCells = async (): Promise<string[]> => {
	const owners = await server.db
		.select({ text: policies.text, name: candidates.name })
		.from(policies)
		.innerJoin(candidates, eq(candidates.id, policies.candidateId))
	const others = await server.db
		.select({ text: policies.text, name: candidates.name, value: positions.value })
		.from(positions)
		.innerJoin(policies, eq(policies.id, positions.policyId))
		.innerJoin(candidates, eq(candidates.id, positions.candidateId))
	return [...owners.map((owner) => ({ ...owner, value: 2 })), ...others]
		.map(({ text, name, value }) => `${text} | ${name} | ${value}`)
		.toSorted()
}

describe('Czech election of 2017', () => {
	it('imports every cell of 25 parties and 35 statements', async () => {
		const file = await dataFile('czech-2017-en.json')
		const dry = await importing(admin, [file], true)
		expect(dry.counts).toEqual({ create: 1 + 25 + 35 + 1, update: 0, same: 0, refuse: 0 })
		expect(dry.notes?.map(({ message }) => message)).toEqual([
			'Values -1, 0, 1 are read as -2, 0, 2',
		])
		expect((await importing(admin, [file])).counts).toEqual(dry.counts)
		const cells = cellsIn(file.text)
		expect(cells).toHaveLength(25 * 35)
		expect(await storedCells()).toEqual(cells)
	})

	it('gives each party one or two statements', async () => {
		await importing(admin, [await dataFile('czech-2017-en.json')])
		const owned = await server.db
			.select({ owned: count() })
			.from(policies)
			.groupBy(policies.candidateId)
		expect(new Set(owned.map((row) => row.owned))).toEqual(new Set([1, 2]))
		expect(owned).toHaveLength(25)
	})

	it('changes nothing when imported again, and reports a changed cell', async () => {
		const file = await dataFile('czech-2017-en.json')
		await importing(admin, [file])
		const again = await importing(admin, [file])
		expect(again.counts).toEqual({ create: 0, update: 0, same: 1 + 25 + 35 + 1, refuse: 0 })
		const cells = await storedCells()
		const content = JSON.parse(file.text) as {
			statements: { text: string; positions: Record<string, number> }[]
		}
		const neutral = content.statements.find(({ positions: given }) =>
			Object.values(given).includes(0),
		)
		const [name = ''] = Object.entries(neutral?.positions ?? {}).find(([, one]) => one === 0) ?? []
		Object.assign(neutral?.positions ?? {}, { [name]: -1 })
		const report = await importing(admin, [fileOf('czech-2017-en.json', content)])
		expect(report.counts).toMatchObject({ create: 0, update: 1, refuse: 0 })
		expect(report.changes).toContainEqual(
			expect.objectContaining({
				action: 'update',
				message: expect.stringMatching(/^positions; .*positions: 1 changed, 23 unchanged$/),
			}),
		)
		const after = await storedCells()
		expect(after.filter((cell) => !cells.includes(cell))).toEqual([
			`${neutral?.text} | ${name} | -2`,
		])
	})

	it('becomes a valid quiz of 25 parties after activation', async () => {
		const report = await importing(admin, [await dataFile('czech-2017-en.json')])
		await server.db.update(policies).set({ validationStatus: 'VALIDATED' })
		await server.db.update(positions).set({ status: 'VALIDATED' })
		const voter = await server.registerVoter()
		const params = { electionId: report.electionIds[0] ?? '' }
		const [found] = replyOf(await voter.call(compareQuizzes.ofElection, { params }))
		expect(found).toMatchObject({ quizType: 'SCALE', active: false })
		expect(found?.candidateIds).toHaveLength(25)
		const id = found?.id ?? ''
		replyOf(await admin.call(manageQuizzes.activate, { params: { id } }))
		const valid = replyOf(await voter.call(compareQuizzes.validate, { params: { id } }))
		expect(valid).toMatchObject({ valid: true, policyCount: 35 })
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId: id } }))
		expect(state.totalQuestions).toBe(35)
	})
})

describe('votes of the European Parliament', () => {
	it('import 94 candidates with all policies needing review', async () => {
		const report = await importing(admin, [await dataFile('ep-2014-2019-votes-gb-ie-en.json')])
		expect(refusedIn(report)).toEqual([])
		const people = report.changes.filter(({ table }) => table === 'candidate')
		expect(people).toHaveLength(94)
		const statuses = await server.db
			.selectDistinct({ status: policies.validationStatus })
			.from(policies)
		expect(statuses).toEqual([{ status: 'NEEDS_REVIEW' }])
	})
})
