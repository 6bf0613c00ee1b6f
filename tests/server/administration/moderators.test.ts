import { asc } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { testConfigurations, testGuesses, testSessions } from '#server/db/schema.ts'
import { raw, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { begun, guess } from '../../support/test-sessions.ts'

const { knowledgeTest, feedback, testManagement } = endpoints
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

let server: TestServer
let moderator: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	moderator = await server.registerVoter(undefined, ['ROLE_MODERATOR'])
})

const tell = async (sessionId: string, feedbackText: string) =>
	replyOf(await server.call(knowledgeTest.feedback, { body: { sessionId, feedbackText } }))
const complete = async (sessionId: string) =>
	replyOf(await server.call(knowledgeTest.complete, { body: { sessionId } }))
const pageOf = async (query: Parameters<typeof read>[0] = {}) => replyOf(await read(query))
const read = (query: { page?: string; size?: string; sortDirection?: 'ASC' | 'DESC' }) =>
	moderator.call(feedback.page, { query })
const textsOf = async (query: Parameters<typeof read>[0] = {}) =>
	(await pageOf(query)).content.map(({ feedbackText }) => feedbackText)

const tested = async (right: number, wrong: number, responseTimeMs = 1000) => {
	const session = await begun(server)
	for (let index = 0; index < right + wrong; index++) {
		await guess(server, session, index, { right: index < right, responseTimeMs })
	}
	await complete(session.sessionId)
	return session
}

describe('feedback', () => {
	it('is an empty page at first', async () => {
		expect(await pageOf()).toEqual({ content: [], totalElements: 0, totalPages: 0 })
	})

	it('includes the result of its session, finished or not', async () => {
		const session = await tested(2, 1)
		await tell(session.sessionId, 'Harder than it looks')
		const [record] = (await pageOf()).content
		expect(record).toEqual({
			id: expect.any(String),
			sessionId: session.sessionId,
			feedbackText: 'Harder than it looks',
			submittedAt: server.clock.now.toISOString(),
			testResult: {
				candidate1Name: session.candidate1.name,
				candidate2Name: session.candidate2.name,
				correctGuesses: 2,
				totalPolicies: 3,
				accuracyPercentage: 66.7,
				completed: true,
			},
		})
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		await tell((await begun(server)).sessionId, 'Too long')
		const [latest] = (await pageOf()).content
		expect(latest?.testResult).toMatchObject({
			totalPolicies: 0,
			correctGuesses: 0,
			accuracyPercentage: 0,
			completed: false,
		})
	})

	it('sorts in either order and pages without gaps or repeats', async () => {
		const { sessionId } = await begun(server)
		const start = server.clock.now.getTime()
		for (let index = 0; index < 23; index++) {
			// Three share each timestamp, so the tie-break must be the same on every page.
			server.clock.now = new Date(start + 1000 * Math.floor(index / 3))
			await tell(sessionId, `Number ${index}`)
		}
		const { content } = await pageOf({ size: '100' })
		const keys = content.map(({ submittedAt, id }) => `${submittedAt} ${id}`)
		expect(keys).toEqual(keys.toSorted().toReversed())
		const all = await textsOf({ size: '100' })
		expect(all).toHaveLength(23)
		expect(all.slice(0, 2).toSorted()).toEqual(['Number 21', 'Number 22'])
		const pages = await Promise.all(['0', '1', '2', '3'].map((page) => textsOf({ page })))
		expect(pages.map((page) => page.length)).toEqual([10, 10, 3, 0])
		expect(pages.flat()).toEqual(all)
		expect(await textsOf({ size: '100', sortDirection: 'ASC' })).toEqual(all.toReversed())
		expect(await pageOf()).toMatchObject({ totalElements: 23, totalPages: 3 })
	})

	it.each(['page=-1', 'size=0', 'size=101', 'sortBy=text', 'sortDirection=UP', 'page=1.5'])(
		'refuses an invalid query: %s',
		async (query) => {
			const reply = await raw(server, `/api/admin/feedback?${query}`, { token: moderator.token })
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ path: query.split('=')[0] }] })
		},
	)

	it('is empty far beyond the last page', async () => {
		expect(await textsOf({ page: '1000000000', size: '100' })).toEqual([])
	})
})

describe('test pairs', () => {
	it('are listed oldest first with names', async () => {
		const [first] = await server.db.select().from(testConfigurations)
		if (first === undefined) throw new Error('the sample pair is missing')
		const older = new Date(first.createdAt.getTime() - 1000)
		await server.db
			.insert(testConfigurations)
			.values({ ...first, id: UNKNOWN_ID, active: false, createdAt: older })
		const all = replyOf(await moderator.call(testManagement.all, {}))
		expect(all).toMatchObject([
			{ id: UNKNOWN_ID, isActive: false, createdAt: older.toISOString() },
			{
				id: first.id,
				candidate1Id: first.candidate1Id,
				candidate1Name: 'Theodore Roosevelt',
				candidate2Name: 'Woodrow Wilson',
				isActive: true,
			},
		])
	})
})

describe('pair analytics', () => {
	const EMPTY = Object.fromEntries(
		'0-10 11-20 21-30 31-40 41-50 51-60 61-70 71-80 81-90 91-100'
			.split(' ')
			.map((label) => [label, 0]),
	)
	const analytics = async () => {
		const [pair] = await server.db
			.select()
			.from(testConfigurations)
			.orderBy(asc(testConfigurations.createdAt))
		return replyOf(
			await moderator.call(testManagement.analytics, { params: { id: pair?.id ?? '' } }),
		)
	}

	it('have no averages without a completed session', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		expect(await analytics()).toEqual({
			candidate1Name: 'Theodore Roosevelt',
			candidate2Name: 'Woodrow Wilson',
			totalTests: 0,
			averageAccuracy: null,
			averageResponseTimeMs: null,
			accuracyDistribution: EMPTY,
			hardestPolicies: [],
			byAge: [],
			byGender: [],
		})
	})

	it('report a single completed session', async () => {
		await tested(2, 1, 1500)
		expect(await analytics()).toMatchObject({
			totalTests: 1,
			averageAccuracy: 66.7,
			averageResponseTimeMs: 1500,
			accuracyDistribution: { ...EMPTY, '61-70': 1 },
		})
	})

	it('average sessions and timed guesses', async () => {
		await tested(1, 0, 1000)
		await tested(1, 3, 3000)
		await tested(0, 1, 0)
		const { averageAccuracy, averageResponseTimeMs, totalTests } = await analytics()
		// (100 + 25 + 0) / 3 percent; (1000 + 4 × 3000) / 5 ms.
		expect({ averageAccuracy, averageResponseTimeMs, totalTests }).toEqual({
			averageAccuracy: 41.7,
			averageResponseTimeMs: 2600,
			totalTests: 3,
		})
	})

	it.each([
		[0, 10, '0-10'],
		[1, 9, '0-10'],
		[2, 8, '11-20'],
		[1, 8, '11-20'],
		[1, 5, '11-20'],
		[1, 2, '31-40'],
		[9, 1, '81-90'],
		[10, 1, '91-100'],
		[1, 0, '91-100'],
	])('put %i right and %i wrong guesses into one bucket', async (right, wrong, label) => {
		const session = await begun(server)
		const rows = Array.from({ length: right + wrong }, (_, index) => ({
			sessionId: session.sessionId,
			policyId: `policy ${index}`,
			candidateId: session.candidate1.id,
			correct: index < right,
			responseTimeMs: 1,
			at: server.clock.now,
		}))
		await server.db.insert(testGuesses).values(rows)
		await server.db.update(testSessions).set({ completedAt: server.clock.now })
		expect((await analytics()).accuracyDistribution).toEqual({ ...EMPTY, [label]: 1 })
	})
})
