import { beforeEach, describe, expect, it } from 'vitest'
import { BATCH_MAX } from '#contract/batch.ts'
import { endpoints } from '#contract/index.ts'
import type { TestOperation } from '#contract/knowledge-test.ts'
import type { TestSession } from '#contract/test-session.ts'
import { testGuesses, testSessions } from '#server/db/schema.ts'
import { refusalOf, replyOf } from '../support/quizzes.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { begun, guess, guessBody } from '../support/test-sessions.ts'

const { knowledgeTest } = endpoints

let server: TestServer
let session: TestSession
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	session = await begun(server)
})

/** Guess for the policy at `index`, correct for even ones. */
const guessAt = async (index: number, key = `g${index}`, of = session): Promise<TestOperation> => {
	const { sessionId: _, ...body } = await guessBody(server, of, index, { right: index % 2 === 0 })
	return { kind: 'GUESS', key, seq: index, body }
}
const guesses = (count: number, of = session) =>
	Promise.all(Array.from({ length: count }, (_, index) => guessAt(index, `g${index}`, of)))
const end = (age: '18-24' | '65+' | null = null, key = 'end'): TestOperation => ({
	kind: 'COMPLETE',
	key,
	seq: 99,
	body: { demographics: { age, gender: null } },
})
const PROGRESS: TestOperation = { kind: 'PROGRESS', key: 'p', seq: 98 }
const send = (operations: TestOperation[], { sessionId } = session) =>
	server.call(knowledgeTest.batch, { body: { sessionId, stream: sessionId, operations } })
const statusesOf = async (sent: ReturnType<typeof send>) =>
	replyOf(await sent).outcomes.map(({ status }) => status)
const resultsOf = async ({ sessionId } = session) =>
	replyOf(await server.call(knowledgeTest.results, { params: { sessionId } }))

describe('batch of operations on a session', () => {
	it('has the same effect as single calls', async () => {
		const reply = replyOf(await send([...(await guesses(10)), PROGRESS, end('65+')]))
		expect(reply.outcomes.map(({ status }) => status)).toEqual(Array(12).fill(200))
		expect(reply.outcomes.slice(0, 10).map(({ correct }) => correct)).toEqual(
			Array.from({ length: 10 }, (_, index) => index % 2 === 0),
		)
		const results = await resultsOf()
		expect(reply.summary).toEqual(results.summary)
		expect(reply.summary).toMatchObject({ totalPolicies: 10, correctGuesses: 5 })

		const other = await begun(server)
		for (let index = 0; index < 10; index++) {
			await guess(server, other, index, { right: index % 2 === 0 })
		}
		const demographics = { age: '65+' as const, gender: null }
		const body = { sessionId: other.sessionId, demographics }
		expect(replyOf(await server.call(knowledgeTest.complete, { body }))).toEqual(reply.summary)
		const rows = await server.db.select().from(testSessions)
		expect(rows.map(({ age, completedAt }) => [age, completedAt])).toEqual(
			Array(2).fill(['65+', server.clock.now]),
		)
	})

	it('takes effect once when repeated in whole, in part, or by single calls', async () => {
		const operations = [...(await guesses(5)), end()]
		const first = replyOf(await send(operations))
		expect(replyOf(await send(operations))).toEqual(first)
		expect(replyOf(await send(operations.slice(3)))).toMatchObject({ summary: first.summary })
		const again = await guess(server, session, 2, {}, { idempotencyKey: 'g2' })
		expect(replyOf(again).correct).toBe(true)
		expect(await server.db.$count(testGuesses)).toBe(5)
	})

	it('takes effect once for concurrent copies', async () => {
		const operations = [...(await guesses(10)), end()]
		const copies = await Promise.all(Array.from({ length: 8 }, () => send(operations)))
		for (const copy of copies) expect(replyOf(copy)).toEqual(replyOf(copies[0] ?? copy))
		expect(await server.db.$count(testGuesses)).toBe(10)
	})

	it('keeps the first guess and returns its outcome for later ones', async () => {
		const [first] = await guesses(1)
		const { sessionId: _, ...wrong } = await guessBody(server, session, 0, { right: false })
		const reply = replyOf(
			await send([first as TestOperation, { kind: 'GUESS', key: 'other', seq: 1, body: wrong }]),
		)
		expect(reply.outcomes.map(({ correct }) => correct)).toEqual([true, true])
		expect((await resultsOf()).summary).toMatchObject({ totalPolicies: 1, correctGuesses: 1 })
	})

	it('refuses an invalid operation and applies the others', async () => {
		const foreign: TestOperation = {
			kind: 'GUESS',
			key: 'foreign',
			seq: 1,
			body: {
				policyId: crypto.randomUUID(),
				guessedCandidateId: session.candidate1.id,
				responseTimeMs: 1,
			},
		}
		const reused = await guessAt(1, 'g0')
		const sent = [await guessAt(0), foreign, reused, await guessAt(2), end(), await guessAt(3)]
		const reply = replyOf(await send(sent))
		expect(reply.outcomes.map(({ status }) => status)).toEqual([200, 400, 422, 200, 200, 409])
		expect(reply.outcomes[5]?.message).toBe(
			'This test is completed. You can no longer add guesses.',
		)
		expect(reply.summary.totalPolicies).toBe(2)
		// A refusal leaves the key unused, but the test is over.
		expect((await resultsOf()).policyResults).toHaveLength(2)
	})

	it('refuses a completion without guesses or with a reused key', async () => {
		expect(await statusesOf(send([end(), await guessAt(0), end('65+')]))).toEqual([409, 200, 200])
		expect(await statusesOf(send([end('65+'), end('18-24'), end('18-24', 'another')]))).toEqual([
			200, 422, 200,
		])
		expect((await server.db.select().from(testSessions))[0]?.age).toBe('65+')
	})

	it('scopes keys to the session', async () => {
		const other = await begun(server)
		await send(await guesses(1))
		expect(await statusesOf(send(await guesses(1, other), other))).toEqual([200])
		expect(await server.db.$count(testGuesses)).toBe(2)
	})

	it('returns 404 without a session and 400 for invalid operations', async () => {
		const unknown = { ...session, sessionId: crypto.randomUUID() }
		expect(refusalOf(await send([end()], unknown)).status).toBe(404)
		const [one] = await guesses(1)
		for (const operations of [[], Array(BATCH_MAX + 1).fill(one), [{ kind: 'FEEDBACK' }]]) {
			expect(refusalOf(await send(operations as TestOperation[])).status).toBe(400)
		}
		expect(await server.db.$count(testGuesses)).toBe(0)
	})

	// Clients without the announcement send single calls.
	it('is announced with each guess', async () => {
		expect(replyOf(await guess(server, session, 0)).batch).toBe(BATCH_MAX)
	})
})
