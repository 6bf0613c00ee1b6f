import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { attemptEvents, attempts } from '#server/db/schema.ts'
import {
	answerAll,
	answerTo,
	completed,
	quiz1912,
	raw,
	refusalOf,
	replyOf,
	started,
} from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

const { quiz } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const key = (idempotencyKey: string) => ({ idempotencyKey })
const order = (seq: number, stream = 'phone') => ({ order: { stream, seq } })
const stateOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.state, { params: { attemptId } }))
const eventsOf = (attemptId: string) =>
	server.db.select().from(attemptEvents).where(eq(attemptEvents.attemptId, attemptId))

/** Returns the replies of identical calls; others must be 409 with a retry delay. */
const settle = (results: readonly Awaited<ReturnType<Voter['call']>>[]) => {
	const replies = results.flatMap((result) => (result.ok ? [result.value] : []))
	for (const result of results) {
		if (!result.ok) expect(refusalOf(result)).toMatchObject({ status: 409, retryAfterMs: 1000 })
	}
	return replies
}

describe('same idempotency key', () => {
	it('takes effect once for fifty concurrent answers', async () => {
		const state = await started(voter, 'SCALE')
		const calls = Array.from({ length: 50 }, () =>
			voter.call(quiz.interact, answerTo(state, 0, 2), key('one')),
		)
		const replies = settle(await Promise.all(calls))
		expect(replies.length).toBeGreaterThan(0)
		for (const reply of replies) expect(reply).toEqual(replies[0])
		expect((await eventsOf(state.attemptId)).filter((row) => row.key === 'one')).toHaveLength(1)
	})

	it('starts one attempt for fifty concurrent starts', async () => {
		const params = { compareQuizId: await quiz1912(voter, 'BINARY') }
		const calls = Array.from({ length: 50 }, () => voter.call(quiz.start, { params }, key('s')))
		const replies = settle(await Promise.all(calls))
		for (const reply of replies) expect(reply).toEqual(replies[0])
		expect(await server.db.$count(attempts)).toBe(1)
		expect(await server.db.$count(attemptEvents)).toBe(1)
	})

	it('replays the first outcome after later answers', async () => {
		const state = await started(voter, 'SCALE')
		const first = replyOf(await voter.call(quiz.interact, answerTo(state, 0, 2), key('a')))
		await voter.call(quiz.interact, answerTo(state, 0, -2), key('b'))
		await voter.call(quiz.interact, answerTo(state, 1, 1), key('c'))
		const again = replyOf(await voter.call(quiz.interact, answerTo(state, 0, 2), key('a')))
		expect(again).toEqual(first)
		const now = await stateOf(state.attemptId)
		expect(now.revision).toBeGreaterThan(first.revision ?? 0)
		expect(now.answers).toEqual([
			{ policyId: state.allPolicies[0]?.id, value: -2 },
			{ policyId: state.allPolicies[1]?.id, value: 1 },
		])
	})

	// A phone may be offline that long.
	it('never expires, even a year after completion', async () => {
		const state = await started(voter, 'BINARY')
		const first = replyOf(await voter.call(quiz.interact, answerTo(state, 0), key('a')))
		await answerAll(voter, state)
		const params = { attemptId: state.attemptId }
		const done = replyOf(await voter.call(quiz.complete, { params }, key('done')))
		const fresh = replyOf(await voter.call(quiz.reset, { params }, key('reset')))
		await answerAll(voter, fresh, 2)
		server.clock.now = new Date(server.clock.now.getTime() + 365 * 24 * 60 * 60 * 1000)
		const again = replyOf(
			await server.call(endpoints.auth.login, {
				body: { username: voter.user.username, password: voter.password },
			}),
		)
		const call = server.as(again.token)
		expect(replyOf(await call(quiz.interact, answerTo(state, 0), key('a')))).toEqual(first)
		expect(replyOf(await call(quiz.complete, { params }, key('done')))).toEqual(done)
		expect(replyOf(await call(quiz.reset, { params }, key('reset')))).toEqual(fresh)
	})

	it('replays a start without later answers', async () => {
		const params = { compareQuizId: await quiz1912(voter, 'SCALE') }
		const first = replyOf(await voter.call(quiz.start, { params }, key('s')))
		await answerAll(voter, first)
		await voter.call(quiz.complete, { params: { attemptId: first.quizAttemptId ?? '' } })
		expect(replyOf(await voter.call(quiz.start, { params }, key('s')))).toEqual(first)
		expect(refusalOf(await voter.call(quiz.start, { params }, key('t'))).status).toBe(409)
	})

	it('treats both completion endpoints as the same request', async () => {
		const { attemptId } = await completed(voter, 'POLICY_PICK')
		const params = { attemptId }
		const query = { quizAttemptId: attemptId.toUpperCase() }
		const first = replyOf(await voter.call(quiz.complete, { params }, key('c')))
		expect(replyOf(await voter.call(quiz.completeByQuery, { query }, key('c')))).toEqual(first)
	})

	it('returns 422 for another body, target, or method', async () => {
		const state = await started(voter, 'SCALE')
		const other = await started(voter, 'BINARY')
		await voter.call(quiz.interact, answerTo(state, 0, 2), key('a'))
		const before = await stateOf(state.attemptId)
		const params = { attemptId: state.attemptId }
		const late = answerTo(state, 0, 2)
		for (const refused of [
			await voter.call(quiz.interact, answerTo(state, 0, 1), key('a')),
			await voter.call(quiz.interact, answerTo(state, 1, 2), key('a')),
			await voter.call(quiz.interact, answerTo(other, 0, 1), key('a')),
			await voter.call(
				quiz.interact,
				{ ...late, body: { ...late.body, responseTimeMs: 5 } },
				key('a'),
			),
			await voter.call(quiz.complete, { params }, key('a')),
			await voter.call(quiz.reset, { params }, key('a')),
		]) {
			expect(refusalOf(refused).status).toBe(422)
		}
		expect(await stateOf(state.attemptId)).toEqual(before)
	})

	it.each(['constructor', '__proto__'])('may be called %s', async (name) => {
		const state = await started(voter, 'SCALE')
		const first = replyOf(await voter.call(quiz.interact, answerTo(state, 0, 2), key(name)))
		expect(replyOf(await voter.call(quiz.interact, answerTo(state, 0, 2), key(name)))).toEqual(
			first,
		)
	})

	it('is scoped to the voter', async () => {
		const other = await server.registerVoter()
		const mine = await started(voter, 'SCALE')
		const theirs = await started(other, 'SCALE')
		replyOf(await voter.call(quiz.interact, answerTo(mine, 0), key('a')))
		const reply = replyOf(await other.call(quiz.interact, answerTo(theirs, 0), key('a')))
		expect(reply.quizAttemptId).toBe(theirs.attemptId)
	})

	it('stays unused after a refusal', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state, 39)
		const params = { attemptId: state.attemptId }
		expect(refusalOf(await voter.call(quiz.complete, { params }, key('c'))).status).toBe(409)
		await voter.call(quiz.interact, answerTo(state, 39))
		expect(replyOf(await voter.call(quiz.complete, { params }, key('c')))?.status).toBe('COMPLETED')
	})
})

describe('stream order', () => {
	it('keeps a late duplicate from overwriting a newer answer', async () => {
		const state = await started(voter, 'SCALE')
		await voter.call(quiz.interact, answerTo(state, 0, 2), { ...key('new'), ...order(5) })
		const late = { ...key('old'), ...order(4) }
		const reply = replyOf(await voter.call(quiz.interact, answerTo(state, 0, -2), late))
		expect(reply.answers).toEqual([{ policyId: state.allPolicies[0]?.id, value: 2 }])
		expect(await stateOf(state.attemptId)).toEqual(reply)
		const [row] = (await eventsOf(state.attemptId)).filter((event) => event.key === 'old')
		expect(row).toMatchObject({ applied: false, value: -2, seq: 4, stream: 'phone' })
		expect(replyOf(await voter.call(quiz.interact, answerTo(state, 0, -2), late))).toEqual(reply)
	})

	it('protects a selection too', async () => {
		const state = await started(voter, 'POLICY_PICK')
		const ids = state.allPolicies.map(({ id }) => id)
		const pick = (selectedPolicyIds: string[], seq: number) =>
			voter.call(
				quiz.interact,
				{
					params: { attemptId: state.attemptId },
					body: { interactionType: 'POLICY_PICK', selectedPolicyIds, responseTimeMs: 0 },
				},
				order(seq),
			)
		await pick(ids.slice(0, 8), 2)
		const late = replyOf(await pick(ids.slice(8, 16), 1))
		expect(late.selectedPolicyIds).toEqual(ids.slice(0, 8))
	})

	it('applies per statement and stream', async () => {
		const state = await started(voter, 'SCALE')
		await voter.call(quiz.interact, answerTo(state, 0, 2), order(9))
		await voter.call(quiz.interact, answerTo(state, 1, 1), order(3))
		await voter.call(quiz.interact, answerTo(state, 0, 0), order(1, 'tablet'))
		expect((await stateOf(state.attemptId)).answers?.map(({ value }) => value)).toEqual([0, 1])
		await voter.call(quiz.interact, answerTo(state, 0, -1))
		expect((await stateOf(state.attemptId)).answers?.map(({ value }) => value)).toEqual([-1, 1])
	})

	it('keeps the newest answer of a shuffled burst', async () => {
		const state = await started(voter, 'SCALE')
		const seqs = Array.from({ length: 20 }, (_, seq) => seq)
		const shuffled = seqs.toSorted((a, b) => ((a * 7) % 20) - ((b * 7) % 20))
		await Promise.all(
			shuffled.map((seq) =>
				voter.call(quiz.interact, answerTo(state, 0, (seq % 5) - 2), {
					...key(`k${seq}`),
					...order(seq),
				}),
			),
		)
		expect((await stateOf(state.attemptId)).answers?.[0]?.value).toBe((19 % 5) - 2)
		expect(await eventsOf(state.attemptId)).toHaveLength(21)
	})
})

describe('request headers', () => {
	const send = async (headers: Record<string, string>) => {
		const state = await started(voter, 'SCALE')
		const { body } = answerTo(state, 0)
		return raw(server, `/api/v2/quiz/interact/${state.attemptId}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			token: voter.token,
		})
	}

	// A key must be a quoted string of 1 to 255 characters.
	it.each(['plain', '""', '"open', '5', '?1', `"${'k'.repeat(256)}"`, '"a" "b"', '"é"'])(
		'refuse the key %s',
		async (value) => {
			const reply = await send({ 'idempotency-key': value })
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ path: 'Idempotency-Key' }] })
		},
	)

	it.each([`"${'k'.repeat(255)}"`, String.raw`"a \"quoted\" \\ one"`, '"a";version=1'])(
		'accept the key %s',
		async (value) => {
			expect((await send({ 'idempotency-key': value })).status).toBe(200)
		},
	)

	it.each(['"s"', '"s";seq=-1', '"s";seq=1.5', '"s";seq="1"', 's;seq=1', '"";seq=1', ''])(
		'refuse the order %o',
		async (value) => {
			const reply = await send({ 'evenhand-order': value })
			expect(reply.status).toBe(400)
			expect(reply.body).toMatchObject({ errors: [{ path: 'Evenhand-Order' }] })
		},
	)
})
