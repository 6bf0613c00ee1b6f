import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Firmness, firmnessOf } from '#domain/firmness.ts'
import type { Attempt } from '#domain/quiz.ts'
import { scoreAttempt } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import {
	answered,
	attempts,
	candidatesOf,
	positioned,
	statement,
	valuesOf,
} from '#tests/support/attempts.ts'
import { ballot, givenTo, score, stanceOf } from '#tests/support/scores.ts'

const firmness = (attempt: Attempt): Firmness | null =>
	firmnessOf(attempt, candidatesOf(attempt.statements), 'seed')

const anyAttempts = fc.oneof(attempts, positioned)

/** An attempt with a statement per value, grouped by candidate. */
const attemptWith = (
	quizType: QuizType,
	given: Readonly<Record<string, readonly (number | null)[]>>,
): Attempt => {
	const all = Object.entries(given).flatMap(([candidate, values]) =>
		values.map((value, index) => ({ ask: statement(`${candidate}/${index}`, candidate), value })),
	)
	return answered(
		quizType,
		all.map(({ ask }) => ask),
		all.map(({ value }) => value),
	)
}

/** Candidates with a percentage. */
const figuredIn = (attempt: Attempt): string[] =>
	score(attempt).flatMap(({ candidateId, percentage }) => (percentage === null ? [] : candidateId))

/** Every variation as a whole attempt, built as the specification describes. */
const variationsOf = (attempt: Attempt): Attempt[] => {
	const { quizType } = attempt
	const figured = figuredIn(attempt)
	const statements = attempt.statements.filter(
		({ policyId }) => givenTo(attempt, policyId) !== null,
	)
	const values = statements.map(({ policyId }) => givenTo(attempt, policyId) ?? 0)
	return values.flatMap((value, index) => {
		const about = statements[index]
		if (about === undefined || figured.every((id) => stanceOf(about, id) === null)) return []
		const others = { SCALE: [null, value - 1, value + 1], BINARY: [null, 1 - value] }
		const changed = quizType === 'POLICY_PICK' ? [1 - value] : others[quizType]
		return changed
			.filter((next) => next === null || valuesOf(quizType).includes(next))
			.map((next) =>
				next === null
					? answered(quizType, statements.toSpliced(index, 1), values.toSpliced(index, 1))
					: answered(quizType, statements, values.with(index, next)),
			)
	})
}

const winner = (attempt: Attempt, ids = candidatesOf(attempt.statements)): string | null => {
	const first = scoreAttempt(attempt, ids, 'seed').filter(({ rank }) => rank === 1)
	return first.length === 1 ? (first[0]?.candidateId ?? null) : null
}

describe('firmness of the first place', () => {
	it('counts the variations of a rating quiz (hand-calculated)', () => {
		// a: 2 and 1, 87.5 %. b: 0 and -1, 37.5 %.
		const attempt = attemptWith('SCALE', { a: [2, 1], b: [0, -1] })
		// a without one: 75, 100. One step: 75, 75, 100 (2 has no step up). b without one: 25, 50. One step: 25, 50, 25, 50.
		expect(firmness(attempt)).toEqual({
			kind: 'first',
			candidateIds: ['a'],
			first: 11,
			variations: 11,
		})
	})

	it('counts variations that end the lead in a binary quiz (hand-calculated)', () => {
		// a: 2 of 3, 66.7. b: 1 of 3, 33.3. Flipping an agreement of a (33.3 each) or a disagreement of b (66.7 each) ties.
		// Leaving one out keeps a ahead: a 1/2, 1/2, 2/2 and b 0/2, 1/2, 1/2.
		const attempt = attemptWith('BINARY', { a: [1, 1, 0], b: [1, 0, 0] })
		// Changes against a: two flips and two omissions each for a and b. Four of eight end the lead.
		expect(firmness(attempt)).toEqual({
			kind: 'close',
			candidateIds: ['a', 'b'],
			first: 8,
			variations: 12,
		})
	})

	it('counts the toggles of a policy pick (hand-calculated)', () => {
		// a: 3 of 4. b: 1 of 4. c: none. One toggle moves a figure by a quarter, so a always stays first.
		const attempt = attemptWith('POLICY_PICK', {
			a: [1, 1, 1, 0],
			b: [1, 0, 0, 0],
			c: [0, 0, 0, 0],
		})
		expect(firmness(attempt)).toEqual({
			kind: 'first',
			candidateIds: ['a'],
			first: 12,
			variations: 12,
		})
	})

	it('reports close when half of the opposing changes end the lead', () => {
		// a: 80, b: 60. Flipping one of a's four agreements or of b's two disagreements ties; omissions do not.
		const attempt = attemptWith('BINARY', { a: [1, 1, 1, 1, 0], b: [1, 1, 1, 0, 0] })
		// Changes against a: 4 flips and 4 omissions of a, 2 and 2 of b. Exactly half, 6 of 12, end the lead.
		expect(firmness(attempt)).toMatchObject({ kind: 'close', first: 14, variations: 20 })
		// A lead of more than one answer survives any single change.
		const wide = attemptWith('BINARY', { a: [1, 1, 1, 1, 0], b: [1, 1, 0, 0, 0] })
		expect(firmness(wide)).toMatchObject({ kind: 'first', first: 20, variations: 20 })
	})

	it('reports close for a one-step lead and first for two steps', () => {
		const a = [2, 1, 1, 0, 0, 1, 2, 0, 1, 1]
		const oneLess = [2, 1, 1, 0, 0, 1, 2, 0, 1, 0]
		const twoLess = [2, 1, 1, 0, 0, 1, 2, 0, 0, 0]
		const rest = { c: Array(10).fill(-2), d: Array(10).fill(-2) }
		expect(firmness(attemptWith('SCALE', { a, b: oneLess, ...rest }))).toMatchObject({
			kind: 'close',
			candidateIds: ['a', 'b'],
		})
		expect(firmness(attemptWith('SCALE', { a, b: twoLess, ...rest }))).toMatchObject({
			kind: 'first',
			candidateIds: ['a'],
		})
	})

	it('ignores candidates far behind', () => {
		const a = [2, 1, 1, 0]
		const b = [2, 1, 0, 0]
		const far = Object.fromEntries(
			Array.from({ length: 8 }, (_, n) => [`far${n}`, [-2, -2, -2, -2]]),
		)
		const found = firmness(attemptWith('SCALE', { a, b, ...far }))
		expect(found).toMatchObject({ kind: 'close', candidateIds: ['a', 'b'] })
		if (found?.kind === 'close') expect(found.first / found.variations).toBeGreaterThan(0.8)
	})

	it('lists all candidates who share the first place', () => {
		const attempt = attemptWith('BINARY', { a: [1, 0], b: [0, 1], c: [0, 0] })
		const found = firmness(attempt)
		expect(found?.kind).toBe('shared')
		expect(found?.candidateIds.toSorted()).toEqual(['a', 'b'])
	})

	it('returns null without a second candidate to compare', () => {
		expect(firmness(attemptWith('SCALE', { a: [2], b: [null] }))).toBeNull()
		expect(firmness(attemptWith('SCALE', { a: [null], b: [null] }))).toBeNull()
		expect(firmness(attemptWith('SCALE', { a: [2, 1] }))).toBeNull()
	})

	it('counts omitting a candidate’s only answer as losing first place', () => {
		// Changes against a: omitted, one step down to 75, b's step up to 25. Only the omission takes first place away.
		expect(firmness(attemptWith('SCALE', { a: [2], b: [-2] }))).toEqual({
			kind: 'first',
			candidateIds: ['a'],
			first: 3,
			variations: 4,
		})
	})

	it('reports close when many rivals together end the lead', () => {
		// a: 8 of 10, unaffected by single changes. Each of ten rivals takes first place once its only policy is picked.
		const rivals = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`r${n}`, [0]]))
		const attempt = attemptWith('POLICY_PICK', { a: [1, 1, 1, 1, 1, 1, 1, 1, 0, 0], ...rivals })
		const found = firmness(attempt)
		expect(found).toMatchObject({ kind: 'close', first: 10, variations: 20 })
		expect(found?.candidateIds).toHaveLength(11)
	})

	it('counts a change once for all candidates with a position (hand-calculated)', () => {
		// a: 2 and -2 of 2 and -2, 100. b: the opposite, 0. Leaving one out or a step towards 0 keeps a first.
		const statements = [
			{ ...statement('p1', 'a'), positions: { b: -2 } },
			{ ...statement('p2', 'b'), positions: { a: -2 } },
		]
		expect(firmness(answered('SCALE', statements, [2, -2]))).toEqual({
			...{ kind: 'first', candidateIds: ['a'], first: 4, variations: 4 },
		})
		// a: 100 and 0, 50 %. b: 0 and 75, 37.5 %. A step down on p1 ties at 43.75, and leaving p1 out ends the lead.
		expect(firmness(answered('SCALE', statements, [2, 1]))).toMatchObject({ variations: 5 })
	})

	it('takes statement weights into account', () => {
		const heavy = ballot(['a', 3, 1], ['a', 1, 0], ['b', 1, 1], ['b', 1, 0])
		// a 75, b 50. a's heavy answer: 0 flipped, 0 omitted. Its light one: 100, 100. b: flips 0, 100; omissions 0, 100.
		expect(firmness(heavy)).toMatchObject({ first: 4, variations: 8 })
	})
})

describe('close first place', () => {
	it('requires variations that end the lead, and half of them suffice', () => {
		fc.assert(
			fc.property(anyAttempts, (attempt) => {
				const found = firmness(attempt)
				if (found === null || found.kind === 'shared') return
				if (found.first === found.variations) expect(found.kind).toBe('first')
				if (2 * found.first <= found.variations) expect(found.kind).toBe('close')
				expect(new Set(found.candidateIds).size).toBe(found.candidateIds.length)
			}),
			{ numRuns: 500 },
		)
	})
})

describe('firmness count', () => {
	it('equals scoring every variation as a whole attempt', () => {
		fc.assert(
			fc.property(anyAttempts, (attempt) => {
				const found = firmness(attempt)
				const first = winner(attempt)
				if (found === null || found.kind === 'shared') {
					expect(first === null || figuredIn(attempt).length < 2).toBe(true)
					return
				}
				const figured = figuredIn(attempt)
				const all = variationsOf(attempt)
				expect(found.candidateIds[0]).toBe(first)
				expect(found.variations).toBe(all.length)
				expect(found.first).toBe(all.filter((each) => winner(each, figured) === first).length)
			}),
			{ numRuns: 300 },
		)
	})

	it('does not depend on the statement order or the seed', () => {
		fc.assert(
			fc.property(anyAttempts, fc.string(), (attempt, seed) => {
				const ids = candidatesOf(attempt.statements)
				const turned = { ...attempt, statements: attempt.statements.toReversed() }
				const one = firmnessOf(attempt, ids, 'seed')
				const other = firmnessOf(turned, ids.toReversed(), seed)
				expect({ ...other, candidateIds: other?.candidateIds.toSorted() }).toEqual({
					...one,
					candidateIds: one?.candidateIds.toSorted(),
				})
			}),
		)
	})
})
