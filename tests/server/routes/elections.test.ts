import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { elections as table } from '#server/db/schema.ts'
import { timeZone } from '#server/util.ts'
import { replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { elections } = endpoints

let server: TestServer
let voter: Voter

const place = (name: string, more: Partial<typeof table.$inferInsert> = {}) => ({
	id: crypto.randomUUID(),
	name,
	electionDate: '2026-05-01',
	jurisdiction: 'CITY' as const,
	active: true,
	createdAt: server.clock.now,
	...more,
})

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	await server.db
		.insert(table)
		.values([
			place('Mayor', { state: 'Texas', city: 'Austin', electionDate: '2026-11-03' }),
			place('100% Measure_A', { state: 'Ohio', county: 'Lucas', zipCode: '43604' }),
			place('Closed', { state: 'Texas', active: false, electionDate: '2020-01-01' }),
		])
})

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const search = async (query: Record<string, string>) =>
	names(replyOf(await voter.call(elections.search, { query })))

describe('elections', () => {
	it('lists all by election day, newest first', async () => {
		expect(names(replyOf(await voter.call(elections.list, {})))).toEqual([
			'Mayor',
			'100% Measure_A',
			'Closed',
			'United States presidential election, 1912',
			'United States presidential election, 1896',
		])
	})

	it('omits inactive elections from the active list', async () => {
		expect(names(replyOf(await voter.call(elections.active, {})))).not.toContain('Closed')
	})

	it('returns one election with every field', async () => {
		const [row] = await server.db.select().from(table).where(eq(table.name, 'Mayor'))
		expect(replyOf(await voter.call(elections.get, { params: { id: row?.id ?? '' } }))).toEqual({
			id: row?.id,
			name: 'Mayor',
			electionDate: '2026-11-03',
			jurisdiction: 'CITY',
			state: 'Texas',
			county: null,
			city: 'Austin',
			zipCode: null,
			active: true,
			timeZone: timeZone(),
		})
	})

	it('finds by part of each field regardless of case', async () => {
		expect(await search({ name: 'mAY' })).toEqual(['Mayor'])
		expect(await search({ state: 'tex' })).toEqual(['Mayor', 'Closed'])
		expect(await search({ state: 'tx' })).toEqual(['Mayor', 'Closed'])
		expect(await search({ county: 'LUC' })).toEqual(['100% Measure_A'])
		expect(await search({ city: 'aust' })).toEqual(['Mayor'])
		expect(await search({ zipCode: '436' })).toEqual(['100% Measure_A'])
	})

	it('requires every given term and ignores empty ones', async () => {
		expect(await search({ state: 'texas', city: 'austin' })).toEqual(['Mayor'])
		expect(await search({ state: 'texas', city: 'toledo' })).toEqual([])
		expect(await search({ name: 'mayor', city: ' ' })).toEqual(['Mayor'])
		expect(await search({})).toHaveLength(5)
	})

	it('treats wildcards literally', async () => {
		expect(await search({ name: '%' })).toEqual(['100% Measure_A'])
		expect(await search({ name: '_' })).toEqual(['100% Measure_A'])
		expect(await search({ name: '\\' })).toEqual([])
	})
})
