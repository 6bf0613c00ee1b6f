import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceOf, clarityOf } from '#domain/certainty.ts'
import { createRandom, shuffle } from '#domain/draw.ts'
import { randomVoter } from '#domain/fairness.ts'
import type { Attempt } from '#domain/quiz.ts'
import { scoreAttempt } from '#domain/score.ts'
import { QUIZ_TYPES, type Statement } from '#domain/types.ts'
import { answered, attempts, candidatesOf, positioned, statement } from '#tests/support/attempts.ts'
import { givenTo } from '#tests/support/scores.ts'

const anyAttempts = fc.oneof(attempts, positioned)

/** Lead of the first place over the mean of all, × 10 × candidates; null with fewer than two percentages. */
const leadOf = (attempt: Attempt, ids: readonly string[]): number | null => {
	const tenths = scoreAttempt(attempt, ids, 'seed').flatMap(({ percentage }) =>
		percentage === null ? [] : [Math.round(10 * percentage)],
	)
	if (tenths.length < 2) return null
	return Math.max(...tenths) * tenths.length - tenths.reduce((sum, each) => sum + each, 0)
}

/** Scores every shuffle as a whole attempt. */
const slowChance = (attempt: Attempt, seed: string, shuffles: number): number | null => {
	const ids = candidatesOf(attempt.statements)
	const lead = leadOf(attempt, ids)
	if (lead === null) return null
	const byId = new Map(attempt.statements.map((each) => [each.policyId, each]))
	const order = [...byId.keys()].filter((id) => givenTo(attempt, id) !== null).sort()
	const values = order.map((id) => givenTo(attempt, id))
	const random = createRandom(`${seed}/chance`)
	let atLeast = 0
	for (let turn = 0; turn < shuffles; turn++) {
		const shuffled = shuffle(values, random)
		const given = new Map(order.map((id, at) => [id, shuffled[at] ?? null]))
		const { statements } = attempt
		const next = answered(
			attempt.quizType,
			statements,
			statements.map(({ policyId }) => given.get(policyId) ?? null),
		)
		if ((leadOf(next, ids) ?? 0) >= lead) atLeast++
	}
	return (atLeast + 1) / (shuffles + 1)
}

/** Four candidates with a view on each of twenty statements. */
const contested = (withPositions: boolean): Statement[] => {
	const random = createRandom('views')
	const ids = ['a', 'b', 'c', 'd']
	return Array.from({ length: 20 }, (_, n) => {
		const owner = ids[n % 4] ?? ''
		const others = ids.filter((id) => id !== owner).map((id) => [id, random.below(5) - 2] as const)
		return {
			...statement(`p${n}`, owner),
			positions: withPositions ? Object.fromEntries(others) : null,
		}
	})
}

describe('chanceOf', () => {
	it('equals scoring every shuffle as a whole attempt', () => {
		fc.assert(
			fc.property(anyAttempts, fc.string(), (attempt, seed) => {
				const fast = chanceOf(attempt, candidatesOf(attempt.statements), seed, 15)
				expect(fast).toBe(slowChance(attempt, seed, 15))
			}),
			{ numRuns: 150 },
		)
	})

	it('does not depend on the order of candidates and statements', () => {
		fc.assert(
			fc.property(anyAttempts, fc.string(), (attempt, seed) => {
				const ids = candidatesOf(attempt.statements)
				const turned = { ...attempt, statements: attempt.statements.toReversed() }
				expect(chanceOf(turned, ids.toReversed(), seed, 20)).toBe(chanceOf(attempt, ids, seed, 20))
			}),
		)
	})

	it('is small for answers that point to one candidate, and 1 for equal answers', () => {
		const statements = contested(true)
		const ids = candidatesOf(statements)
		const like = answered(
			'SCALE',
			statements,
			statements.map(({ candidateId, positions }) =>
				candidateId === 'a' ? 2 : (positions?.a ?? null),
			),
		)
		expect(chanceOf(like, ids, 'seed')).toBeLessThan(0.01)
		const neutral = answered(
			'SCALE',
			statements,
			statements.map(() => 0),
		)
		expect(chanceOf(neutral, ids, 'seed')).toBe(1)
	})

	it('is null with fewer than two percentages', () => {
		const statements = [statement('p0', 'a'), statement('p1', 'b')]
		expect(chanceOf(answered('SCALE', statements, [2, null]), ['a', 'b'], 'seed')).toBeNull()
	})

	const cases = QUIZ_TYPES.flatMap((quizType) =>
		[true, false].map((withPositions) => ({ quizType, withPositions })),
	)
	it.each(cases)(
		'is rarely small for random voters in a $quizType quiz (positions: $withPositions)',
		({ quizType, withPositions }) => {
			const voters = 1000
			const statements = contested(withPositions)
			const ids = candidatesOf(statements)
			const random = createRandom(`voters ${quizType}`)
			let clear = 0
			for (let n = 0; n < voters; n++) {
				const voter = randomVoter(quizType, statements, random)
				if (clarityOf(chanceOf(voter, ids, `voter ${n}`, 99) ?? 1) === 'clear') clear++
			}
			const error = Math.sqrt((0.05 * 0.95) / voters)
			expect(clear / voters).toBeLessThan(0.05 + 3 * error)
			// Ties make the test careful in a quiz with few outcomes, but not blind.
			expect(clear).toBeGreaterThan(0)
		},
	)
})

describe('clarityOf', () => {
	it.each([
		[1 / 2001, 'clear'],
		[0.05, 'clear'],
		[0.0501, 'leaning'],
		[0.2, 'leaning'],
		[0.2001, 'unclear'],
		[1, 'unclear'],
	] as const)('calls a chance of %d %s', (chance, expected) => {
		expect(clarityOf(chance)).toBe(expected)
	})
})
