import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
	audit,
	candidates,
	compareQuizzes,
	elections,
	imports,
	policies,
	settings,
	testConfigurations,
} from '#server/db/schema.ts'
import { importFiles, readFolder } from '#server/import/import.ts'
import { SAMPLE_URL } from '#server/paths.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

const valid = {
	election: { name: 'Mayor of Austin', electionDate: '2026-11-03', jurisdiction: 'FEDERAL' },
	quizzes: [{ name: 'Rate', quizType: 'SCALE' }],
	candidates: ['Ann', 'Bo'].map((name) => ({
		name,
		policies: [{ text: `${name[0]} is for parks.`, category: 'ENVIRONMENT' }],
	})),
}
const file = (content: unknown, name = 'test.json') => ({
	name,
	text: typeof content === 'string' ? content : JSON.stringify(content, null, 2),
})
let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
const now = new Date('2026-11-21T12:00:00Z')
const load = (...sources: { name: string; text: string }[]) => importFiles(server.db, sources, now)
const problemsOf = async (...sources: { name: string; text: string }[]): Promise<string[]> => {
	try {
		await load(...sources)
	} catch (error) {
		const [head, ...problems] = (error as Error).message.split('\n')
		expect(head).toBe('Cannot import:')
		return problems.map((line) => line.trim())
	}
	return []
}

describe('malformed import file', () => {
	it('reports the line of a JSON syntax error', async () => {
		expect(await problemsOf(file('{\n  "election": {\n    "name": }\n}'))).toEqual([
			'test.json:3: value expected',
		])
		expect(await problemsOf(file(''))).toEqual(['test.json:1: value expected'])
	})

	it('reports all problems together with line, field, and reason', async () => {
		const text = `{
  "election": { "name": "Mayor", "electionDate": "soon",
    "jurisdiction": "VILLAGE" },
  "quizzes": [{ "name": "Rate", "quizType": "SCALE" }],
  "candidates": [
    { "name": "Ann",
      "policies": [
        { "text": "", "category": "PARKS" },
        { "text": 5, "categroy": "SOCIAL" }
      ] }
  ]
}`
		const categories =
			'must be one of ECONOMY, HEALTHCARE, EDUCATION, ENVIRONMENT, SOCIAL, FOREIGN_POLICY, GOVERNANCE'
		expect(await problemsOf(file(text))).toEqual([
			'test.json:2: election.electionDate: must be a day (YYYY-MM-DD)',
			'test.json:3: election.jurisdiction: must be one of FEDERAL, STATE, COUNTY, CITY, ZIP',
			'test.json:8: candidates.0.policies.0.text: must not be empty',
			`test.json:8: candidates.0.policies.0.category: ${categories}`,
			'test.json:9: candidates.0.policies.1.text: must be a text',
			'test.json:9: candidates.0.policies.1.category: is required',
			'test.json:9: candidates.0.policies.1.categroy: is not a known field',
		])
	})

	it.each([
		[
			{ ...valid, knowledgeTest: { candidate1: 'Ann', candidate2: 'Cy' } },
			/knowledgeTest\.candidate2: is not a candidate of this election/,
		],
		[
			{ ...valid, knowledgeTest: { candidate1: 'Ann', candidate2: 'Ann' } },
			/knowledgeTest\.candidate2: must be a different candidate/,
		],
		[[], /test\.json:1: election: is required/],
		['null', /test\.json:1: must be Object/],
	])('reports fields that do not fit together: %#', async (content, expected) => {
		expect((await problemsOf(file(content))).join('\n')).toMatch(expected)
	})

	it('reports values the database would refuse (date or characters)', async () => {
		const broken = {
			...valid,
			election: { ...valid.election, zipCode: '6\u0000', electionDate: '1912-02-31' },
		}
		expect(await problemsOf(file(broken))).toEqual([
			'test.json:4: election.electionDate: must be a day of the calendar',
			'test.json:6: election.zipCode: has a character that is not allowed',
		])
	})

	it('reports the year 0, which the database calendar lacks', async () => {
		const broken = { ...valid, election: { ...valid.election, electionDate: '0000-01-01' } }
		expect(await problemsOf(file(broken))).toEqual([
			'test.json:4: election.electionDate: must be a day of the calendar',
		])
	})

	it('reports the problems of all files under their names', async () => {
		const problems = await problemsOf(
			file('{', 'a.json'),
			file(valid, 'b.json'),
			file('[}', 'c.json'),
		)
		expect(problems.map((problem) => problem.split(':')[0])).toEqual(
			expect.arrayContaining(['a.json', 'c.json']),
		)
		expect(problems.join()).not.toContain('b.json')
	})
})

describe('importing', () => {
	it('loads the samples with open quizzes, validated policies, and the test pair', async () => {
		expect(await load(...(await readFolder(SAMPLE_URL)))).toEqual([
			'presidential-1896.json',
			'presidential-1912.json',
		])
		const quizzes = await server.db.select().from(compareQuizzes)
		expect(quizzes).toHaveLength(4)
		for (const quiz of quizzes) {
			expect(quiz).toMatchObject({ active: true, startDate: '2026-11-21', endDate: '2036-11-21' })
		}
		const statuses = await server.db
			.selectDistinct({ status: policies.validationStatus })
			.from(policies)
		expect(statuses).toEqual([{ status: 'VALIDATED' }])
		const pairs = await server.db
			.select({ active: testConfigurations.active, name: candidates.name })
			.from(testConfigurations)
			.innerJoin(candidates, eq(candidates.id, testConfigurations.candidate1Id))
		expect(pairs).toEqual([{ active: true, name: 'Theodore Roosevelt' }])
		const [feature] = await server.db.select().from(settings)
		expect(feature).toMatchObject({ key: 'testFeature', value: { enabled: true } })
	})

	it('keeps the source of each policy', async () => {
		await load(...(await readFolder(SAMPLE_URL)))
		const rows = await server.db.select({ source: policies.source }).from(policies)
		expect(rows.every(({ source }) => source !== null && source.length > 0)).toBe(true)
	})

	it('skips known files even after the catalog changed', async () => {
		await load(file(valid))
		await server.db.update(elections).set({ name: 'renamed' })
		expect(await load(file(valid), file(valid, 'other.json'))).toEqual(['other.json'])
		expect(await load(file(valid), file(valid, 'other.json'))).toEqual([])
		const names = await server.db.select({ name: elections.name }).from(elections)
		expect(names.map(({ name }) => name).sort()).toEqual(['Mayor of Austin', 'renamed'])
	})

	it('does not read a known file again even if it is broken', async () => {
		await load(file(valid))
		expect(await load(file('{'))).toEqual([])
	})

	it('skips an existing election permanently', async () => {
		await load(file(valid))
		expect(await load(file(valid, 'same.json'))).toEqual([])
		expect(await server.db.$count(elections)).toBe(1)
		await server.db.update(elections).set({ name: 'renamed' })
		expect(await load(file(valid, 'same.json'))).toEqual([])
	})

	it('imports nothing if one file is malformed', async () => {
		await expect(load(file(valid, 'good.json'), file('{', 'bad.json'))).rejects.toThrow(
			'bad.json:1',
		)
		for (const table of [elections, candidates, imports, audit]) {
			expect(await server.db.$count(table)).toBe(0)
		}
	})

	it('logs each election in the audit as the server', async () => {
		await load(file(valid))
		const [election] = await server.db.select().from(elections)
		const lines = await server.db.select().from(audit).where(eq(audit.action, 'election.imported'))
		expect(lines).toMatchObject([
			{
				action: 'election.imported',
				actorId: null,
				target: election?.id,
				name: 'Mayor of Austin',
				before: null,
				after: { candidates: 2, policies: 2, quizzes: 1, files: ['test.json'] },
			},
		])
	})
})
