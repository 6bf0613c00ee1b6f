import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { InteractBody, QuizAttempt, QuizResults, QuizState, quiz } from '#contract/quiz.ts'
import { CONSENT_VERSION } from '#domain/quiz.ts'
import { firstMessages } from '#tests/support/first-messages.ts'

describe('answer body', () => {
	const scale = { interactionType: 'SCALE', policyId: 7, value: -2, responseTimeMs: 1200 }

	it('parses a skip, with or without a response time', () => {
		const skip = { interactionType: 'SKIP', policyId: 7 }
		const parsed = { ...skip, policyId: '7', responseTimeMs: 0 }
		expect(v.parse(InteractBody, skip)).toEqual(parsed)
		expect(v.parse(InteractBody, { ...skip, value: 1 })).toEqual(parsed)
		expect(v.parse(InteractBody, { ...skip, responseTimeMs: 9 }).responseTimeMs).toBe(9)
	})

	it('parses three kinds of answers with text ids', () => {
		expect(v.parse(InteractBody, scale)).toEqual({ ...scale, policyId: '7' })
		const binary = { ...scale, interactionType: 'BINARY', value: 0 }
		expect(v.parse(InteractBody, binary)).toEqual({ ...binary, policyId: '7' })
		const pick = { interactionType: 'POLICY_PICK', selectedPolicyIds: [1, '2'], responseTimeMs: 0 }
		expect(v.parse(InteractBody, pick)).toEqual({ ...pick, selectedPolicyIds: ['1', '2'] })
	})

	it('drops fields of other kinds', () => {
		const pick = { ...scale, interactionType: 'POLICY_PICK', selectedPolicyIds: ['1'] }
		expect(v.parse(InteractBody, pick)).not.toHaveProperty('value')
	})

	it.each([
		[
			{ ...scale, interactionType: 'RANK' },
			'interactionType',
			'must be SCALE, BINARY, POLICY_PICK or SKIP',
		],
		[
			{ ...scale, interactionType: undefined },
			'interactionType',
			'must be SCALE, BINARY, POLICY_PICK or SKIP',
		],
		[{ ...scale, value: 3 }, 'value', 'must be a whole number from -2 to 2'],
		[{ ...scale, value: 0.5 }, 'value', 'must be a whole number from -2 to 2'],
		[{ ...scale, value: '1' }, 'value', 'must be a whole number from -2 to 2'],
		[{ ...scale, interactionType: 'BINARY' }, 'value', 'must be 1 (agree) or 0 (disagree)'],
		[
			{ ...scale, interactionType: 'BINARY', value: true },
			'value',
			'must be 1 (agree) or 0 (disagree)',
		],
		[
			{ ...scale, interactionType: 'SKIP', policyId: 'x' },
			'policyId',
			'must be a number or a UUID',
		],
		[{ ...scale, policyId: 'x' }, 'policyId', 'must be a number or a UUID'],
		[{ ...scale, policyId: null }, 'policyId', 'must be a number or a UUID'],
		[{ ...scale, policyId: 1.5 }, 'policyId', 'must be a number or a UUID'],
		[{ ...scale, responseTimeMs: '9' }, 'responseTimeMs', 'must be a number of milliseconds'],
		[{ ...scale, responseTimeMs: 1.5 }, 'responseTimeMs', 'must be a whole number of milliseconds'],
		[{ ...scale, responseTimeMs: -1 }, 'responseTimeMs', 'must be 0 or more'],
		[{ ...scale, responseTimeMs: 300_001 }, 'responseTimeMs', 'must be at most 300000'],
		[
			{ interactionType: 'POLICY_PICK', responseTimeMs: 0, selectedPolicyIds: '1' },
			'selectedPolicyIds',
			'must be a list of ids',
		],
		[
			{ interactionType: 'POLICY_PICK', responseTimeMs: 0, selectedPolicyIds: ['1', 'x'] },
			'selectedPolicyIds.1',
			'must be a number or a UUID',
		],
	])('refuses %j at its field', (body, path, message) => {
		expect(firstMessages(InteractBody, body)).toEqual({ [path]: message })
	})

	it.each([null, 'SCALE', [], undefined])('refuses %j as a whole', (body) => {
		expect(v.safeParse(InteractBody, body).success).toBe(false)
	})
})

describe('start body', () => {
	it('accepts an omitted body or the device’s seed', () => {
		expect(v.parse(quiz.start.body, undefined)).toBeUndefined()
		expect(v.parse(quiz.start.body, {})).toEqual({})
		expect(v.parse(quiz.start.body, { seed: 'a_B-9' })).toEqual({ seed: 'a_B-9' })
	})

	it.each(['', 'x'.repeat(65), 'a b', 'ä', 'a\n'])('refuses the seed %j', (seed) => {
		expect(firstMessages(quiz.start.body, { seed })).toEqual({
			seed: 'must be 1 to 64 letters, digits, - or _',
		})
	})

	it('accepts versions of the formula that this build does not know yet', () => {
		expect(v.parse(quiz.start.body, { formula: 99 })).toEqual({ formula: 99 })
		expect(firstMessages(quiz.start.body, { formula: 0 })).toEqual({ formula: 'must be 1 or more' })
		expect(firstMessages(quiz.start.body, { formula: 2.5 })).toEqual({
			formula: 'must be a whole number',
		})
	})

	it.each(['start', 'reset'] as const)('accepts a consent version (%s)', (verb) => {
		const body = { consent: CONSENT_VERSION }
		expect(v.parse(quiz[verb].body, body)).toEqual(body)
	})

	it.each(['', 'yes', '2026-11-23\n', '2026-11-23T09:00:00Z', '23.11.2026'])(
		'refuses the consent %j',
		(consent) => {
			expect(firstMessages(quiz.start.body, { consent })).toEqual({
				consent: 'must be a day (YYYY-MM-DD)',
			})
		},
	)
})

describe('completion body', () => {
	it('may be omitted, and says by `unanswered` that the voter finishes early', () => {
		expect(v.parse(quiz.complete.body, undefined)).toBeUndefined()
		expect(v.parse(quiz.complete.body, {})).toEqual({})
		expect(v.parse(quiz.complete.body, { unanswered: true })).toEqual({ unanswered: true })
		expect(firstMessages(quiz.complete.body, { unanswered: 'yes' })).toEqual({
			unanswered: 'must be true or false',
		})
	})
})

describe('quiz state', () => {
	const least = { status: 'IN_PROGRESS', totalQuestions: 4 }

	it('gets defaults for missing fields', () => {
		expect(v.parse(QuizState, least)).toEqual({
			quizAttemptId: null,
			compareQuizId: null,
			status: 'IN_PROGRESS',
			quizType: 'BINARY',
			totalQuestions: 4,
			answeredQuestions: 0,
			currentQuestionNumber: 0,
			progressPercentage: 0,
			isComplete: false,
			completionMessage: null,
			currentQuestion: null,
			allPolicies: [],
			viewedPolicyIds: [],
			selectedPolicyIds: null,
		})
	})

	it('parses text ids and numeric figures', () => {
		const state = v.parse(QuizState, {
			...least,
			quizAttemptId: 1,
			compareQuizId: 2,
			quizType: 'SCALE',
			currentQuestion: { policyId: 3, policyText: 'Text', candidateId: 4 },
			allPolicies: [{ id: 3, text: 'Text', candidateId: 4, weight: '1.5' }],
			viewedPolicyIds: [3, '5'],
			answers: [{ policyId: 3, value: -1 }],
			selectedPolicyIds: [3],
		})
		expect(state).toMatchObject({
			quizAttemptId: '1',
			compareQuizId: '2',
			currentQuestion: { policyId: '3', candidateId: '4' },
			allPolicies: [{ id: '3', candidateId: '4', weight: 1.5, category: null, clarity: null }],
			viewedPolicyIds: ['3', '5'],
			answers: [{ policyId: '3', value: -1 }],
			selectedPolicyIds: ['3'],
		})
	})

	it('falls back to binary for an unknown quiz type', () => {
		expect(v.parse(QuizState, { ...least, quizType: 'CANDIDATE_GUESS' }).quizType).toBe('BINARY')
	})

	it.each([
		[{}, 'says nothing, as a captive portal may in JSON too'],
		[{ status: 'IN_PROGRESS' }, 'says no number of questions'],
		[{ totalQuestions: 4 }, 'says no status'],
		[{ ...least, status: 'LOST' }, 'has an unknown status'],
		[{ ...least, totalQuestions: -1 }, 'counts below zero'],
		[{ ...least, answeredQuestions: 1.5 }, 'counts in halves'],
		['<html>', 'is a page'],
	])('refuses %j: it %s', (reply, _) => {
		expect(v.safeParse(QuizState, reply).success).toBe(false)
	})
})

describe('quiz results', () => {
	const results = (alignmentPercentage: unknown) =>
		v.safeParse(QuizResults, {
			quizAttemptId: 1,
			candidates: [{ name: 'Ann', alignmentPercentage }],
		})

	it.each([
		[62.5, 62.5],
		['62.5', 62.5],
		['0', 0],
		[100, 100],
		[null, null],
		[undefined, null],
	])('parse the percentage %j as %j', (sent, inside) => {
		expect(results(sent).output).toMatchObject({
			quizAttemptId: '1',
			candidates: [{ name: 'Ann', logo: null, alignmentPercentage: inside, rank: null }],
		})
	})

	it.each([-0.1, 100.1, '101', 'high', ''])('refuse the percentage %j', (sent) => {
		expect(results(sent).success).toBe(false)
	})
})

describe('attempt in the history', () => {
	it('requires only its id and status', () => {
		expect(v.parse(QuizAttempt, { id: 9, status: 'COMPLETED' })).toMatchObject({
			id: '9',
			status: 'COMPLETED',
			quizName: '',
			quizType: 'BINARY',
			completedAt: null,
			totalQuestions: 0,
		})
		expect(v.safeParse(QuizAttempt, { id: 9 }).success).toBe(false)
		expect(v.safeParse(QuizAttempt, { id: 9, status: 'LOST' }).success).toBe(false)
	})
})
