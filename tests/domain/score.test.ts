import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { agreement, bandOf } from '#domain/score.ts'
import { QUIZ_TYPES, type QuizType } from '#domain/types.ts'
import {
	answered,
	attemptOf,
	attempts,
	candidatesOf,
	statement,
	statementSets,
} from '#tests/support/attempts.ts'
import { ballot, exactScore, figures, floatScore, givenTo, score } from '#tests/support/scores.ts'

describe('a figure', () => {
	it('is from 0 to 100 with one decimal, or nothing, for any attempt', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const { percentage } of score(attempt)) {
					if (percentage === null) continue
					expect(percentage).toBeGreaterThanOrEqual(0)
					expect(percentage).toBeLessThanOrEqual(100)
					expect(Number(percentage.toFixed(1))).toBe(percentage)
				}
			}),
		)
	})

	it('is what the formula says, calculated again in floats', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const { candidateId, percentage } of score(attempt)) {
					const expected = floatScore(attempt, candidateId)
					expect(percentage === null).toBe(expected === null)
					expect(Math.abs((percentage ?? 0) - (expected ?? 0))).toBeLessThan(0.05 + 1e-9)
				}
			}),
		)
	})

	it('is rounded half up without the error of floats, calculated again in exact integers', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const { candidateId, percentage } of score(attempt)) {
					expect(percentage).toBe(exactScore(attempt, candidateId))
				}
			}),
			{ numRuns: 300 },
		)
	})

	it.each([
		[0.6245, 62.5, 'a half goes up'],
		[0.6244, 62.4, 'below a half goes down'],
		[0.0005, 0.1, 'the smallest half'],
		[0.0004, 0, 'below the smallest half'],
		[0.9995, 100, 'the largest half'],
		[0.9994, 99.9, 'just not everything'],
		[0.1005, 10.1, 'a half that floats put below'],
		[0.0615, 6.2, 'a half that floats put below'],
		[0.7595, 76, 'a half that lifts into the strong band'],
	] as const)('of agreement with %d of the weight is %d: %s', (share, expected, _) => {
		const attempt = ballot(['c0', share, 1], ['c0', Math.round((1 - share) * 10_000) / 10_000, 0])
		expect(figures(score(attempt))).toEqual({ c0: expected })
	})

	it.each<[QuizType, number, number]>([
		['SCALE', -2, 0],
		['SCALE', -1, 25],
		['SCALE', 0, 50],
		['SCALE', 1, 75],
		['SCALE', 2, 100],
		['BINARY', 0, 0],
		['BINARY', 1, 100],
	])('of a %s answer %i is %i', (quizType, value, expected) => {
		expect(100 * agreement(quizType, value)).toBe(expected)
		expect(figures(score(answered(quizType, [statement('p', 'c')], [value])))).toEqual({
			c: expected,
		})
	})

	it('weighs statements, so that importance × category weight counts for what it says', () => {
		expect(figures(score(ballot(['c0', 1.5, 1], ['c0', 0.5, 0])))).toEqual({ c0: 75 })
		expect(figures(score(ballot(['c0', 0.5, 1], ['c0', 1.5, 0])))).toEqual({ c0: 25 })
	})

	it('does not change when every weight is doubled, since only their ratio counts', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				const doubled = attempt.statements.map((each) => ({ ...each, weight: 2 * each.weight }))
				expect(figures(score({ ...attempt, statements: doubled }))).toEqual(figures(score(attempt)))
			}),
		)
	})

	it('counts answered statements only, so that an early look is not a punishment', () => {
		const statements = [statement('p0', 'c0'), statement('p1', 'c0'), statement('p2', 'c1')]
		expect(figures(score(answered('SCALE', statements, [2, null, null])))).toEqual({
			c0: 100,
			c1: null,
		})
	})

	it('counts statements that were not picked as not agreed with', () => {
		const statements = Array.from({ length: 8 }, (_, n) => statement(`p${n}`, `c${n % 2}`))
		const picked = answered('POLICY_PICK', statements, [1, 1, 1, 0, 1, 0, 1, 0])
		expect(figures(score(picked))).toEqual({ c0: 100, c1: 25 })
	})

	it('is nothing for anybody while a selection is not submitted', () => {
		const statements = Array.from({ length: 8 }, (_, n) => statement(`p${n}`, `c${n % 2}`))
		expect(figures(score(attemptOf('POLICY_PICK', statements)))).toEqual({ c0: null, c1: null })
	})

	it('takes an id like any other, object property names included', () => {
		const statements = ['constructor', '__proto__', 'p'].map((id) => statement(id, 'c'))
		expect(figures(score(answered('BINARY', statements, [null, null, 1])))).toEqual({ c: 100 })
	})
})

describe('agreeing with all that a candidate says', () => {
	const extremes: Readonly<Record<QuizType, readonly [number, number]>> = {
		SCALE: [2, -2],
		BINARY: [1, 0],
		POLICY_PICK: [1, 0],
	}

	it.each(QUIZ_TYPES)(
		'is 100 in a %s quiz, and the opposite is 0, whatever the others and the weights',
		(quizType) => {
			fc.assert(
				fc.property(statementSets, fc.nat(), (statements, pick) => {
					const candidates = candidatesOf(statements)
					const favourite = candidates[pick % candidates.length]
					const [most, least] = extremes[quizType]
					const values = statements.map((each) => (each.candidateId === favourite ? most : least))
					const scored = score(answered(quizType, statements, values))
					expect(scored[0]).toMatchObject({ candidateId: favourite, percentage: 100, rank: 1 })
					for (const other of scored.slice(1))
						expect(other).toMatchObject({ percentage: 0, rank: 2 })
				}),
			)
		},
	)
})

describe('the arithmetic of a figure', () => {
	it('is shown by lines that add up to it, because voters may see why', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const each of score(attempt)) {
					const counted = each.lines.filter((line) => line.agreement !== null)
					const total = counted.reduce((sum, line) => sum + line.weight, 0)
					const sum = counted.reduce((sum, line) => sum + line.weight * (line.agreement ?? 0), 0)
					expect(each.totalWeight).toBeCloseTo(total, 8)
					expect(each.weightedAgreement).toBeCloseTo(sum, 8)
					expect(each.lines.map((line) => line.value)).toEqual(
						each.lines.map((line) => givenTo(attempt, line.policyId)),
					)
				}
			}),
		)
	})

	it('has every statement of the candidate once, answered or not, in the order in which it was asked', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const { candidateId, lines } of score(attempt)) {
					const asked = attempt.statements.filter((each) => each.candidateId === candidateId)
					expect(lines.map((line) => line.policyId)).toEqual(asked.map((each) => each.policyId))
				}
			}),
		)
	})
})

describe('bandOf', () => {
	it.each([
		[100, 'strong'],
		[76, 'strong'],
		[75.9, 'moderate'],
		[75, 'moderate'],
		[50, 'moderate'],
		[49.9, 'low'],
		[0, 'low'],
	])('puts %d into %s, cut on the exact rounded figure', (percentage, band) => {
		expect(bandOf(percentage)).toBe(band)
	})
})
