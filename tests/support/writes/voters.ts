import { endpoints } from '#contract/index.ts'
import { type Write, writeBy } from '../crash-points.ts'
import { answerTo, quiz1912, replyOf } from '../quizzes.ts'
import type { TestServer } from '../server.ts'
import { begun, guess, guessBody } from '../test-sessions.ts'

const { quiz, knowledgeTest } = endpoints

/** Starts a quiz with a fixed seed. */
const begin = async (server: TestServer, quizType: 'SCALE' | 'POLICY_PICK') => {
	const voter = await server.registerVoter()
	const params = { compareQuizId: await quiz1912(voter, quizType) }
	const state = replyOf(await voter.call(quiz.start, { params, body: { seed: 'one' } }))
	return { call: voter.call, state, params: { attemptId: state.quizAttemptId ?? '' } }
}

const pick = async (server: TestServer) => {
	const { call, state, params } = await begin(server, 'POLICY_PICK')
	const selectedPolicyIds = state.allPolicies.slice(0, 8).map(({ id }) => id)
	const body = { interactionType: 'POLICY_PICK' as const, selectedPolicyIds, responseTimeMs: 9 }
	return { call, input: { params, body } }
}

const picked = async (server: TestServer) => {
	const { call, input } = await pick(server)
	replyOf(await call(quiz.interact, input))
	return { call, params: input.params }
}

/** Writes of voters' devices on the sample data, by name. */
export const VOTERS_WRITES: Readonly<Record<string, Write>> = {
	'the start of a quiz': writeBy(quiz.start, async ({ server }) => {
		const voter = await server.registerVoter()
		const params = { compareQuizId: await quiz1912(voter, 'SCALE') }
		return { call: voter.call, input: { params, body: { seed: 'one', consent: '2026-11-23' } } }
	}),
	'an answer': writeBy(quiz.interact, async ({ server }) => {
		const { call, state } = await begin(server, 'SCALE')
		return { call, input: answerTo(state, 0, 2) }
	}),
	'a batch of answers': writeBy(quiz.batch, async ({ server }) => {
		const { call, state, params } = await begin(server, 'SCALE')
		const operations = [0, 1, 2].map((seq) => {
			const { body } = answerTo(state, seq)
			return { kind: 'INTERACT', key: `b${seq}`, seq, body } as const
		})
		return { call, input: { params, body: { stream: 'phone', operations } } }
	}),
	'a batch that ends a quiz': writeBy(quiz.batch, async ({ server }) => {
		const { call, params } = await picked(server)
		const operations = [{ kind: 'COMPLETE', key: 'end', seq: 1 } as const]
		return { call, input: { params, body: { stream: 'phone', operations } } }
	}),
	'a selection': writeBy(quiz.interact, ({ server }) => pick(server)),
	'the end of a quiz': writeBy(quiz.complete, async ({ server }) => {
		const { call, params } = await picked(server)
		return { call, input: { params } }
	}),
	'the end of a quiz as it was called before': writeBy(quiz.completeByQuery, async ({ server }) => {
		const { call, params } = await picked(server)
		return { call, input: { query: { quizAttemptId: params.attemptId } } }
	}),
	'the reset of a quiz': writeBy(quiz.reset, async ({ server }) => {
		const { call, params } = await picked(server)
		return { call, input: { params, body: { seed: 'two' } } }
	}),
	'the start of a knowledge test': writeBy(knowledgeTest.start, async ({ server }) => ({
		call: server.call,
		input: { body: {} },
	})),
	'a guess': writeBy(knowledgeTest.submitGuess, async ({ server }) => ({
		call: server.call,
		input: { body: await guessBody(server, await begun(server), 0) },
	})),
	'guesses and the end of a knowledge test at once': writeBy(
		knowledgeTest.batch,
		async ({ server }) => {
			const session = await begun(server)
			const { sessionId, ...body } = await guessBody(server, session, 0)
			const operations = [
				{ kind: 'GUESS' as const, key: 'g', seq: 1, body },
				{ kind: 'COMPLETE' as const, key: 'c', seq: 2, body: {} },
			]
			return { call: server.call, input: { body: { sessionId, stream: 'phone', operations } } }
		},
	),
	'the end of a knowledge test': writeBy(knowledgeTest.complete, async ({ server }) => {
		const session = await begun(server)
		replyOf(await guess(server, session, 0))
		const { sessionId } = session
		const body = { sessionId, demographics: { age: '18-24' as const, gender: null } }
		return { call: server.call, input: { body } }
	}),
	'a feedback': writeBy(knowledgeTest.feedback, async ({ server }) => {
		const { sessionId } = await begun(server)
		return { call: server.call, input: { body: { sessionId, feedbackText: 'Good.' } } }
	}),
}
