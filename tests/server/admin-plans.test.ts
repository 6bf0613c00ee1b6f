import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { fillCatalogue } from '../bench/admin-catalogue.ts'
import { connectBeside, statementsOf } from '../support/plans.ts'
import { replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

const { history, manageCandidates, manageElections, managePolicies, manageQuizzes, manageUsers } =
	endpoints

const SIZE = {
	elections: 12_000,
	candidates: 24_000,
	policies: 72_000,
	users: 24_000,
	changes: 24_000,
}

/**
 * Most rows read per table: a page has 20 rows, at most 1000 are counted, and at most 5000 search results are sorted.
 * Queries above this limit get slower as the table grows.
 */
const READ_MAX = 6000

interface Plan {
	readonly 'Node Type': string
	readonly 'Relation Name'?: string
	readonly 'Actual Rows': number
	readonly 'Actual Loops': number
	readonly 'Rows Removed by Filter'?: number
	readonly 'Rows Removed by Index Recheck'?: number
	readonly Plans?: readonly Plan[]
}

const readsOf = (plan: Plan): readonly (readonly [table: string, rows: number])[] => {
	const rows =
		plan['Actual Rows'] +
		(plan['Rows Removed by Filter'] ?? 0) +
		(plan['Rows Removed by Index Recheck'] ?? 0)
	const table = plan['Relation Name']
	return [
		...(table === undefined ? [] : [[table, rows * plan['Actual Loops']] as const]),
		...(plan.Plans ?? []).flatMap(readsOf),
	]
}

let server: TestServer
let admin: Voter
let client: pg.Client

beforeAll(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
	client = await connectBeside(server.db)
	// Uses a separate connection because the server's connections have a statement timeout of 30 seconds.
	await fillCatalogue(drizzle({ client }), SIZE, server.clock.now)
}, 240_000)
afterAll(() => client.end())

type Query = Readonly<Record<string, string>>

const LISTS: Readonly<Record<string, (query: Query) => Promise<{ next: string | null }>>> = {
	elections: async (query) =>
		replyOf(await admin.call(manageElections.page, { query: query as never })),
	candidates: async (query) =>
		replyOf(await admin.call(manageCandidates.page, { query: query as never })),
	'compare quizzes': async (query) =>
		replyOf(await admin.call(manageQuizzes.page, { query: query as never })),
	users: async (query) => replyOf(await admin.call(manageUsers.page, { query: query as never })),
	changes: async (query) => replyOf(await admin.call(history.page, { query: query as never })),
}

/** Searches that match all rows, one in twenty, a single row, and none. */
const SEARCHES = [
	{},
	{ search: 'maria' },
	{ search: 'mar' },
	{ search: '777' },
	{ search: 'nobody' },
]

/** Returns the statements of some work that read more than `READ_MAX` rows of a table. */
const heavyIn = async (work: () => Promise<unknown>): Promise<string[]> => {
	const asked = await statementsOf(work)
	const read = asked.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text))
	expect(read.length).toBeGreaterThan(0)
	const heavy = new Set<string>()
	for (const { text, values } of read) {
		const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values])
		const [{ Plan: plan }] = rows[0]['QUERY PLAN']
		for (const [table, count] of readsOf(plan)) {
			if (count > READ_MAX) heavy.add(`${count} of ${table}: ${text}`)
		}
	}
	return [...heavy]
}

describe('admin list queries', () => {
	const cases = Object.keys(LISTS).flatMap((name) =>
		SEARCHES.map((query) => [name, query] as const),
	)
	it.each(cases)('%s: %j reads a bounded number of rows per page', async (name, query) => {
		const list = LISTS[name]
		if (list === undefined) throw new Error(name)
		let next: string | null = null
		const first = await heavyIn(async () => {
			next = (await list(query)).next
		})
		expect(first).toEqual([])
		if (next === null) return
		const after: string = next
		expect(await heavyIn(() => list({ ...query, after }))).toEqual([])
	})

	it('read a bounded number of rows when filtered', async () => {
		const { rows } = replyOf(await admin.call(manageElections.page, { query: { size: '1' } }))
		const electionId = rows[0]?.id ?? ''
		const people = replyOf(await admin.call(manageCandidates.page, { query: { size: '1' } }))
		const candidateId = people.rows[0]?.id ?? ''
		const heavy = await heavyIn(async () => {
			replyOf(await admin.call(manageCandidates.page, { query: { electionId } }))
			replyOf(await admin.call(manageQuizzes.page, { query: { electionId } }))
			replyOf(await admin.call(managePolicies.ofCandidate, { params: { candidateId } }))
			replyOf(await admin.call(manageUsers.page, { query: { role: 'ROLE_ADMIN' } }))
			replyOf(await admin.call(history.page, { query: { target: electionId } }))
			replyOf(await admin.call(history.page, { query: { noun: 'policy' } }))
		})
		expect(heavy).toEqual([])
	})
})
