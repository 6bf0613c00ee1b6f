import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voterLike } from '#domain/fairness.ts'
import type { Attempt } from '#domain/quiz.ts'
import { hasPositions, isSurelyAhead, scoreAttempt } from '#domain/score.ts'
import { type Positions, QUIZ_TYPES, type QuizType, type Statement } from '#domain/types.ts'
import {
	answered,
	attempts,
	candidatesOf,
	positioned,
	statement,
	valuesOf,
} from '#tests/support/attempts.ts'
import { figures, givenTo, score, stanceOf } from '#tests/support/scores.ts'

const on = (policyId: string, owner: string, positions: Positions, weight = 1): Statement => ({
	...statement(policyId, owner, weight),
	positions,
})

const intervals = (attempt: Attempt) =>
	Object.fromEntries(score(attempt).map(({ candidateId, low, high }) => [candidateId, [low, high]]))

describe('figure with positions', () => {
	it('counts agreement with the position of each candidate on a scale (hand-calculated)', () => {
		const statements = [on('p1', 'a', { b: -2 }, 2), on('p2', 'b', { a: 0 })]
		// a: (2 × 3/4 + 1 × 1/4) / 3. b: (2 × 1/4 + 1 × 1/4) / 3, where the answer to p2 is -1.
		expect(figures(score(answered('SCALE', statements, [1, -1])))).toEqual({ a: 75, b: 25 })
	})

	it('counts a binary answer as fully for or against (hand-calculated)', () => {
		const statements = [on('p1', 'a', { b: -1 }), on('p2', 'b', { a: 0 })]
		// a: (1 + 1/2) / 2. b: (1/4 + 0) / 2.
		expect(figures(score(answered('BINARY', statements, [1, 0])))).toEqual({ a: 75, b: 12.5 })
	})

	it('divides by what as many picks could give the candidate (hand-calculated)', () => {
		const statements = [
			on('p1', 'a', { b: 1 }),
			on('p2', 'a', { b: -2 }),
			on('p3', 'b', { a: 0 }, 2),
			on('p4', 'b', { a: -1 }),
		]
		// Picks p1 and p3. a: 1 + 2 × 1/2 of at most 1 + 1. b: 3/4 + 2 of at most 2 + 1.
		const picked = answered('POLICY_PICK', statements, [1, 0, 1, 0])
		expect(figures(score(picked))).toEqual({ a: 100, b: 91.7 })
	})

	it('leaves out unknown positions, and unanswered and skipped statements', () => {
		const statements = [
			on('p1', 'a', { b: 2 }),
			on('p2', 'b', {}),
			on('p3', 'c', { a: -2, b: -2 }),
			on('p4', 'c', { a: 2, b: 2 }),
		]
		const attempt = answered('SCALE', statements, [2, -2, null, 2])
		const skipping = { ...attempt, answers: { ...attempt.answers, p3: null } }
		for (const each of [attempt, skipping]) {
			const counts = score(each).map(({ candidateId, lines }) => [candidateId, lines.length])
			expect(Object.fromEntries(counts)).toEqual({ a: 3, b: 4, c: 2 })
			// a has two answered statements of three, c one of two.
			expect(figures(score(each))).toEqual({ a: null, b: 66.7, c: null })
		}
	})

	it('treats missing, null and empty positions, and those of other formulas, as unknown', () => {
		const attempt = answered('SCALE', [on('p1', 'a', { b: 2 }), statement('p2', 'b')], [2, -2])
		const alone = { a: 100, b: 0 }
		for (const positions of [undefined, null, {}, { stranger: 2 }]) {
			const statements = attempt.statements.map((each) => ({ ...each, positions }))
			const without = { ...attempt, statements } as Attempt
			expect(hasPositions(without, ['a', 'b'])).toBe(false)
			expect(figures(score(without))).toEqual(alone)
			expect(intervals(without)).toEqual({ a: [100, 100], b: [0, 0] })
		}
		expect(figures(score({ ...attempt, formula: 2 }))).toEqual(alone)
		expect(figures(score(attempt))).toEqual({ a: 100, b: 50 })
	})

	it('supports candidates named like properties of objects', () => {
		const statements = [on('p1', 'a', {}), on('p2', 'constructor', { a: -2 })]
		const scored = score(answered('SCALE', statements, [2, 2]))
		expect(figures(scored)).toEqual({ a: 50, constructor: 100 })
	})

	it('equals the figure of owners alone without positions of others', () => {
		fc.assert(
			fc.property(attempts, fc.string(), (attempt, seed) => {
				const owners = score({ ...attempt, formula: 2 }, seed)
				expect(score({ ...attempt, formula: 3 }, seed)).toEqual(owners)
				for (const { percentage, low, high } of owners) {
					expect([low, high]).toEqual([percentage, percentage])
				}
			}),
		)
	})
})

/** Binary answers express extreme positions only, and with unequal weights a pick may give less than another. */
const expressible: Readonly<Record<QuizType, (each: Statement) => Statement>> = {
	SCALE: (each) => each,
	BINARY: ({ positions, ...each }) => {
		const entries = Object.entries(positions ?? {})
		return {
			...each,
			positions: Object.fromEntries(entries.map(([id, p]) => [id, p > 0 ? 2 : -2])),
		}
	},
	POLICY_PICK: (each) => ({ ...each, weight: 1 }),
}

describe('full agreement with positions', () => {
	it.each(QUIZ_TYPES)(
		'scores 100 in a %s quiz for a voter who answers like a candidate',
		(type) => {
			fc.assert(
				fc.property(positioned, fc.nat(), (given, pick) => {
					const statements = given.statements.map(expressible[type])
					const ids = candidatesOf(statements)
					const id = ids[pick % ids.length] ?? ''
					const like = scoreAttempt(voterLike(id, type, statements), ids, 'seed')
					expect(like.find(({ candidateId }) => candidateId === id)?.percentage).toBe(100)
				}),
			)
		},
	)

	it('scores 100 for picks of anything that a candidate is fully for', () => {
		fc.assert(
			fc.property(positioned, fc.array(fc.boolean(), { minLength: 1 }), (given, isPicked) => {
				const statements = given.statements.map(expressible.POLICY_PICK)
				const [id = ''] = candidatesOf(statements)
				const picks = statements.map(
					(each, at) => at === 0 || (stanceOf(each, id) === 2 && isPicked[at % isPicked.length]),
				)
				const scored = score(answered('POLICY_PICK', statements, picks.map(Number)))
				expect(scored.find(({ candidateId }) => candidateId === id)?.percentage).toBe(100)
			}),
		)
	})
})

const POSITIONS = [-2, -1, 0, 1, 2]

/** Few enough unknown positions to try all of them. */
const small = fc
	.tuple(
		fc.constantFrom(...QUIZ_TYPES),
		fc.array(
			fc.record({
				owner: fc.constantFrom('a', 'b', 'c'),
				weight: fc.constantFrom(0.5, 1, 1.3),
				value: fc.option(fc.nat({ max: 4 })),
				positions: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...POSITIONS)),
			}),
			{ minLength: 1, maxLength: 5 },
		),
	)
	.map(([quizType, all]) => {
		const values = valuesOf(quizType)
		return answered(
			quizType,
			all.map(({ owner, positions, weight }, n) => on(`p${n}`, owner, positions, weight)),
			all.map(({ value }) => (value === null ? null : (values[value % values.length] ?? null))),
		)
	})
	.filter((attempt) => hasPositions(attempt, ['a', 'b', 'c']))

const ids = ['a', 'b', 'c']

/** Percentages of a candidate for all values of its unknown positions on the answered statements. */
const completionsOf = (attempt: Attempt, id: string): (number | null)[] => {
	const open = attempt.statements.filter(
		(each) => stanceOf(each, id) === null && givenTo(attempt, each.policyId) !== null,
	)
	return open
		.reduce<Positions[]>(
			(all, { policyId }) =>
				all.flatMap((chosen) => POSITIONS.map((position) => ({ ...chosen, [policyId]: position }))),
			[{}],
		)
		.map((chosen) => {
			const statements = attempt.statements.map((each) => {
				const position = chosen[each.policyId]
				return position === undefined
					? each
					: { ...each, positions: { ...each.positions, [id]: position } }
			})
			const scored = scoreAttempt({ ...attempt, statements }, ids, 'seed')
			return scored.find(({ candidateId }) => candidateId === id)?.percentage ?? null
		})
}

describe('interval of unknown positions', () => {
	it('follows the bounds of the specification (hand-calculated)', () => {
		const statements = [on('p1', 'a', { b: -2 }), statement('p2', 'b'), statement('p3', 'b')]
		// a: 1 is known. Answers 1 and -2 to p2 and p3 give at least 1/4 and 0, at most 1 and 1: 1.25 / 3 and 3 / 3.
		// b: (0 + 3/4 + 0) / 3 is known.
		expect(intervals(answered('SCALE', statements, [2, 1, -2]))).toEqual({
			a: [41.7, 100],
			b: [25, 25],
		})
	})

	it('counts a picked policy in sum and maximum, another only in the maximum (hand-calculated)', () => {
		const statements = [
			on('p1', 'a', { b: 1 }),
			on('p2', 'a', {}, 2),
			on('p3', 'b', { a: 2 }),
			on('p4', 'b', { a: -2 }),
		]
		// Picks p1 and p4. b: 3/4 + 1 of at most 1 + 1, or of at most 2 + 1 if for p2, which was not picked.
		expect(intervals(answered('POLICY_PICK', statements, [1, 0, 0, 1]))).toMatchObject({
			b: [58.3, 87.5],
			a: [33.3, 33.3],
		})
		// Picks p2 and p4. b: 1 of 1 + 1 if against p2; 2 + 1 of 2 + 1 if for it.
		expect(intervals(answered('POLICY_PICK', statements, [0, 1, 0, 1]))).toMatchObject({
			b: [50, 100],
		})
	})

	it('is null without a percentage', () => {
		const statements = [1, 2, 3, 4].map((n) => on(`p${n}`, 'a', {}))
		const attempt = answered(
			'SCALE',
			[...statements, on('q', 'b', { a: 1 })],
			[2, 2, null, null, 2],
		)
		expect(intervals(attempt).b).toEqual([33.3, 100])
		const fewer = answered(
			'SCALE',
			[...statements, on('q', 'b', { a: 1 })],
			[2, 2, null, null, null],
		)
		expect(intervals(fewer)).toEqual({ a: [null, null], b: [null, null] })
	})

	it.each(QUIZ_TYPES)('spans exactly the figures of all completions in a %s quiz', (quizType) => {
		fc.assert(
			fc.property(small, (attempt) => {
				fc.pre(attempt.quizType === quizType)
				for (const { candidateId, percentage, low, high } of scoreAttempt(attempt, ids, 'seed')) {
					if (percentage === null) {
						expect([low, high]).toEqual([null, null])
						continue
					}
					const all = completionsOf(attempt, candidateId)
					expect(all).not.toContain(null)
					expect([low, high]).toEqual([
						Math.min(...all.map((each) => each ?? 0)),
						Math.max(...all.map((each) => each ?? 0)),
					])
				}
			}),
			{ numRuns: 150 },
		)
	})

	it('may exclude the percentage, because a neutral answer agrees at least by half with anybody', () => {
		const statements = [on('p1', 'a', { b: -2 }), statement('p2', 'c')]
		const attempt = answered('SCALE', statements, [2, 0])
		expect(scoreAttempt(attempt, ['b'], 'seed')).toMatchObject([
			{ percentage: 0, low: 25, high: 50 },
		])
	})
})

describe('isSurelyAhead', () => {
	it('holds for all values of the unknown positions', () => {
		let found = 0
		fc.assert(
			fc.property(small, (attempt) => {
				const scored = scoreAttempt(attempt, ids, 'seed')
				for (const a of scored) {
					for (const b of scored) {
						if (!isSurelyAhead(a, b)) continue
						found++
						const [of, other] = [a, b].map((each) => completionsOf(attempt, each.candidateId))
						const least = Math.min(...(of ?? []).map((each) => each ?? 0))
						const most = Math.max(...(other ?? []).map((each) => each ?? 0))
						expect(least).toBeGreaterThan(most)
					}
				}
			}),
			{ numRuns: 200 },
		)
		expect(found).toBeGreaterThan(20)
	})

	it('is false for equal bounds, and without a percentage', () => {
		expect(isSurelyAhead({ low: 50 }, { high: 50 })).toBe(false)
		expect(isSurelyAhead({ low: 50.1 }, { high: 50 })).toBe(true)
		expect(isSurelyAhead({ low: null }, { high: 0 })).toBe(false)
		expect(isSurelyAhead({ low: 100 }, { high: null })).toBe(false)
	})
})
