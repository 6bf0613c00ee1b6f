import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	differences,
	distance,
	type ScoreLine,
	type Scoring,
	scoringOf,
	unweighted,
	weightParts,
} from '#domain/score.ts'
import { attempts } from '#tests/support/attempts.ts'
import { score } from '#tests/support/scores.ts'

const line = (policyId: string, weight: number, agreement: number | null): ScoreLine => ({
	policyId,
	text: policyId,
	weight,
	agreement,
	value: agreement === null ? null : agreement * 4 - 2,
	position: 2,
})

const scale: Scoring = { quizType: 'SCALE', formula: 2, picks: 0 }

describe('unweighted figure', () => {
	it('counts every statement equally (hand-calculated)', () => {
		// Weighted: (2 × 1 + 1 × 0) / 3 = 66.7. Unweighted: 1 / 2.
		expect(unweighted([line('a', 2, 1), line('b', 1, 0)], scale)).toEqual({
			percentage: 50,
			weightedAgreement: 1,
			totalWeight: 2,
		})
	})

	it('is the mean agreement of the answered lines', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				fc.pre(attempt.quizType !== 'POLICY_PICK')
				for (const { lines } of score(attempt)) {
					const given = lines.flatMap(({ agreement }) => (agreement === null ? [] : [agreement]))
					const { percentage, totalWeight } = unweighted(lines, scoringOf(attempt))
					expect(totalWeight).toBe(given.length)
					if (given.length < Math.min(3, lines.length)) expect(percentage).toBeNull()
					else {
						const mean = (100 * given.reduce((sum, each) => sum + each, 0)) / given.length
						expect(Math.abs((percentage ?? 0) - mean)).toBeLessThan(0.05 + 1e-9)
					}
				}
			}),
		)
	})

	it('is the share of possible picks in a policy pick', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				fc.pre(attempt.quizType === 'POLICY_PICK' && (attempt.selection?.length ?? 0) > 0)
				for (const { lines } of score(attempt)) {
					const { weightedAgreement, totalWeight } = unweighted(lines, scoringOf(attempt))
					expect(weightedAgreement).toBe(lines.filter(({ value }) => value === 1).length)
					expect(totalWeight).toBe(Math.min(lines.length, attempt.selection?.length ?? 0))
				}
			}),
		)
	})
})

describe('largest differences', () => {
	it('sorts differences by lowest agreement for equal weights', () => {
		const lines = [line('a', 1, 0.5), line('b', 1, 0), line('c', 1, 1), line('d', 1, 0.25)]
		expect(differences('SCALE', lines).map(({ policyId }) => policyId)).toEqual(['b', 'd', 'a'])
	})

	it('sorts differences by weight × (1 - agreement)', () => {
		const lines = [line('light', 0.5, 0), line('heavy', 2, 0.5), line('same', 0.5, 0)]
		expect(differences('SCALE', lines).map(distance)).toEqual([1, 0.5, 0.5])
		expect(differences('SCALE', lines).map(({ policyId }) => policyId)).toEqual([
			'heavy',
			'light',
			'same',
		])
	})

	it('exclude full agreement and unanswered lines', () => {
		expect(differences('SCALE', [line('a', 1, 1), line('b', 1, null)])).toEqual([])
	})

	it('lists no differences in a policy pick with either formula', () => {
		expect(differences('POLICY_PICK', [line('a', 1, 0), line('b', 1, null)])).toEqual([])
	})

	it('add up to the figure’s distance from a full score', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				fc.pre(attempt.quizType !== 'POLICY_PICK')
				for (const { lines, totalWeight, weightedAgreement } of score(attempt)) {
					const lacking = differences('SCALE', lines).reduce((sum, each) => sum + distance(each), 0)
					expect(lacking).toBeCloseTo(totalWeight - weightedAgreement, 8)
				}
			}),
		)
	})
})

describe('factors of a weight', () => {
	const asked = (weight: number, importance: number | null, category: string | null = 'ECONOMY') =>
		weightParts({ policyId: 'a', candidateId: 'c', text: '', weight, importance, category })

	it('recovers both factors of every weight that admins can set', () => {
		for (let importance = 5; importance <= 20; importance++) {
			for (let by = 1; by <= 30; by++) {
				const weight = Math.round((importance / 10) * (by / 10) * 10_000) / 10_000
				expect(asked(weight, importance / 10)).toEqual({
					importance: importance / 10,
					category: 'ECONOMY',
					categoryWeight: by / 10,
				})
			}
		}
	})

	it('returns null for unknown factors or a different product', () => {
		expect(asked(1.5, null)).toBeNull()
		expect(asked(1.5, 1, null)).toBeNull()
		expect(asked(1.23, 1)).toBeNull()
	})
})
