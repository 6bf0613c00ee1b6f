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

describe('compare quiz form', () => {
	it('clears the candidates when the election changes', () => {
		expect(ofElection(values, { id: '2', name: 'Ohio' })).toEqual({
			electionId: '2',
			electionName: 'Ohio',
			candidateIds: [],
		})
		expect(ofElection(values, null)).toEqual({ electionId: '', electionName: '', candidateIds: [] })
	})

	it('keeps the candidates when the same election is chosen', () => {
		expect(ofElection(values, { id: '1', name: 'Texas' })).toEqual({})
	})

	it('starts with the current election and inactive', () => {
		const { values: begun } = newQuiz({ id: '2', name: 'Ohio' })
		expect(begun).toMatchObject({ electionId: '2', electionName: 'Ohio', active: false })
	})

	it('leaves missing dates empty', () => {
		const { values: shown } = quizVersion(quiz({ startDate: null, endDate: null, etag: '"3"' }))
		expect([shown.startDate, shown.endDate]).toEqual(['', ''])
	})

	it('names candidates in a conflict, or shows their ids', () => {
		const texts = describeQuiz(new Map([['a', 'Ada']]))(values).map(({ text }) => text)
		expect(texts).toContain('Ada, b')
	})
})

describe('fairness preview', () => {
	it('is needed for a new or changed active quiz', () => {
		expect(needsPreview(null, values)).toBe(true)
		expect(needsPreview({ ...values, active: false }, values)).toBe(true)
		expect(needsPreview({ ...values, quizType: 'BINARY' }, values)).toBe(true)
		expect(needsPreview({ ...values, candidateIds: ['a', 'c'] }, values)).toBe(true)
		expect(needsPreview({ ...values, candidateIds: ['a', 'b', 'c'] }, values)).toBe(true)
	})

	it('is not needed for inactive quizzes or renames', () => {
		expect(needsPreview(null, { ...values, active: false })).toBe(false)
		expect(needsPreview({ ...values, candidateIds: ['b', 'a'] }, { ...values, name: 'New' })).toBe(
			false,
		)
	})
})

describe('quiz status', () => {
	it.each([
		['2026-06-01', {}, 'Active'],
		['2025-12-01', {}, 'Scheduled, opens January 1, 2026'],
		['2027-02-01', {}, 'Ended December 31, 2026'],
		['2026-02-01', { startDate: '2026-12-10' }, 'Scheduled, opens December 10'],
		['2026-02-01', { startDate: null, endDate: '2026-01-31' }, 'Ended January 31'],
		['2026-06-01', { active: false }, 'Not active'],
		['2025-12-01', { active: false }, 'Not active'],
	] as const)('on %s with %j is "%s"', (today, part, text) => {
		expect(statusText(quiz(part), today)).toBe(text)
	})
})

describe('quiz problem', () => {
	it("uses the server's message", () => {
		expect(problemOf(quiz({ valid: false, message: 'No policies.' }), '2026-06-01')).toBe(
			'No policies.',
		)
		expect(problemOf(quiz({ valid: true, message: 'Ready.' }), '2026-06-01')).toBeNull()
	})

	it('falls back to too few candidates', () => {
		expect(problemOf(quiz({ candidateIds: ['one'] }), '2026-06-01')).toBe(
			'This quiz needs at least 2 candidates.',
		)
	})

	it.each([
		['has not opened', quiz(), '2025-12-31'],
		['has ended', quiz({ valid: false, message: 'Over.' }), '2027-01-01'],
		['is switched off', quiz({ active: false }), '2026-06-01'],
	])('is omitted for a quiz that %s', (_, closed, today) => {
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
	content: null,
})

describe('first-place shares', () => {
	it('are outliers beyond three standard errors', () => {
		const fairness = fairnessOf(preview([0.46, 0.5, 0.54], 0.012))
		expect(fairness?.expected).toBeCloseTo(1 / 3)
		expect(fairness?.outliers).toEqual(['C0', 'C1', 'C2'])
		expect(fairnessOf(preview([0.46, 0.54], 0.011))?.outliers).toEqual(['C0', 'C1'])
		expect(fairnessOf(preview([0.468, 0.532], 0.011))?.outliers).toEqual([])
	})

	it('scale to twice the expected share or the largest', () => {
		expect(fairnessOf(preview([0.2, 0.8], 0.01))?.scale).toBe(1)
		expect(fairnessOf(preview([0.7, 0.1, 0.1, 0.1], 0.01))?.scale).toBe(0.7)
	})

	it('are not judged without a simulation', () => {
		expect(fairnessOf(preview([null, null], null))).toBeNull()
	})
})
