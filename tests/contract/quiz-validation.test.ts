import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterCompleted, validateQuiz } from '#contract/compare-quizzes.ts'
import { isActiveOn, type QuizToValidate, saysAlreadyDone } from '#domain/quiz.ts'

const ALREADY_COMPLETED = 'You have already completed this quiz.'

const today = '1912-11-05'
const roosevelt = { name: 'Roosevelt', validatedPolicies: 6 }
const wilson = { name: 'Wilson', validatedPolicies: 4 }
const quiz: QuizToValidate = {
	active: true,
	startDate: null,
	endDate: null,
	candidates: [roosevelt, wilson],
}

describe('validateQuiz', () => {
	it('accepts an active quiz with two candidates and validated policies', () => {
		expect(validateQuiz(quiz, today, false)).toEqual({
			valid: true,
			message: 'This quiz is ready.',
			code: 'quiz-ready',
			values: {},
			policyCount: 8,
		})
	})

	it('stays valid for a voter who completed the quiz', () => {
		const validation = validateQuiz(quiz, today, true)
		expect(validation).toEqual({
			valid: true,
			message: ALREADY_COMPLETED,
			code: 'quiz-already-completed',
			values: {},
			policyCount: 8,
		})
		expect(saysAlreadyDone(validation.message)).toBe(true)
	})

	it.each<[string, Partial<QuizToValidate>, string]>([
		['is switched off', { active: false }, 'This quiz is not active.'],
		['has not opened', { startDate: '1912-11-06' }, 'This quiz opens on 1912-11-06.'],
		['is over', { endDate: '1912-11-04' }, 'This quiz ended on 1912-11-04.'],
		['has one candidate', { candidates: [wilson] }, 'This quiz needs at least 2 candidates.'],
		['has no candidate', { candidates: [] }, 'This quiz needs at least 2 candidates.'],
		[
			'has candidates without a validated policy',
			{
				candidates: [
					wilson,
					{ name: 'Taft', validatedPolicies: 0 },
					{ name: 'Debs', validatedPolicies: 0 },
				],
			},
			'No validated policies yet for: Taft, Debs.',
		],
	])('refuses a quiz that %s and names the reason', (_, change, message) => {
		for (const completedBefore of [false, true]) {
			const validation = validateQuiz({ ...quiz, ...change }, today, completedBefore)
			expect(validation).toMatchObject({ valid: false, message })
			expect(saysAlreadyDone(message)).toBe(false)
		}
	})

	it('includes the first and last day', () => {
		const oneDay = { ...quiz, startDate: today, endDate: today }
		expect(validateQuiz(oneDay, today, false).valid).toBe(true)
		expect(validateQuiz(oneDay, '1912-11-04', false).valid).toBe(false)
		expect(validateQuiz(oneDay, '1912-11-06', false).valid).toBe(false)
	})

	it('agrees with isActiveOn on every day', () => {
		const day = fc
			.date({ min: new Date('1912-01-01'), max: new Date('1913-12-31'), noInvalidDate: true })
			.map((date) => date.toISOString().slice(0, 10))
		const dates = fc.record({
			active: fc.boolean(),
			startDate: fc.option(day),
			endDate: fc.option(day),
		})
		fc.assert(
			fc.property(dates, day, (change, on) => {
				const each = { ...quiz, ...change }
				expect(validateQuiz(each, on, false).valid).toBe(isActiveOn(each, on))
			}),
		)
	})
})

describe('afterCompleted', () => {
	it('returns the rest of a message after the known sentence', () => {
		expect(afterCompleted(ALREADY_COMPLETED)).toBe('')
		expect(afterCompleted(`${ALREADY_COMPLETED} Ask the clerk.`)).toBe('Ask the clerk.')
		expect(afterCompleted('No unanswered policies')).toBe('No unanswered policies')
	})
})

describe('saysAlreadyDone', () => {
	it.each([
		["You've already answered all policies", true],
		['ALREADY COMPLETED', true],
		['There are no unanswered policies', true],
		['This quiz is ready.', false],
		['', false],
	])('matches %j: %s', (message, expected) => {
		expect(saysAlreadyDone(message)).toBe(expected)
	})
})
