import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { QUIZ_TYPES, type Statement } from '#domain/types.ts'
import {
	attemptEvents,
	attempts,
	candidates as candidateTable,
	categoryWeights,
	compareQuizzes,
	policies,
} from '#server/db/schema.ts'
import {
	answerAll,
	answerTo,
	completed,
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

const stateOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.state, { params: { attemptId } }))

describe('results', () => {
	it.each(QUIZ_TYPES)('of a %s quiz follow the formula, best first', async (type) => {
		const done = await completed(voter, type)
		const params = { attemptId: done.attemptId }
		const { candidates, quizAttemptId } = replyOf(await voter.call(quiz.results, { params }))
		expect(quizAttemptId).toBe(done.attemptId)
		const expected = new Map<string, { sum: number; weight: number }>()
		done.allPolicies.forEach((policy, index) => {
			const agreement =
				type === 'SCALE' ? (index % 5) / 4 : type === 'BINARY' ? index % 2 : Number(index % 2 === 0)
			const entry = expected.get(policy.candidateId) ?? { sum: 0, weight: 0 }
			expected.set(policy.candidateId, { sum: entry.sum + agreement, weight: entry.weight + 1 })
		})
		const picks = done.selectedPolicyIds?.length
		for (const candidate of candidates) {
			const { sum, weight: asked } = expected.get(candidate.id ?? '') ?? { sum: 0, weight: 0 }
			const weight = Math.min(asked, picks ?? asked)
			expect(candidate.alignmentPercentage).toBe(Math.round((1000 * sum) / weight) / 10)
		}
		const shown = candidates.map(({ alignmentPercentage }) => alignmentPercentage ?? -1)
		expect(shown).toEqual(shown.toSorted((a, b) => b - a))
		expect(candidates[0]?.rank).toBe(1)
		expect(candidates.map(({ name }) => name).sort()).toEqual([
			'Eugene V. Debs',
			'Theodore Roosevelt',
			'William Howard Taft',
			'Woodrow Wilson',
		])
	})

	it("keep the formula of the attempt's start", async () => {
		const done = await completed(voter, 'POLICY_PICK')
		expect(done.formula).toBe(3)
		const params = { attemptId: done.attemptId }
		const now = replyOf(await voter.call(quiz.results, { params })).candidates
		await server.db.update(attempts).set({ formula: 1 })
		const before = replyOf(await voter.call(quiz.results, { params })).candidates
		expect((await stateOf(done.attemptId)).formula).toBe(1)
		// 20 of 40 picked: with as many picks as a candidate has policies, both formulas agree.
		expect(before).toEqual(now)
		await server.db
			.update(attemptEvents)
			.set({ selected: done.selectedPolicyIds?.slice(0, 6) ?? [] })
			.where(isNotNull(attemptEvents.selected))
		const sumOf = async (): Promise<number> =>
			replyOf(await voter.call(quiz.results, { params })).candidates.reduce(
				(sum, each) => sum + (each.alignmentPercentage ?? 0),
				0,
			)
		expect(await sumOf()).toBeCloseTo(60, 0)
		for (const formula of [2, 3]) {
			await server.db.update(attempts).set({ formula })
			expect(await sumOf()).toBeCloseTo(100, 0)
		}
	})

	it('require completion', async () => {
		const state = await started(voter, 'SCALE')
		const params = { attemptId: state.attemptId }
		expect(refusalOf(await voter.call(quiz.results, { params })).status).toBe(409)
	})

	it('are unaffected by later changes of weights, texts, or policies', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state)
		await server.db.update(categoryWeights).set({ weight: 3 })
		await server.db.update(policies).set({ importance: 2, text: 'changed' })
		const params = { attemptId: state.attemptId }
		await voter.call(quiz.complete, { params })
		const before = replyOf(await voter.call(quiz.results, { params }))
		await server.db.delete(policies)
		expect(replyOf(await voter.call(quiz.results, { params }))).toEqual(before)
		expect((await stateOf(state.attemptId)).allPolicies).toEqual(state.allPolicies)
	})

	it('keep candidates and names deleted from the catalog', async () => {
		const done = await completed(voter, 'SCALE')
		const params = { attemptId: done.attemptId }
		const before = replyOf(await voter.call(quiz.results, { params }))
		await server.db.delete(compareQuizzes)
		await server.db.delete(candidateTable)
		expect(replyOf(await voter.call(quiz.results, { params }))).toEqual(before)
		const [entry] = replyOf(await voter.call(quiz.history, {}))
		expect(entry).toMatchObject({ compareQuizId: null, quizName: '1912: rate each policy' })
		expect(refusalOf(await voter.call(quiz.reset, { params })).status).toBe(409)
	})

	it('use the weights frozen at the start', async () => {
		await server.db
			.update(categoryWeights)
			.set({ weight: 2.5 })
			.where(eq(categoryWeights.category, 'ECONOMY'))
		const { attemptId } = await started(voter, 'SCALE')
		const [row] = await server.db.select().from(attempts).where(eq(attempts.id, attemptId))
		const weightOf = (statement: Statement) => (statement.category === 'ECONOMY' ? 2.5 : 1)
		for (const statement of row?.statements ?? []) {
			expect(statement.weight).toBe(weightOf(statement))
		}
	})
})

describe('resetting', () => {
	it('keeps a completed attempt in history and starts a new one', async () => {
		const done = await completed(voter, 'BINARY')
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		const params = { attemptId: done.attemptId }
		const fresh = replyOf(await voter.call(quiz.reset, { params, body: { seed: 'again' } }))
		expect(fresh).toMatchObject({ status: 'IN_PROGRESS', answeredQuestions: 0, seed: 'again' })
		expect(fresh.quizAttemptId).not.toBe(done.attemptId)
		const history = replyOf(await voter.call(quiz.history, {}))
		expect(history.map(({ id, status }) => [id, status])).toEqual([
			[fresh.quizAttemptId, 'IN_PROGRESS'],
			[done.attemptId, 'COMPLETED'],
		])
		expect(replyOf(await voter.call(quiz.results, { params })).candidates).toHaveLength(4)
		const again = replyOf(await voter.call(quiz.reset, { params }))
		expect(again.quizAttemptId).toBe(fresh.quizAttemptId)
	})

	it('supersedes an unfinished attempt and hides it from history', async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state, 5)
		const params = { attemptId: state.attemptId }
		const fresh = replyOf(await voter.call(quiz.reset, { params }))
		expect(fresh.answeredQuestions).toBe(0)
		const history = replyOf(await voter.call(quiz.history, {}))
		expect(history.map(({ id }) => id)).toEqual([fresh.quizAttemptId])
		for (const refused of [
			await voter.call(quiz.interact, answerTo(state, 9)),
			await voter.call(quiz.complete, { params }),
		]) {
			expect(refusalOf(refused)).toMatchObject({
				status: 409,
				message: 'You started this quiz again. Please continue with the new attempt.',
			})
		}
	})

	it('creates one new attempt for concurrent resets', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const replies = await Promise.all(
			Array.from({ length: 6 }, () => voter.call(quiz.reset, { params: { attemptId } })),
		)
		expect(new Set(replies.map((reply) => replyOf(reply).quizAttemptId)).size).toBe(1)
	})
})

describe('history', () => {
	it("lists the voter's attempts, newest first, with progress", async () => {
		const scale = await started(voter, 'SCALE')
		await answerAll(voter, scale, 10)
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		const pick = await completed(voter, 'POLICY_PICK')
		await completed(await server.registerVoter(), 'BINARY')
		const history = replyOf(await voter.call(quiz.history, {}))
		expect(history).toEqual([
			{
				id: pick.attemptId,
				compareQuizId: pick.compareQuizId,
				electionId: expect.any(String),
				quizName: '1912: pick the policies you want',
				quizType: 'POLICY_PICK',
				electionName: 'United States presidential election, 1912',
				status: 'COMPLETED',
				startedAt: '2026-11-21T12:00:01.000Z',
				completedAt: '2026-11-21T12:00:01.000Z',
				answeredQuestions: 40,
				totalQuestions: 40,
				progressPercentage: 100,
				revision: pick.revision,
			},
			expect.objectContaining({
				id: scale.attemptId,
				status: 'IN_PROGRESS',
				completedAt: null,
				answeredQuestions: 10,
				progressPercentage: 25,
			}),
		])
		const query = { quizAttemptId: scale.attemptId }
		expect(replyOf(await voter.call(quiz.attempt, { query }))).toEqual(history[1])
	})
})
