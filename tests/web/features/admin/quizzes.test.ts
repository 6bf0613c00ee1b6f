import { describe, expect, it } from 'vitest'
import type { ManagedQuiz, QuizPreview } from '#contract/admin/quizzes.ts'
import { fairnessOf } from '#web/features/admin/quizzes/fairness-dialog.tsx'
import {
	describeQuiz,
	needsPreview,
	newQuiz,
	ofElection,
	problemOf,
	type QuizValues,
	quizVersion,
	statusText,
} from '#web/features/admin/quizzes/quiz-form-model.ts'

const values: QuizValues = {
	name: 'Money',
	electionId: '1',
	electionName: 'Texas',
	quizType: 'SCALE',
	startDate: '2026-01-01',
	endDate: '2026-12-31',
	candidateIds: ['a', 'b'],
	active: true,
}

const quiz = (fields: Partial<ManagedQuiz> = {}): ManagedQuiz => ({
	id: '7',
	name: 'Money',
	electionId: '1',
	electionName: 'Texas',
	candidateIds: ['a', 'b'],
	active: true,
	startDate: '2026-01-01',
	endDate: '2026-12-31',
	quizType: 'SCALE',
	valid: null,
	message: null,
	policyCount: null,
	...fields,
})

describe('the form of a compare quiz', () => {
	it('forgets who was chosen when another election is chosen, because they stand in the former one', () => {
		expect(ofElection(values, { id: '2', name: 'Ohio' })).toEqual({
			electionId: '2',
			electionName: 'Ohio',
			candidateIds: [],
		})
		expect(ofElection(values, null)).toEqual({ electionId: '', electionName: '', candidateIds: [] })
	})

	it('keeps who was chosen when the same election is chosen again', () => {
		expect(ofElection(values, { id: '1', name: 'Texas' })).toEqual({})
	})

	it('begins with the election that is looked at, and not active: that is a step of its own', () => {
		const { values: begun } = newQuiz({ id: '2', name: 'Ohio' })
		expect(begun).toMatchObject({ electionId: '2', electionName: 'Ohio', active: false })
	})

	it('shows a quiz without dates as it is, with no day made up', () => {
		const { values: shown } = quizVersion(quiz({ startDate: null, endDate: null, etag: '"3"' }))
		expect([shown.startDate, shown.endDate]).toEqual(['', ''])
	})

	it('names the candidates of both versions of a conflict', () => {
		const texts = describeQuiz(new Map([['a', 'Ada']]))(values).map(({ text }) => text)
		expect(texts).toContain('Ada, b')
	})
})

describe('whether fairness is looked at before a quiz is saved', () => {
	it('is so where saving makes it active, or an active one compares others or asks in another way', () => {
		expect(needsPreview(null, values)).toBe(true)
		expect(needsPreview({ ...values, active: false }, values)).toBe(true)
		expect(needsPreview({ ...values, quizType: 'BINARY' }, values)).toBe(true)
		expect(needsPreview({ ...values, candidateIds: ['a', 'c'] }, values)).toBe(true)
		expect(needsPreview({ ...values, candidateIds: ['a', 'b', 'c'] }, values)).toBe(true)
	})

	it('is not so for what voters do not get, or get as before', () => {
		expect(needsPreview(null, { ...values, active: false })).toBe(false)
		expect(needsPreview({ ...values, candidateIds: ['b', 'a'] }, { ...values, name: 'New' })).toBe(
			false,
		)
	})
})

describe('the status of a quiz', () => {
	it.each([
		['2026-06-01', {}, 'Active'],
		['2025-12-01', {}, 'Scheduled, opens January 1, 2026'],
		['2027-02-01', {}, 'Ended December 31, 2026'],
		['2026-02-01', { startDate: '2026-12-10' }, 'Scheduled, opens December 10'],
		['2026-02-01', { startDate: null, endDate: '2026-01-31' }, 'Ended January 31'],
		['2026-06-01', { active: false }, 'Not active'],
		['2025-12-01', { active: false }, 'Not active'],
	] as const)('is told on %s with %j as %s', (today, part, text) => {
		expect(statusText(quiz(part), today)).toBe(text)
	})
})

describe('why voters cannot take a quiz', () => {
	it("is the server's word where it has one", () => {
		expect(problemOf(quiz({ valid: false, message: 'No policies.' }), '2026-06-01')).toBe(
			'No policies.',
		)
		expect(problemOf(quiz({ valid: true, message: 'Ready.' }), '2026-06-01')).toBeNull()
	})

	it('is too few candidates if the server gives no reason', () => {
		expect(problemOf(quiz({ candidateIds: ['one'] }), '2026-06-01')).toBe(
			'This quiz needs at least 2 candidates.',
		)
	})

	it.each([
		['has not opened', quiz(), '2025-12-31'],
		['has ended', quiz({ valid: false, message: 'Over.' }), '2027-01-01'],
		['is switched off', quiz({ active: false }), '2026-06-01'],
	])('is left to the status of a quiz that %s', (_, closed, today) => {
		expect(problemOf(closed, today)).toBeNull()
	})
})

const preview = (
	shares: readonly (number | null)[],
	samplingError: number | null,
): QuizPreview => ({
	candidates: shares.map((firstPlaceShare, index) => ({
		id: String(index),
		name: `C${index}`,
		validatedPolicies: 5,
		tooFew: false,
		firstPlaceShare,
	})),
	perCandidate: 5,
	policyCount: 5 * shares.length,
	duplicates: [],
	concerns: null,
	voters: 2000,
	samplingError,
	problem: null,
})

describe('the shares of first places', () => {
	it('are held against what everyone would have, and three standard errors are no chance any more', () => {
		const fairness = fairnessOf(preview([0.46, 0.5, 0.54], 0.012))
		expect(fairness?.expected).toBeCloseTo(1 / 3)
		expect(fairness?.outliers).toEqual(['C0', 'C1', 'C2'])
		expect(fairnessOf(preview([0.46, 0.54], 0.011))?.outliers).toEqual(['C0', 'C1'])
		expect(fairnessOf(preview([0.468, 0.532], 0.011))?.outliers).toEqual([])
	})

	it('fill their bars up to twice what is expected, or to the longest', () => {
		expect(fairnessOf(preview([0.2, 0.8], 0.01))?.scale).toBe(1)
		expect(fairnessOf(preview([0.7, 0.1, 0.1, 0.1], 0.01))?.scale).toBe(0.7)
	})

	it('are not judged where nothing could be tried', () => {
		expect(fairnessOf(preview([null, null], null))).toBeNull()
	})
})
