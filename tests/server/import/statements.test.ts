import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { elections, policies } from '#server/db/schema.ts'
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
		{ text: 'More parks.', title: 'Parks', category: 'ENVIRONMENT', positions: { Ann: 1, Bo: -1 } },
		{ text: 'More roads.', category: 'ECONOMY', positions: { Ann: 0, Bo: 2 } },
	],
	...replaced,
})

describe('statements with positions', () => {
	it('become policies of the candidates who agree, with sources', async () => {
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
						},
					],
				},
				{ name: 'Bo', policies: [{ text: 'More roads.', category: 'ECONOMY' }] },
			],
		})
	})

	// Otherwise the quiz could not be taken.
	it('exclude candidates without agreement from the quiz', async () => {
		const candidates = [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }]
		const report = await importing(admin, [fileOf('a.json', small({ candidates }))])
		const noted = report.changes.filter(({ table }) => table === 'candidate')
		expect(noted.map(({ name, message }) => [name, message])).toEqual([
			['Ann', null],
			['Bo', null],
			['Cy', 'agrees with no statement, so no quiz compares them'],
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
				message: 'of Ann; status NEEDS_REVIEW; has no category: to be reviewed',
			}),
		)
		const rows = await server.db.select().from(policies).where(eq(policies.text, 'More parks.'))
		expect(rows).toMatchObject([{ validationStatus: 'NEEDS_REVIEW' }])
	})

	it.each([
		[{ positions: { Zoe: 1 } }, /positions\.Zoe: is the position of nobody among the candidates$/],
		[{ positions: { Ann: 'yes' } }, /statements\.0\.positions\.Ann: must be a number$/],
		[{ positions: { Ann: 1 }, category: 'PARKS' }, /category: must be one of/],
	])('are refused with the line when invalid: %#', async (replaced, expected) => {
		const [statement] = small().statements
		const report = await importing(admin, [
			fileOf(
				'a.json',
				small({ statements: [{ ...statement, ...replaced }, ...small().statements] }),
			),
		])
		expect(refusedIn(report)).toEqual([expect.stringMatching(expected)])
		expect(await server.db.$count(elections)).toBe(0)
	})
})

describe('Czech election of 2017', () => {
	it('becomes a valid quiz of 25 parties after activation', async () => {
		const file = await dataFile('czech-2017-en.json')
		const dry = await importing(admin, [file], true)
		expect(dry.counts).toEqual({ create: 1 + 25 + 433 + 1, update: 0, same: 0, refuse: 0 })
		const report = await importing(admin, [file])
		expect(report.counts).toEqual(dry.counts)
		await server.db.update(policies).set({ validationStatus: 'VALIDATED' })
		const voter = await server.registerVoter()
		const params = { electionId: report.electionIds[0] ?? '' }
		const [found] = replyOf(await voter.call(compareQuizzes.ofElection, { params }))
		expect(found).toMatchObject({ quizType: 'SCALE', active: false })
		expect(found?.candidateIds).toHaveLength(25)
		const id = found?.id ?? ''
		replyOf(await admin.call(manageQuizzes.activate, { params: { id } }))
		const valid = replyOf(await voter.call(compareQuizzes.validate, { params: { id } }))
		expect(valid).toMatchObject({ valid: true, policyCount: 50 })
		const state = replyOf(await voter.call(quiz.start, { params: { compareQuizId: id } }))
		expect(state.totalQuestions).toBe(50)
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
