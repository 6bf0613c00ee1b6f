import { randomUUID } from 'node:crypto'
import { endpoints } from '#contract/index.ts'
import type { QuizState } from '#contract/quiz.ts'
import type { TestSession } from '#contract/test-session.ts'
import type { Step } from './device.ts'

const { quiz, knowledgeTest } = endpoints

const QUESTIONS = 24
const CHANGED = 4
const GUESSES = 10

const pathOf = (path: string, param = ''): string => `/api${path.replace(/:\w+/, param)}`

interface Attempt {
	attemptId: string
	policies: readonly string[]
}

const startQuiz = (quizId: string, attempt: Attempt): Step => {
	const body = { seed: randomUUID() }
	return {
		request: () => ({ method: 'POST', path: pathOf(quiz.start.path, quizId), body }),
		effect: () => ({ kind: 'START', policyId: null, value: null }),
		read: (reply) => {
			const { quizAttemptId, allPolicies = [] } = reply as QuizState
			attempt.attemptId = String(quizAttemptId)
			attempt.policies = (allPolicies ?? []).map(({ id }) => id)
		},
	}
}

/** Answer number `index`. Beyond the last statement, earlier answers change. */
const answerQuiz = (attempt: Attempt, index: number): Step => {
	const value = ((index + Math.floor(index / QUESTIONS)) % 5) - 2
	const policyId = () => attempt.policies[index % QUESTIONS] ?? ''
	const body = () => ({
		interactionType: 'SCALE',
		policyId: policyId(),
		value,
		responseTimeMs: 1200,
	})
	return {
		request: () => ({
			method: 'POST',
			path: pathOf(quiz.interact.path, attempt.attemptId),
			body: body(),
		}),
		effect: () => ({ kind: 'INTERACT', policyId: policyId(), value }),
		inBatch: () => ({
			path: pathOf(quiz.batch.path, attempt.attemptId),
			operation: { kind: 'INTERACT', body: body() },
		}),
	}
}

const completeQuiz = (attempt: Attempt): Step => ({
	request: () => ({ method: 'POST', path: pathOf(quiz.complete.path, attempt.attemptId) }),
	effect: () => ({ kind: 'COMPLETE', policyId: null, value: null }),
	inBatch: () => ({
		path: pathOf(quiz.batch.path, attempt.attemptId),
		operation: { kind: 'COMPLETE' },
	}),
})

const quizSteps = (quizId: string, attempt: Attempt, changed: number): Step[] => {
	const answers = Array.from({ length: QUESTIONS + changed }, (_, at) => answerQuiz(attempt, at))
	return [startQuiz(quizId, attempt), ...answers, completeQuiz(attempt)]
}

/** Queued entries of a quiz taken offline. */
export const ENTRIES = 1 + QUESTIONS + CHANGED + 1

/** The entries of a quiz taken offline, including four changed answers. */
export const quizEntries = (quizId: string): Step[] =>
	quizSteps(quizId, { attemptId: '', policies: [] }, CHANGED)

/** A quiz of 24 statements: start, answers, completion, results. */
export const quizJourney = (quizId: string): Step[] => {
	const attempt: Attempt = { attemptId: '', policies: [] }
	const results: Step = {
		request: () => ({ method: 'GET', path: pathOf(quiz.results.path, attempt.attemptId) }),
		effect: null,
	}
	return [...quizSteps(quizId, attempt, 0), results]
}

/** A knowledge test of ten policies: start, guesses, completion. */
export const testJourney = (): Step[] => {
	let session: TestSession | null = null
	const policyAt = (at: number): string => session?.policies[at]?.policyId ?? ''
	const guessAt = (at: number): string =>
		(at % 2 === 0 ? session?.candidate1.id : session?.candidate2.id) ?? ''
	const sessionId = (): string => session?.sessionId ?? ''
	const start: Step = {
		request: () => ({
			method: 'POST',
			path: pathOf(knowledgeTest.start.path),
			body: { numberOfPolicies: GUESSES },
		}),
		effect: () => ({ kind: 'TEST_START', policyId: null, value: null }),
		read: (reply) => {
			session = reply as TestSession
		},
	}
	const inBatch = (kind: string, body: unknown) => ({
		...{ path: pathOf(knowledgeTest.batch.path), sessionId: sessionId() },
		operation: { kind, body },
	})
	const guess = (at: number): Step => {
		const body = () => ({
			...{ policyId: policyAt(at), guessedCandidateId: guessAt(at) },
			responseTimeMs: 1200,
		})
		return {
			request: () => ({
				method: 'POST',
				path: pathOf(knowledgeTest.submitGuess.path),
				body: { sessionId: sessionId(), ...body() },
			}),
			effect: () => ({ kind: 'GUESS', policyId: policyAt(at), value: guessAt(at) }),
			inBatch: () => inBatch('GUESS', body()),
		}
	}
	const complete: Step = {
		request: () => ({
			method: 'POST',
			path: pathOf(knowledgeTest.complete.path),
			body: { sessionId: sessionId(), demographics: {} },
		}),
		effect: () => ({ kind: 'TEST_COMPLETE', policyId: null, value: null }),
		inBatch: () => inBatch('COMPLETE', { demographics: {} }),
	}
	return [start, ...Array.from({ length: GUESSES }, (_, at) => guess(at)), complete]
}

/** As many inserts into the baseline as a quiz has calls. */
export const floorJourney = (): Step[] =>
	Array.from({ length: QUESTIONS }, (_, at) => {
		const body = { key: randomUUID(), policyId: randomUUID(), value: at, responseTimeMs: 1200 }
		return {
			request: () => ({ method: 'POST', path: '/entry', body }),
			effect: () => ({ kind: 'INTERACT', policyId: body.policyId, value: at }),
		}
	})
