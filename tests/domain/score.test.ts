import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '#domain/quiz.ts'
import {
	agreementOf,
	bandOf,
	roundPercentage,
	type ScoreLine,
	saysNothing,
	scoreAttempt,
} from '#domain/score.ts'
import { QUIZ_TYPES, type QuizType } from '#domain/types.ts'
import {
	answered,
	attemptOf,
	attempts,
	candidatesOf,
	positioned,
	statement,
	statementSets,
} from '#tests/support/attempts.ts'
import { ballot, exactScore, figures, floatScore, givenTo, score } from '#tests/support/scores.ts'

const anyAttempts = fc.oneof(attempts, positioned)

describe('figure', () => {
	it('returns null or 0 to 100 with one decimal', () => {
		fc.assert(
			fc.property(anyAttempts, (attempt) => {
				for (const { percentage } of score(attempt)) {
					if (percentage === null) continue
					expect(percentage).toBeGreaterThanOrEqual(0)
					expect(percentage).toBeLessThanOrEqual(100)
					expect(Number(percentage.toFixed(1))).toBe(percentage)
				}
			}),
		)
	})

	it('equals the formula calculated in floats', () => {
		fc.assert(
			fc.property(anyAttempts, (attempt) => {
				for (const { candidateId, percentage } of score(attempt)) {
					const expected = floatScore(attempt, candidateId)
					expect(percentage === null).toBe(expected === null)
					expect(Math.abs((percentage ?? 0) - (expected ?? 0))).toBeLessThan(0.05 + 1e-9)
				}
			}),
		)
	})

	it('rounds half up as calculated in exact integers', () => {
		fc.assert(
			fc.property(anyAttempts, (attempt) => {
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
		for (const formula of [2, 3] as const) {
			expect(100 * (agreementOf({ quizType, formula }, value) ?? 0)).toBe(expected)
		}
		expect(figures(score(answered(quizType, [statement('p', 'c')], [value])))).toEqual({
			c: expected,
		})
	})

	it('weighs statements by their weight', () => {
		expect(figures(score(ballot(['c0', 1.5, 1], ['c0', 0.5, 0])))).toEqual({ c0: 75 })
		expect(figures(score(ballot(['c0', 0.5, 1], ['c0', 1.5, 0])))).toEqual({ c0: 25 })
	})

	it('stays the same when every weight is doubled', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				const doubled = attempt.statements.map((each) => ({ ...each, weight: 2 * each.weight }))
				expect(figures(score({ ...attempt, statements: doubled }))).toEqual(figures(score(attempt)))
			}),
		)
	})

	it('counts answered statements only', () => {
		const own = ['p0', 'p1', 'p2', 'p3'].map((id) => statement(id, 'c0'))
		const statements = [...own, statement('p4', 'c1')]
		expect(figures(score(answered('SCALE', statements, [2, 2, 2, null, null])))).toEqual({
			c0: 100,
			c1: null,
		})
	})

	it.each([
		{ answered: [2, 2], asked: 2, percentage: 100 },
		{ answered: [2], asked: 2, percentage: null },
		{ answered: [2, 2, 2], asked: 10, percentage: 100 },
		{ answered: [2, 2], asked: 10, percentage: null },
	])(
		'requires min(3, asked) answered statements: $answered of $asked',
		({ answered: given, asked, percentage }) => {
			const own = Array.from({ length: asked }, (_, n) => statement(`a${n}`, 'a'))
			const statements = [...own, statement('b', 'b')]
			const values = [...own.map((_, n) => given[n] ?? null), -2]
			const scored = score(answered('SCALE', statements, values))
			expect(figures(scored)).toEqual({ a: percentage, b: 0 })
			if (percentage === null) expect(scored.at(-1)).toMatchObject({ candidateId: 'a', rank: null })
		},
	)

	it('returns null before a selection is submitted', () => {
		const statements = Array.from({ length: 8 }, (_, n) => statement(`p${n}`, `c${n % 2}`))
		expect(figures(score(attemptOf('POLICY_PICK', statements)))).toEqual({ c0: null, c1: null })
	})

	it('supports ids that are names of object properties', () => {
		const statements = ['constructor', '__proto__', 'p'].map((id) => statement(id, 'c'))
		const [scored] = score(answered('BINARY', statements, [null, null, 1]))
		expect(scored?.lines.map(({ value }) => value)).toEqual([null, null, 1])
	})
})

describe('policy pick score', () => {
	/** Four candidates with ten policies each; picks the given numbers, where n belongs to c(n % 4). */
	const picking = (...picked: number[]) => {
		const statements = Array.from({ length: 40 }, (_, n) => statement(`p${n}`, `c${n % 4}`))
		return answered(
			'POLICY_PICK',
			statements,
			statements.map((_, n) => Number(picked.includes(n))),
		)
	}

	it('is the share of picks: 3, 2, 1 and 1 of 7', () => {
		expect(figures(score(picking(0, 4, 8, 1, 5, 2, 3)))).toEqual({
			c0: 42.9,
			c1: 28.6,
			c2: 14.3,
			c3: 14.3,
		})
	})

	it('is 100 when all picks are of one candidate', () => {
		expect(figures(score(picking(0, 4, 8, 12, 16, 20)))).toEqual({ c0: 100, c1: 0, c2: 0, c3: 0 })
	})

	it('is 100 when all of a candidate’s policies are among more picks', () => {
		const all = Array.from({ length: 10 }, (_, n) => 4 * n)
		expect(figures(score(picking(...all, 1, 5)))).toMatchObject({ c0: 100, c1: 20 })
	})

	it('divides by the heaviest weights that as many picks could reach', () => {
		const weights = [2, 1, 0.5, 1, 1, 1]
		const statements = weights.map((weight, n) => statement(`p${n}`, n < 3 ? 'a' : 'b', weight))
		// Two picks: 1 of at most 2 + 1 for a, and 1 of at most 1 + 1 for b.
		const picked = answered('POLICY_PICK', statements, [0, 1, 0, 1, 0, 0])
		expect(score(picked)).toMatchObject([
			{ candidateId: 'b', percentage: 50, weightedAgreement: 1, totalWeight: 2 },
			{ candidateId: 'a', percentage: 33.3, weightedAgreement: 1, totalWeight: 3 },
		])
	})

	it('has no agreement for policies that were not picked', () => {
		const [first] = score(picking(0, 4, 8, 1, 5, 2, 3))
		expect(first?.lines.map(({ agreement }) => agreement)).toEqual([
			1,
			1,
			1,
			...Array(7).fill(null),
		])
	})

	it('counts unpicked policies as disagreement with the first formula', () => {
		const attempt = picking(0, 4, 8, 1, 5, 2, 3)
		for (const formula of [1, undefined]) {
			const { formula: _, ...rest } = attempt
			const old = formula === undefined ? rest : { ...rest, formula }
			expect(figures(scoreAttempt(old, ['c0', 'c1', 'c2', 'c3'], 'seed'))).toEqual({
				c0: 30,
				c1: 20,
				c2: 10,
				c3: 10,
			})
		}
	})
})

describe('saysNothing', () => {
	const statements = [statement('p0', 'a'), statement('p1', 'b')]

	it.each<[QuizType, (number | null)[], boolean]>([
		['SCALE', [0, 0], true],
		['SCALE', [null, 0], true],
		['SCALE', [0, 1], false],
		['SCALE', [2, 2], false],
		['BINARY', [null, null], true],
		['BINARY', [0, null], false],
		['POLICY_PICK', [1, 1], true],
		['POLICY_PICK', [0, 0], true],
		['POLICY_PICK', [1, 0], false],
	])('returns for a %s quiz answered %j: %s', (quizType, values, expected) => {
		expect(saysNothing(answered(quizType, statements, values))).toBe(expected)
	})

	it('returns false without statements', () => {
		expect(saysNothing(attemptOf('SCALE', []))).toBe(false)
	})
})

describe('full agreement with a candidate', () => {
	const extremes: Readonly<Record<QuizType, readonly [number, number]>> = {
		SCALE: [2, -2],
		BINARY: [1, 0],
		POLICY_PICK: [1, 0],
	}

	it.each(QUIZ_TYPES)('scores 100 in a %s quiz, and full disagreement 0', (quizType) => {
		fc.assert(
			fc.property(statementSets, fc.nat(), (statements, pick) => {
				const candidates = candidatesOf(statements)
				const favourite = candidates[pick % candidates.length]
				const [most, least] = extremes[quizType]
				const values = statements.map((each) => (each.candidateId === favourite ? most : least))
				const scored = score(answered(quizType, statements, values))
				expect(scored[0]).toMatchObject({ candidateId: favourite, percentage: 100, rank: 1 })
				for (const other of scored.slice(1)) expect(other).toMatchObject({ percentage: 0, rank: 2 })
			}),
		)
	})
})

const totalOf = ({ quizType, selection }: Attempt, lines: readonly ScoreLine[]): number => {
	const weights =
		quizType === 'POLICY_PICK'
			? lines.map(({ weight }) => weight).toSorted((a, b) => b - a)
			: lines.flatMap(({ weight, agreement }) => (agreement === null ? [] : [weight]))
	const counted = quizType === 'POLICY_PICK' ? weights.slice(0, selection?.length) : weights
	return counted.reduce((sum, weight) => sum + weight, 0)
}

describe('lines of a figure', () => {
	it('add up to the figure', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				for (const each of score(attempt)) {
					const counted = each.lines.filter((line) => line.agreement !== null)
					const total = totalOf(attempt, each.lines)
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

	it('include every statement of the candidate once, in order', () => {
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
	])('puts %d into %s by the rounded figure', (percentage, band) => {
		expect(bandOf(percentage)).toBe(band)
	})
})

describe('roundPercentage', () => {
	it.each([
		[33.15, 33.2],
		[1.45, 1.5],
		[75.95, 76],
		[75.949, 75.9],
		[49.95, 50],
		[0.0000001, 0],
		[100, 100],
	])('rounds %d half up to %d', (given, expected) => {
		expect(roundPercentage(given)).toBe(expected)
	})
})
