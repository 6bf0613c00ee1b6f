import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { testFeedback, testGuesses, testSessions } from '#server/db/schema.ts'
import { refusalOf, replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { begun, guess } from '../support/test-sessions.ts'

const { knowledgeTest } = endpoints

let server: TestServer
beforeEach(async () => {
	server = await createTestServer({ sample: true })
})

const key = (idempotencyKey: string) => ({ idempotencyKey })
const start = (idempotencyKey: string, numberOfPolicies = 10) =>
	server.call(knowledgeTest.start, { body: { numberOfPolicies } }, key(idempotencyKey))

describe('same idempotency key', () => {
	it('starts one session and replays it a year later', async () => {
		const first = replyOf(await start('s'))
		await guess(server, first, 0)
		await server.call(knowledgeTest.complete, { body: { sessionId: first.sessionId } })
		server.clock.now = new Date(server.clock.now.getTime() + 365 * 24 * 60 * 60 * 1000)
		expect(replyOf(await start('s'))).toEqual(first)
		expect(await server.db.$count(testSessions)).toBe(1)
	})

	it('starts one session for fifty concurrent starts', async () => {
		const results = await Promise.all(Array.from({ length: 50 }, () => start('s')))
		const replies = results.flatMap((result) => (result.ok ? [result.value] : []))
		for (const result of results) {
			if (!result.ok) expect(refusalOf(result)).toMatchObject({ status: 409, retryAfterMs: 1000 })
		}
		expect(replies.length).toBeGreaterThan(0)
		for (const reply of replies) expect(reply).toEqual(replies[0])
		expect(await server.db.$count(testSessions)).toBe(1)
	})

	it('returns 422 for a different start', async () => {
		await start('s')
		expect(refusalOf(await start('s', 5)).status).toBe(422)
		expect(await server.db.$count(testSessions)).toBe(1)
	})

	it('records a guess once and replays its outcome after completion', async () => {
		const session = await begun(server)
		const first = replyOf(await guess(server, session, 0, {}, key('g')))
		expect(replyOf(await guess(server, session, 0, {}, key('g')))).toEqual(first)
		await server.call(knowledgeTest.complete, { body: { sessionId: session.sessionId } })
		expect(replyOf(await guess(server, session, 0, {}, key('g')))).toEqual(first)
		expect(await server.db.$count(testGuesses)).toBe(1)
	})

	it('returns 422 for another policy, candidate, or time', async () => {
		const session = await begun(server)
		await guess(server, session, 0, {}, key('g'))
		for (const other of [
			await guess(server, session, 1, {}, key('g')),
			await guess(server, session, 0, { right: false }, key('g')),
			await guess(server, session, 0, { responseTimeMs: 5 }, key('g')),
		]) {
			expect(refusalOf(other).status).toBe(422)
		}
		expect(await server.db.$count(testGuesses)).toBe(1)
	})

	it('is scoped to the session', async () => {
		const [one, two] = [await begun(server), await begun(server)]
		replyOf(await guess(server, one, 0, {}, key('g')))
		expect(replyOf(await guess(server, two, 0, { right: false }, key('g'))).correct).toBe(false)
		expect(await server.db.$count(testGuesses)).toBe(2)
	})

	it('completes once and returns 422 for other demographics', async () => {
		const session = await begun(server)
		await guess(server, session, 0)
		const complete = (age: '18-24' | '65+') =>
			server.call(
				knowledgeTest.complete,
				{ body: { sessionId: session.sessionId, demographics: { age } } },
				key('c'),
			)
		const first = replyOf(await complete('65+'))
		expect(replyOf(await complete('65+'))).toEqual(first)
		expect(refusalOf(await complete('18-24')).status).toBe(422)
		expect((await server.db.select().from(testSessions))[0]?.age).toBe('65+')
	})

	it('stays unused after a refusal', async () => {
		const session = await begun(server)
		const body = { sessionId: session.sessionId }
		const complete = () => server.call(knowledgeTest.complete, { body }, key('c'))
		expect(refusalOf(await complete()).status).toBe(409)
		await guess(server, session, 0)
		expect(replyOf(await complete()).totalPolicies).toBe(1)
	})

	it('stores feedback once and returns 422 for another text', async () => {
		const { sessionId } = await begun(server)
		const send = (feedbackText: string) =>
			server.call(knowledgeTest.feedback, { body: { sessionId, feedbackText } }, key('f'))
		const replies = await Promise.all(Array.from({ length: 10 }, () => send('Good')))
		for (const reply of replies) expect(replyOf(reply).success).toBe(true)
		expect(refusalOf(await send('Bad')).status).toBe(422)
		expect((await server.db.select().from(testFeedback)).map(({ text }) => text)).toEqual(['Good'])
	})
})
