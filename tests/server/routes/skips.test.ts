import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { InteractBody, QuizState } from '#contract/quiz.ts'
import { fingerprint } from '#server/db/audit.ts'
import { attemptEvents } from '#server/db/schema.ts'
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

type Started = Awaited<ReturnType<typeof started>>

const skipOf = (state: QuizState, index: number) => ({
	params: { attemptId: state.quizAttemptId ?? '' },
	body: { interactionType: 'SKIP', policyId: state.allPolicies[index]?.id ?? '' } as InteractBody,
})
const skip = async (state: QuizState, index: number) =>
	replyOf(await voter.call(quiz.interact, skipOf(state, index)))
const idOf = (state: QuizState, index: number) => state.allPolicies[index]?.id
const key = (idempotencyKey: string) => ({ idempotencyKey })
const complete = ({ attemptId }: Started, unanswered?: boolean, options = {}) => {
	const params = { attemptId }
	const sent = unanswered === undefined ? { params } : { params, body: { unanswered } }
	return voter.call(quiz.complete, sent, options)
}
const stateOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.state, { params: { attemptId } }))
const resultsOf = async (attemptId: string) =>
	replyOf(await voter.call(quiz.results, { params: { attemptId } })).candidates

/** Answers `perCandidate` statements of each candidate. */
const answerSome = async (state: QuizState, perCandidate: number) => {
	const seen = new Map<string, number>()
	for (const [index, { candidateId }] of state.allPolicies.entries()) {
		const before = seen.get(candidateId) ?? 0
		seen.set(candidateId, before + 1)
		if (before < perCandidate) replyOf(await voter.call(quiz.interact, answerTo(state, index)))
	}
}

describe('skipping a statement', () => {
	it.each(['SCALE', 'BINARY'] as const)('moves on in a %s quiz without an answer', async (type) => {
		const state = await started(voter, type)
		const after = await skip(state, 0)
		expect(after).toMatchObject({
			answeredQuestions: 0,
			currentQuestionNumber: 2,
			progressPercentage: 3,
			currentQuestion: { policyId: idOf(state, 1) },
			answers: [],
			viewedPolicyIds: [],
			skippedPolicyIds: [idOf(state, 0)],
		})
		expect(await stateOf(state.attemptId)).toEqual(after)
	})

	it('is undone by an answer, and undoes one', async () => {
		const state = await started(voter, 'SCALE')
		await skip(state, 0)
		const answered = replyOf(await voter.call(quiz.interact, answerTo(state, 0, 0)))
		expect(answered).toMatchObject({
			answers: [{ policyId: idOf(state, 0), value: 0 }],
			skippedPolicyIds: [],
		})
		expect(await skip(state, 0)).toMatchObject({
			answers: [],
			skippedPolicyIds: [idOf(state, 0)],
		})
	})

	it('obeys the order of its stream', async () => {
		const state = await started(voter, 'SCALE')
		const at = (seq: number) => ({ order: { stream: 'phone', seq } })
		await voter.call(quiz.interact, answerTo(state, 0, 2), at(5))
		await voter.call(quiz.interact, skipOf(state, 0), at(4))
		expect((await stateOf(state.attemptId)).skippedPolicyIds).toEqual([])
		await voter.call(quiz.interact, skipOf(state, 0), at(6))
		await voter.call(quiz.interact, answerTo(state, 0, 2), at(3))
		expect(await stateOf(state.attemptId)).toMatchObject({
			answers: [],
			skippedPolicyIds: [idOf(state, 0)],
		})
	})

	it('is replayed by its key, which no answer may use', async () => {
		const state = await started(voter, 'SCALE')
		const first = replyOf(await voter.call(quiz.interact, skipOf(state, 0), key('s')))
		await answerAll(voter, state, 2)
		expect(replyOf(await voter.call(quiz.interact, skipOf(state, 0), key('s')))).toEqual(first)
		const reused = await voter.call(quiz.interact, answerTo(state, 0), key('s'))
		expect(refusalOf(reused).status).toBe(422)
	})

	it('is refused with the name of the wrong field', async () => {
		const scale = await started(voter, 'SCALE')
		const pick = await started(voter, 'POLICY_PICK')
		const { params } = skipOf(scale, 0)
		const cases = [
			[skipOf(pick, 0), 'interactionType'],
			[{ params, body: { interactionType: 'SKIP' } }, 'policyId'],
			[{ params, body: { interactionType: 'SKIP', policyId: voter.user.id } }, 'policyId'],
			[{ params, body: { ...skipOf(scale, 0).body, responseTimeMs: -1 } }, 'responseTimeMs'],
			[{ params, body: { ...skipOf(scale, 0).body, interactionType: 'PASS' } }, 'interactionType'],
		] as const
		for (const [input, path] of cases) {
			const { status, errors } = refusalOf(await voter.call(quiz.interact, input as never))
			expect([status, errors.map((error) => error.path)]).toEqual([400, [path]])
		}
		const done = await completed(voter, 'BINARY')
		expect(refusalOf(await voter.call(quiz.interact, skipOf(done, 0))).status).toBe(409)
	})

	it('leaves the statement out of the score', async () => {
		const state = await started(voter, 'SCALE')
		const [first] = state.allPolicies
		for (const [index, { candidateId }] of state.allPolicies.entries()) {
			const isSkipped = index === 0
			if (isSkipped) await skip(state, index)
			else {
				const value = candidateId === first?.candidateId ? 2 : -2
				replyOf(await voter.call(quiz.interact, answerTo(state, index, value)))
			}
		}
		replyOf(await complete(state))
		const results = await resultsOf(state.attemptId)
		expect(results[0]).toMatchObject({
			id: first?.candidateId,
			alignmentPercentage: 100,
			asked: 10,
			answered: 9,
		})
		expect(results.slice(1).map(({ asked, answered }) => [asked, answered])).toEqual([
			[10, 10],
			[10, 10],
			[10, 10],
		])
	})

	it('of nearly everything asks for more answers before the results', async () => {
		const state = await started(voter, 'BINARY')
		for (const index of state.allPolicies.keys()) await skip(state, index)
		const { currentQuestion, isComplete } = await stateOf(state.attemptId)
		expect(isComplete).toBe(false)
		expect(currentQuestion?.policyId, 'the first skipped one').toBe(idOf(state, 0))
		expect(refusalOf(await complete(state))).toMatchObject({
			status: 409,
			code: 'answers-missing',
			values: { count: 12 },
		})
		await answerSome(state, 3)
		expect(replyOf(await complete(state))).toMatchObject({ status: 'COMPLETED' })
	})
})

describe('finishing early', () => {
	it('needs three answers for each candidate, and says how many are missing', async () => {
		const state = await started(voter, 'SCALE')
		expect(refusalOf(await complete(state, true))).toMatchObject({
			status: 409,
			code: 'answers-missing',
			values: { count: 12 },
			message: 'To score every candidate, please answer at least 12 more questions.',
		})
		await answerSome(state, 2)
		expect(refusalOf(await complete(state, true))).toMatchObject({
			status: 409,
			code: 'answers-missing',
			values: { count: 4 },
		})
		await answerSome(state, 3)
		expect(replyOf(await complete(state, true))).toMatchObject({
			status: 'COMPLETED',
			answeredQuestions: 12,
		})
		expect((await resultsOf(state.attemptId)).map(({ answered }) => answered)).toEqual([3, 3, 3, 3])
		expect((await stateOf(state.attemptId)).status).toBe('COMPLETED')
	})

	it('happens only on request, and skipped statements do not count as unanswered', async () => {
		const state = await started(voter, 'SCALE')
		await answerSome(state, 9)
		const left = state.allPolicies.findIndex(
			({ candidateId }, index) =>
				state.allPolicies.slice(0, index).filter((each) => each.candidateId === candidateId)
					.length === 9,
		)
		await skip(state, left)
		for (const unanswered of [undefined, false]) {
			expect(refusalOf(await complete(state, unanswered))).toMatchObject({
				status: 409,
				code: 'questions-unanswered',
				values: { count: 3 },
			})
		}
		expect((await stateOf(state.attemptId)).status).toBe('IN_PROGRESS')
	})

	it('refuses a policy pick without a selection', async () => {
		const state = await started(voter, 'POLICY_PICK')
		expect(refusalOf(await complete(state, true))).toMatchObject({
			status: 409,
			code: 'questions-unanswered',
			values: { count: 40 },
		})
	})

	it('is replayed by its key, which no other completion may use', async () => {
		const state = await started(voter, 'SCALE')
		await answerSome(state, 3)
		const first = replyOf(await complete(state, true, key('done')))
		expect(replyOf(await complete(state, true, key('done')))).toEqual(first)
		for (const unanswered of [undefined, false]) {
			expect(refusalOf(await complete(state, unanswered, key('done'))).status).toBe(422)
		}
	})

	// Devices of earlier versions may repeat a completion that an earlier server took.
	it('leaves the fingerprint of a plain completion as it was', async () => {
		const state = await started(voter, 'POLICY_PICK')
		await answerAll(voter, state)
		const first = replyOf(await complete(state, undefined, key('done')))
		expect(replyOf(await complete(state, false, key('done')))).toEqual(first)
		const [event] = await server.db
			.select()
			.from(attemptEvents)
			.where(eq(attemptEvents.key, 'done'))
		expect(event?.fingerprint).toBe(fingerprint(['COMPLETE', state.attemptId, null]))
	})
})
