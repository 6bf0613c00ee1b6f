import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { QuizType } from '#domain/types.ts'
import { attempts, compareQuizzes } from '#server/db/schema.ts'
import {
	answerAll,
	answerTo,
	completed,
	quiz1912,
	refusalOf,
	replyOf,
	started,
} from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { quiz } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const start = async (type: QuizType, seed?: string) => {
	const params = { compareQuizId: await quiz1912(voter, type) }
	return voter.call(quiz.start, seed === undefined ? { params } : { params, body: { seed } })
}
const stateOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.state, { params: { attemptId } }))

describe('starting', () => {
	it('asks all drawn policies in order with weights and categories', async () => {
		const state = replyOf(await start('SCALE'))
		expect(state).toMatchObject({
			status: 'IN_PROGRESS',
			quizType: 'SCALE',
			totalQuestions: 40,
			answeredQuestions: 0,
			currentQuestionNumber: 1,
			progressPercentage: 0,
			isComplete: false,
			completionMessage: null,
			viewedPolicyIds: [],
			answers: [],
			selectedPolicyIds: null,
		})
		const [first] = state.allPolicies
		expect(state.currentQuestion).toEqual({
			policyId: first?.id,
			policyText: first?.text,
			candidateId: first?.candidateId,
		})
		expect(first).toMatchObject({ weight: 1, importance: 1, category: expect.any(String) })
	})

	it('balances candidates after any prefix', async () => {
		const { allPolicies } = replyOf(await start('BINARY'))
		const counts = new Map<string, number>()
		for (const { candidateId } of allPolicies) {
			counts.set(candidateId, (counts.get(candidateId) ?? 0) + 1)
			const seen = [...counts.values()]
			const fewest = counts.size < 4 ? 0 : Math.min(...seen)
			expect(Math.max(...seen) - fewest).toBeLessThanOrEqual(1)
		}
	})

	it('draws the same policies for the same seed', async () => {
		const mine = replyOf(await start('SCALE', 'my-seed'))
		expect(mine.seed).toBe('my-seed')
		const other = await server.registerVoter()
		const params = { compareQuizId: mine.compareQuizId ?? '' }
		const theirs = replyOf(await other.call(quiz.start, { params, body: { seed: 'my-seed' } }))
		expect(theirs.allPolicies).toEqual(mine.allPolicies)
		const third = await server.registerVoter()
		const drawn = replyOf(await third.call(quiz.start, { params }))
		expect(drawn.seed).not.toBe('my-seed')
		expect(drawn.allPolicies).not.toEqual(mine.allPolicies)
	})

	it('resumes the attempt in progress and never creates a second one', async () => {
		const first = await started(voter, 'SCALE')
		await answerAll(voter, first, 3)
		const again = replyOf(await start('SCALE', 'another-seed'))
		expect(again).toMatchObject({
			quizAttemptId: first.attemptId,
			answeredQuestions: 3,
			seed: first.seed,
		})
		const many = await Promise.all(Array.from({ length: 8 }, () => start('BINARY')))
		expect(new Set(many.map((reply) => replyOf(reply).quizAttemptId)).size).toBe(1)
		expect(await server.db.$count(attempts)).toBe(2)
	})

	it('refuses a completed quiz with the specified text', async () => {
		await completed(voter, 'BINARY')
		const refusal = refusalOf(await start('BINARY'))
		expect(refusal).toMatchObject({
			status: 409,
			message: 'You have already completed this quiz.',
		})
	})

	it('refuses an unavailable quiz with a reason', async () => {
		const id = await quiz1912(voter, 'SCALE')
		await server.db.update(compareQuizzes).set({ active: false }).where(eq(compareQuizzes.id, id))
		const refusal = refusalOf(await start('SCALE'))
		expect(refusal).toMatchObject({ status: 409, message: 'This quiz is not active.' })
	})
})

describe('answering', () => {
	it.each(['SCALE', 'BINARY'] as const)('counts %s answers one by one', async (type) => {
		const state = await started(voter, type)
		const after = replyOf(await voter.call(quiz.interact, answerTo(state, 0)))
		expect(after).toMatchObject({
			answeredQuestions: 1,
			currentQuestionNumber: 2,
			progressPercentage: 3,
			viewedPolicyIds: [state.allPolicies[0]?.id],
			currentQuestion: { policyId: state.allPolicies[1]?.id },
		})
		expect(await stateOf(state.attemptId)).toEqual(after)
	})

	it('accepts answers in any order', async () => {
		const state = await started(voter, 'SCALE')
		const after = replyOf(await voter.call(quiz.interact, answerTo(state, 7, -2)))
		expect(after.currentQuestion?.policyId).toBe(state.allPolicies[0]?.id)
		expect(after.answers).toEqual([{ policyId: state.allPolicies[7]?.id, value: -2 }])
	})

	it('replaces an earlier answer while in progress', async () => {
		const state = await started(voter, 'BINARY')
		await voter.call(quiz.interact, answerTo(state, 0, 1))
		const after = replyOf(await voter.call(quiz.interact, answerTo(state, 0, 0)))
		expect(after.answers).toEqual([{ policyId: state.allPolicies[0]?.id, value: 0 }])
		expect(after.answeredQuestions).toBe(1)
	})

	it('completes all questions with one selection', async () => {
		const state = await started(voter, 'POLICY_PICK')
		const after = await answerAll(voter, state)
		expect(after).toMatchObject({
			isComplete: true,
			answeredQuestions: 40,
			progressPercentage: 100,
			currentQuestion: null,
			completionMessage: 'You have answered every question.',
		})
		expect(after.selectedPolicyIds).toHaveLength(20)
	})

	it('names the field that does not fit the quiz', async () => {
		const scale = await started(voter, 'SCALE')
		const binary = await started(voter, 'BINARY')
		const pick = await started(voter, 'POLICY_PICK')
		const ids = pick.allPolicies.map(({ id }) => id)
		const [first = ''] = ids
		const selection = (selectedPolicyIds: string[]) => ({
			params: { attemptId: pick.attemptId },
			body: { interactionType: 'POLICY_PICK', selectedPolicyIds, responseTimeMs: 0 } as const,
		})
		const elsewhere = { ...answerTo(scale, 0), params: { attemptId: binary.attemptId } }
		const foreign = answerTo(
			{ ...scale, allPolicies: [{ ...scale, id: voter.user.id } as never] },
			0,
		)
		const cases = [
			[elsewhere, 'interactionType'],
			[foreign, 'policyId'],
			[{ ...foreign, body: { ...foreign.body, policyId: '7' } }, 'policyId'],
			[answerTo(scale, 0, 3), 'value'],
			[answerTo(scale, 0, 0.5), 'value'],
			[answerTo(binary, 0, -1), 'value'],
			[selection(ids.slice(0, 5)), 'selectedPolicyIds'],
			[selection([...ids.slice(0, 6), first]), 'selectedPolicyIds'],
			[selection([...ids.slice(0, 6), voter.user.id]), 'selectedPolicyIds'],
		] as const
		for (const [input, path] of cases) {
			const refusal = refusalOf(await voter.call(quiz.interact, input as never))
			expect(refusal.status).toBe(400)
			expect(refusal.errors.map((error) => error.path)).toEqual([path])
		}
		expect((await stateOf(pick.attemptId)).isComplete).toBe(false)
	})

	it('refuses every answer after completion', async () => {
		const done = await completed(voter, 'BINARY')
		expect(refusalOf(await voter.call(quiz.interact, answerTo(done, 0)))).toMatchObject({
			status: 409,
			message: 'You have already completed this quiz.',
		})
	})
})

describe('completing', () => {
	it('refuses while questions are open and counts them', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state, 39)
		const params = { attemptId: state.attemptId }
		expect(refusalOf(await voter.call(quiz.complete, { params }))).toMatchObject({
			status: 409,
			message: 'This quiz is not finished: 1 question is unanswered.',
		})
	})

	it('repeats the result with the first completion time', async () => {
		const done = await completed(voter, 'POLICY_PICK')
		expect(done.status).toBe('COMPLETED')
		const at = server.clock.now.toISOString()
		server.clock.now = new Date(server.clock.now.getTime() + 60_000)
		const query = { quizAttemptId: done.attemptId }
		expect(replyOf(await voter.call(quiz.completeByQuery, { query }))?.status).toBe('COMPLETED')
		expect(replyOf(await voter.call(quiz.attempt, { query })).completedAt).toBe(at)
	})
})
