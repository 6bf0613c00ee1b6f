import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { testFeedback, testSessions } from '#server/db/schema.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { begun, guess } from '../../support/test-sessions.ts'

const { knowledgeTest } = endpoints
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const NOTHING = { totalPolicies: 0, correctGuesses: 0, accuracyPercentage: 0, avgResponseTimeMs: 0 }

let server: TestServer
beforeEach(async () => {
	server = await createTestServer({ sample: true })
})

const progress = (sessionId: string) =>
	server.call(knowledgeTest.saveProgress, { query: { sessionId } })
const complete = (sessionId: string, demographics?: { age?: '18-24' | '65+'; gender?: 'female' }) =>
	server.call(knowledgeTest.complete, {
		body: { sessionId, ...(demographics && { demographics }) },
	})
const results = (sessionId: string) => server.call(knowledgeTest.results, { params: { sessionId } })
const feedback = (sessionId: string, feedbackText: string) =>
	server.call(knowledgeTest.feedback, { body: { sessionId, feedbackText } })
const sessionRow = async (id: string) =>
	(await server.db.select().from(testSessions).where(eq(testSessions.id, id)))[0]

const post = (path: string, body: unknown) =>
	raw(server, `/api/policy-knowledge-test/${path}`, { json: body })

describe('saving progress', () => {
	it('returns the current summary, starting from zero', async () => {
		const session = await begun(server)
		expect(replyOf(await progress(session.sessionId))).toEqual(NOTHING)
		await guess(server, session, 0, { responseTimeMs: 1000 })
		await guess(server, session, 1, { right: false, responseTimeMs: 2000 })
		await guess(server, session, 2, { responseTimeMs: 0 })
		expect(replyOf(await progress(session.sessionId))).toEqual({
			totalPolicies: 3,
			correctGuesses: 2,
			accuracyPercentage: 66.7,
			avgResponseTimeMs: 1500,
		})
	})

	it('returns 404 for an unknown session and 400 for an invalid id', async () => {
		expect(refusalOf(await progress(UNKNOWN_ID)).status).toBe(404)
		for (const query of ['', '?sessionId=', '?sessionId=no-id']) {
			const reply = await post(`save-progress${query}`, {})
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ path: 'sessionId' }] })
		}
	})
})

describe('completing', () => {
	it('requires a guess', async () => {
		const { sessionId } = await begun(server)
		expect(refusalOf(await complete(sessionId))).toMatchObject({
			status: 409,
			message: 'Guess at least one policy before you finish the test.',
		})
		expect((await sessionRow(sessionId))?.completedAt).toBeNull()
	})

	it('is refused if the server has fewer guesses than it confirmed', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const { sessionId } = session
		const end = (guesses: number) =>
			server.call(knowledgeTest.complete, { body: { sessionId, guesses } })
		expect(refusalOf(await end(2))).toMatchObject({
			status: 409,
			message: 'The server no longer has some of your guesses.',
		})
		expect((await sessionRow(sessionId))?.completedAt).toBeNull()
		expect(replyOf(await end(1))).toMatchObject({ totalPolicies: 1 })
	})

	it('and feedback return 404 for an unknown session', async () => {
		expect(refusalOf(await complete(UNKNOWN_ID)).status).toBe(404)
		expect(refusalOf(await feedback(UNKNOWN_ID, 'lost')).status).toBe(404)
	})

	it('returns the summary and stores time and demographics', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const summary = replyOf(await complete(session.sessionId, { age: '65+', gender: 'female' }))
		expect(summary).toMatchObject({ totalPolicies: 1, correctGuesses: 1, accuracyPercentage: 100 })
		expect(await sessionRow(session.sessionId)).toMatchObject({
			completedAt: server.clock.now,
			age: '65+',
			gender: 'female',
		})
	})

	it.each([[undefined], [{}], [null], [{ age: null, gender: null }]])(
		'accepts %j as no answer',
		async (demographics) => {
			const session = await begun(server)
			await guess(server, session, 0)
			const { sessionId } = session
			expect((await post('complete', { sessionId, demographics })).status).toBe(200)
			expect(await sessionRow(sessionId)).toMatchObject({ age: null, gender: null })
		},
	)

	it('is idempotent and keeps the first time and demographics', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const first = replyOf(await complete(session.sessionId, { age: '18-24' }))
		const row = await sessionRow(session.sessionId)
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		expect(replyOf(await complete(session.sessionId, { age: '65+' }))).toEqual(first)
		expect(await sessionRow(session.sessionId)).toEqual(row)
	})

	it('takes effect once for twenty concurrent calls', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const calls = Array.from({ length: 20 }, (_, n) =>
			complete(session.sessionId, n % 2 === 0 ? { age: '18-24' } : { age: '65+' }),
		)
		const replies = (await Promise.all(calls)).map(replyOf)
		for (const reply of replies) expect(reply).toEqual(replies[0])
	})

	it.each([
		[{ age: '17' }, 'demographics.age'],
		[{ age: 30 }, 'demographics.age'],
		[{ age: '' }, 'demographics.age'],
		[{ gender: 'unknown' }, 'demographics.gender'],
		['nobody', 'demographics'],
	])('refuses the demographics %j and names the field', async (demographics, path) => {
		const session = await begun(server)
		await guess(server, session, 0)
		const reply = await post('complete', { sessionId: session.sessionId, demographics })
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path }] })
		expect((await sessionRow(session.sessionId))?.completedAt).toBeNull()
	})
})

describe('results', () => {
	it('list only guessed policies in the order asked', async () => {
		const session = await begun(server)
		// The clock is fixed, so timestamps cannot determine the order.
		for (const index of [0, 1, 2, 3, 4, 5]) {
			await guess(server, session, index, { right: index % 2 === 0 })
		}
		const { policyResults, summary } = replyOf(await results(session.sessionId))
		const asked = session.policies.slice(0, 6)
		expect(policyResults.map(({ policyId }) => policyId)).toEqual(asked.map((p) => p.policyId))
		expect(policyResults.map(({ policyText }) => policyText)).toEqual(asked.map((p) => p.text))
		expect(policyResults.map(({ correct }) => correct)).toEqual([
			true,
			false,
			true,
			false,
			true,
			false,
		])
		expect(summary).toMatchObject({ totalPolicies: 6, correctGuesses: 3, accuracyPercentage: 50 })
	})

	it('name the guessed and the correct candidate', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		await guess(server, session, 1, { right: false })
		const { policyResults } = replyOf(await results(session.sessionId))
		const names = [session.candidate1.name, session.candidate2.name].toSorted()
		const [right, wrong] = policyResults
		expect(names).toContain(right?.correctCandidateName)
		expect(right?.guessedCandidateName).toBe(right?.correctCandidateName)
		expect([wrong?.guessedCandidateName, wrong?.correctCandidateName].toSorted()).toEqual(names)
	})

	it('are available before and after completion', async () => {
		const session = await begun(server)
		const none = replyOf(await results(session.sessionId))
		expect(none).toMatchObject({ summary: NOTHING, policyResults: [] })
		await guess(server, session, 0)
		const before = replyOf(await results(session.sessionId))
		await complete(session.sessionId)
		expect(replyOf(await results(session.sessionId))).toEqual({ ...before, completed: true })
	})
})

describe('session status in the results', () => {
	it('reports completion and counts feedback', async () => {
		const session = await begun(server)
		const state = async () => {
			const { completed, feedback: count } = replyOf(await results(session.sessionId))
			return [completed, count]
		}
		expect(await state()).toEqual([false, 0])
		await guess(server, session, 0)
		await complete(session.sessionId)
		await feedback(session.sessionId, 'Well made.')
		expect(await state()).toEqual([true, 1])
	})
})

describe('feedback', () => {
	it('is stored trimmed with its time', async () => {
		const { sessionId } = await begun(server)
		expect(replyOf(await feedback(sessionId, '  I learned something. \n'))).toEqual({
			success: true,
			message: 'Thank you for your feedback!',
			code: 'feedback-thanks',
			values: {},
		})
		const rows = await server.db.select().from(testFeedback)
		expect(rows).toMatchObject([
			{ sessionId, text: 'I learned something.', submittedAt: server.clock.now },
		])
	})

	it('of exactly 5000 characters is accepted', async () => {
		const { sessionId } = await begun(server)
		expect(replyOf(await feedback(sessionId, 'x'.repeat(5000))).success).toBe(true)
	})

	it.each([
		['', 'Please enter your feedback'],
		[' \n\t ', 'Please enter your feedback'],
		[null, 'Please enter your feedback'],
		['x'.repeat(5001), 'Feedback is too long (max 5000 characters)'],
	])('of an invalid length is refused with the specified text', async (feedbackText, message) => {
		const { sessionId } = await begun(server)
		const reply = await post('feedback', { sessionId, feedbackText })
		expect(reply.status).toBe(400)
		expect(reply.body).toMatchObject({ errors: [{ path: 'feedbackText', message }] })
		expect(await server.db.$count(testFeedback)).toBe(0)
	})

	it('can be given repeatedly and after completion', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		await complete(session.sessionId)
		await feedback(session.sessionId, 'one')
		await feedback(session.sessionId, 'two')
		expect(await server.db.$count(testFeedback)).toBe(2)
	})
})
