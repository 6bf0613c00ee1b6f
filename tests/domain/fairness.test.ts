import { describe, expect, it } from 'vitest'
import { createRandom } from '#domain/draw.ts'
import { firstPlaceShares, randomVoter, samplingError } from '#domain/fairness.ts'
import { complete, picksNeeded } from '#domain/quiz.ts'
import { QUIZ_TYPES } from '#domain/types.ts'
import { attemptOf, statement } from '#tests/support/attempts.ts'

// The bench "fairness" runs 100,000 voters; this is a smaller run for every change.
const voters = 4000
const counts = [3, 6, 12]

const furthest = (shares: readonly number[]): number =>
	Math.max(...shares.map((share) => Math.abs(share - 1 / counts.length))) /
	samplingError(counts.length, voters)

describe('firstPlaceShares', () => {
	it.each(QUIZ_TYPES)('are equal in a %s quiz with very unequal candidates', (quizType) => {
		const shares = firstPlaceShares({ quizType, counts, voters, seed: 'fair' })
		expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
		expect(furthest(shares)).toBeLessThan(4.5)
	})

	it.each(QUIZ_TYPES)('are unequal in a %s quiz if all statements are asked', (quizType) => {
		const shares = firstPlaceShares({ quizType, counts, voters, seed: 'fair', ask: 'all' })
		expect(furthest(shares)).toBeGreaterThan(4.5)
		// POLICY_PICK has no fixed order: few policies help by chance, many by the number of picks.
		if (quizType !== 'POLICY_PICK') expect(shares).toEqual(shares.toSorted((a, b) => b - a))
	})

	it('stay equal when all statements of one candidate weigh more', () => {
		const shares = firstPlaceShares({
			quizType: 'SCALE',
			counts,
			voters,
			seed: 'weights',
			weightOf: (candidate) => (candidate === 0 ? 3 : 1),
		})
		expect(furthest(shares)).toBeLessThan(4.5)
	})

	it('are reproducible from the seed', () => {
		const run = { quizType: 'BINARY', counts, voters: 200, seed: 'again' } as const
		expect(firstPlaceShares(run)).toEqual(firstPlaceShares(run))
		expect(firstPlaceShares(run)).not.toEqual(firstPlaceShares({ ...run, seed: 'other' }))
	})
})

describe('randomVoter', () => {
	it.each(QUIZ_TYPES)('answers a whole %s quiz validly', (quizType) => {
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
	it('returns the standard error of a share', () => {
		expect(samplingError(4, 100_000)).toBeCloseTo(0.001369, 6)
		expect(samplingError(4, 400_000)).toBeCloseTo(samplingError(4, 100_000) / 2, 12)
	})
})
