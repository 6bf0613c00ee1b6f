import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { BATCH_MAX } from '#contract/batch.ts'
import { endpoints } from '#contract/index.ts'
import type { BatchOperation } from '#contract/quiz.ts'
import { attemptEvents } from '#server/db/schema.ts'
import { answerTo, refusalOf, replyOf, started } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

const { quiz } = endpoints

let server: TestServer
let voter: Voter
let state: Awaited<ReturnType<typeof started>>
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	state = await started(voter, 'SCALE')
})

const answer = (seq: number, index = seq, value = 1): BatchOperation => ({
	kind: 'INTERACT',
	key: `k${seq}`,
	seq,
	body: answerTo(state, index, value).body,
})
const completion = (seq: number): BatchOperation => ({ kind: 'COMPLETE', key: `k${seq}`, seq })
const send = (operations: BatchOperation[], stream = 'phone', who = voter) =>
	who.call(quiz.batch, {
		params: { attemptId: state.attemptId },
		body: { stream, operations },
	})
const statusesOf = async (sent: ReturnType<typeof send>) =>
	replyOf(await sent).outcomes.map(({ status }) => status)
const stateNow = async () =>
	replyOf(await voter.call(quiz.state, { params: { attemptId: state.attemptId } }))
const eventsNow = () =>
	server.db
		.select()
		.from(attemptEvents)
		.where(eq(attemptEvents.attemptId, state.attemptId))
		.orderBy(asc(attemptEvents.id))
const forty = () => Array.from({ length: 40 }, (_, index) => answer(index, index, (index % 5) - 2))

describe('batch of operations on an attempt', () => {
	it('has the same effect as single calls', async () => {
		const reply = replyOf(await send([...forty(), completion(40)]))
		expect(reply.outcomes.map(({ status }) => status)).toEqual(Array(41).fill(200))
		expect(reply.state).toEqual(await stateNow())
		expect(reply.state).toMatchObject({ status: 'COMPLETED', answeredQuestions: 40 })

		// Another voter answers the same statements with single calls.
		const other = await server.registerVoter()
		const start = {
			params: { compareQuizId: state.compareQuizId ?? '' },
			body: { seed: state.seed, formula: 3 },
		}
		const single = replyOf(await other.call(quiz.start, start))
		const params = { attemptId: single.quizAttemptId ?? '' }
		for (const operation of forty()) {
			if (operation.kind === 'INTERACT')
				await other.call(quiz.interact, { params, body: operation.body })
		}
		await other.call(quiz.complete, { params })
		const alone = replyOf(await other.call(quiz.state, { params }))
		const { quizAttemptId: _its, revision: _own, ...same } = alone
		expect(reply.state).toMatchObject(same)
		const theirs = replyOf(await other.call(quiz.results, { params }))
		const mine = await voter.call(quiz.results, { params: { attemptId: state.attemptId } })
		expect(replyOf(mine).candidates).toEqual(theirs.candidates)
	})

	it('takes effect once when repeated in whole, in part, or by single calls', async () => {
		const operations = [...forty().slice(0, 5)]
		const first = replyOf(await send(operations))
		expect(replyOf(await send(operations))).toEqual(first)
		expect(await statusesOf(send([...operations.slice(3), answer(5)]))).toEqual([200, 200, 200])
		const again = await voter.call(quiz.interact, answerTo(state, 2, 0), { idempotencyKey: 'k2' })
		expect(replyOf(again).answeredQuestions).toBe(3)
		// A batch also replays a single call.
		await voter.call(quiz.interact, answerTo(state, 6), { idempotencyKey: 'k6' })
		expect(await statusesOf(send([answer(6, 6, -1)]))).toEqual([200])
		expect(await eventsNow()).toHaveLength(1 + 7)
	})

	it('takes effect once for concurrent copies', async () => {
		const copies = await Promise.all(Array.from({ length: 8 }, () => send(forty())))
		for (const copy of copies) {
			if (copy.ok)
				expect(new Set(copy.value.outcomes.map(({ status }) => status))).toEqual(new Set([200]))
			else expect(refusalOf(copy)).toMatchObject({ status: 409, retryAfterMs: 1000 })
		}
		expect(copies.some(({ ok }) => ok)).toBe(true)
		expect(await eventsNow()).toHaveLength(41)
	})

	it('refuses an invalid operation and applies the others', async () => {
		const { key, seq } = answer(1)
		const foreign: BatchOperation = {
			kind: 'INTERACT',
			key,
			seq,
			body: {
				interactionType: 'SCALE',
				policyId: crypto.randomUUID(),
				value: 1,
				responseTimeMs: 0,
			},
		}
		const reply = replyOf(await send([answer(0), foreign, answer(2), completion(3)]))
		expect(reply.outcomes.map(({ status }) => status)).toEqual([200, 400, 200, 409])
		expect(reply.outcomes[1]?.message).toBe('Please check your input and try again.')
		expect(reply.outcomes[3]?.message).toBe(
			'This quiz is not finished: 38 questions are unanswered.',
		)
		expect((await stateNow()).answeredQuestions).toBe(2)
		// A refusal leaves the key unused for a corrected operation.
		expect(await statusesOf(send([answer(1)]))).toEqual([200])
	})

	it('refuses a key already used for another operation', async () => {
		await voter.call(quiz.interact, answerTo(state, 0, 2), { idempotencyKey: 'k0' })
		const twice = { ...answer(2), key: 'k1' }
		expect(await statusesOf(send([answer(0, 0, -2), answer(1), twice, answer(3)]))).toEqual([
			422, 200, 422, 200,
		])
		expect((await stateNow()).answers?.map(({ value }) => value)).toEqual([2, 1, 1])
	})

	it('ignores older answers of its stream but accepts other streams', async () => {
		await send([answer(7, 0, 2)])
		expect(await statusesOf(send([answer(3, 0, -2)]))).toEqual([200])
		expect((await stateNow()).answers?.[0]?.value).toBe(2)
		const late = (await eventsNow()).find(({ key }) => key === 'k3')
		expect(late).toMatchObject({ applied: false, value: -2, seq: 3, stream: 'phone' })
		await send([answer(1, 0, -1)], 'tablet')
		expect((await stateNow()).answers?.[0]?.value).toBe(-1)
		// Also within one batch, in any order.
		await send([answer(9, 1, 2), answer(8, 1, -2)])
		expect((await stateNow()).answers?.[1]?.value).toBe(2)
	})

	it('takes skips and an early completion like single calls', async () => {
		const skipped: BatchOperation = {
			...answer(0),
			body: {
				interactionType: 'SKIP',
				policyId: state.allPolicies[0]?.id ?? '',
				responseTimeMs: 9,
			},
		} as BatchOperation
		const early = (seq: number): BatchOperation => ({
			...{ kind: 'COMPLETE', key: `k${seq}`, seq },
			unanswered: true,
		})
		const first = replyOf(await send([skipped, answer(1), early(2), completion(3)]))
		expect(first.outcomes).toMatchObject([
			{ status: 200 },
			{ status: 200 },
			{ status: 409, code: 'answers-missing', values: { count: 11 } },
			{ status: 409, code: 'questions-unanswered', values: { count: 38 } },
		])
		expect(first.state.skippedPolicyIds).toEqual([state.allPolicies[0]?.id])
		const rest = forty().slice(4, 20)
		const last = replyOf(await send([...rest, early(40)]))
		expect(last.state).toMatchObject({ status: 'COMPLETED', answeredQuestions: 17 })
		// A single call repeats the batched completion, and cannot reuse its key for another one.
		const params = { attemptId: state.attemptId }
		const byKey = { idempotencyKey: 'k40' }
		const body = { unanswered: true }
		expect(replyOf(await voter.call(quiz.complete, { params, body }, byKey))?.status).toBe(
			'COMPLETED',
		)
		expect(refusalOf(await voter.call(quiz.complete, { params }, byKey)).status).toBe(422)
		expect(await statusesOf(send([completion(40)]))).toEqual([422])
	})

	it('lets the newest of an answer and a skip stand, whatever order they arrive in', async () => {
		const skipAt = (seq: number): BatchOperation =>
			({
				...answer(seq, 0),
				body: { interactionType: 'SKIP', policyId: state.allPolicies[0]?.id, responseTimeMs: 0 },
			}) as BatchOperation
		expect(await statusesOf(send([answer(5, 0, 2), skipAt(4)]))).toEqual([200, 200])
		expect((await stateNow()).skippedPolicyIds).toEqual([])
		expect(await statusesOf(send([skipAt(7), answer(6, 0, 2)]))).toEqual([200, 200])
		expect(await stateNow()).toMatchObject({
			answers: [],
			skippedPolicyIds: [state.allPolicies[0]?.id],
		})
	})

	it('refuses answers after completion and repeats a completion', async () => {
		await send([...forty(), completion(40)])
		expect(await statusesOf(send([answer(41, 0), completion(42)]))).toEqual([409, 200])
		expect((await stateNow()).answers?.[0]?.value).toBe(-2)
	})

	it('replies like a single call for a reset attempt', async () => {
		const params = { attemptId: state.attemptId }
		await voter.call(quiz.reset, { params, body: {} })
		const { outcomes } = replyOf(await send([answer(0)]))
		expect(outcomes).toEqual([
			{
				status: 409,
				message: 'You started this quiz again. Please continue with the new attempt.',
				code: 'attempt-reset',
				values: {},
			},
		])
	})

	it("refuses another user's attempt and ignores their keys", async () => {
		const other = await server.registerVoter()
		expect(refusalOf(await send([answer(0)], 'phone', other)).status).toBe(404)
		await send([answer(0)])
		const theirs = await started(other, 'SCALE')
		const body = { stream: 'phone', operations: [answer(0, 0, 2)] }
		const params = { attemptId: theirs.attemptId }
		expect(
			refusalOf(await other.call(quiz.batch, { params: { attemptId: state.attemptId }, body }))
				.status,
		).toBe(404)
		const reply = replyOf(
			await other.call(quiz.batch, {
				params,
				body: {
					stream: 'phone',
					operations: [{ ...answer(0), body: answerTo(theirs, 0, 2).body } as BatchOperation],
				},
			}),
		)
		expect(reply.outcomes).toEqual([{ status: 200, message: '' }])
		expect(reply.state.answers?.[0]?.value).toBe(2)
	})

	it('accepts the announced maximum and refuses more', async () => {
		expect(state.batch).toBe(BATCH_MAX)
		const many = (count: number) => Array.from({ length: count }, (_, seq) => answer(seq, seq % 40))
		const refusal = refusalOf(await send(many(BATCH_MAX + 1)))
		expect(refusal).toMatchObject({ status: 400, errors: [{ path: 'operations' }] })
		expect(refusalOf(await send([]))).toMatchObject({
			status: 400,
			errors: [{ path: 'operations' }],
		})
		expect(await eventsNow()).toHaveLength(1)
		expect(await statusesOf(send(many(BATCH_MAX)))).toEqual(Array(BATCH_MAX).fill(200))
	})
})
