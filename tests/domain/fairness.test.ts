import { describe, expect, it } from 'vitest'
import { createRandom } from '#domain/draw.ts'
import { firstPlaceShares, randomVoter, samplingError } from '#domain/fairness.ts'
import { complete, picksNeeded } from '#domain/quiz.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { attemptOf, statement } from '#tests/support/attempts.ts'

// The table over 100,000 voters is the bench "fairness"; here a smaller run keeps every change honest.
const voters = 4000
const counts = [3, 6, 12]

const furthest = (shares: readonly number[]): number =>
	Math.max(...shares.map((share) => Math.abs(share - 1 / counts.length))) /
	samplingError(counts.length, voters)

describe('firstPlaceShares', () => {
	it.each(QUIZ_TYPES)(
		'are equal in a %s quiz for very unequal candidates, because equal numbers are asked',
		(quizType) => {
			const shares = firstPlaceShares({ quizType, counts, voters, seed: 'fair' })
			expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
			expect(furthest(shares)).toBeLessThan(4.5)
		},
	)

	it.each(QUIZ_TYPES)(
		'are unequal in a %s quiz if all statements of unequal candidates are asked',
		(quizType) => {
			const shares = firstPlaceShares({ quizType, counts, voters, seed: 'fair', ask: 'all' })
			expect(furthest(shares)).toBeGreaterThan(4.5)
			// A pick has no order: a candidate with few policies is favored by chance, one with many by the number of picks.
			if (quizType !== 'POLICY_PICK') expect(shares).toEqual(shares.toSorted((a, b) => b - a))
		},
	)

	it('stay equal when one candidate is weighed more in everything, since only ratios inside a candidate count', () => {
		const shares = firstPlaceShares({
			quizType: 'SCALE',
			counts,
			voters,
			seed: 'weights',
			weightOf: (candidate) => (candidate === 0 ? 3 : 1),
		})
		expect(furthest(shares)).toBeLessThan(4.5)
	})

	it('are the same for the same seed, so that a table can be made again', () => {
		const run = { quizType: 'BINARY', counts, voters: 200, seed: 'again' } as const
		expect(firstPlaceShares(run)).toEqual(firstPlaceShares(run))
		expect(firstPlaceShares(run)).not.toEqual(firstPlaceShares({ ...run, seed: 'other' }))
	})
})

describe('randomVoter', () => {
	it.each(QUIZ_TYPES)('answers a whole %s quiz as a voter could', (quizType) => {
		const statements = Array.from({ length: 8 }, (_, n) => statement(`p${n}`, `c${n % 2}`))
		for (let n = 0; n < 200; n++) {
			const attempt = randomVoter(quizType, statements, createRandom(`voter ${n}`))
			expect(complete({ ...attempt, status: 'IN_PROGRESS' }).ok).toBe(true)
			if (attempt.selection) expect(attempt.selection.length).toBeGreaterThanOrEqual(picksNeeded(8))
		}
		expect(complete(attemptOf(quizType, statements)).ok).toBe(false)
	})
})

describe('samplingError', () => {
	it('is the standard error of a share, which four times the voters halve', () => {
		expect(samplingError(4, 100_000)).toBeCloseTo(0.001369, 6)
		expect(samplingError(4, 400_000)).toBeCloseTo(samplingError(4, 100_000) / 2, 12)
	})
})
