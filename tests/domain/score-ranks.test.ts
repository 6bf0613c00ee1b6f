import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import { answered, attempts, candidatesOf, positioned, statement } from '#tests/support/attempts.ts'
import { ballot, score } from '#tests/support/scores.ts'

const order = (alignments: readonly Alignment[]): string[] =>
	alignments.map((each) => each.candidateId)

describe('order of candidates and statements', () => {
	it('does not change figures, ranks or positions', () => {
		const reordered = fc.oneof(attempts, positioned).chain((attempt) =>
			fc.record({
				attempt: fc.constant(attempt),
				statements: fc.shuffledSubarray([...attempt.statements], {
					minLength: attempt.statements.length,
				}),
				candidateIds: fc.shuffledSubarray(candidatesOf(attempt.statements), {
					minLength: candidatesOf(attempt.statements).length,
				}),
				seed: fc.string(),
			}),
		)
		const placed = (alignments: readonly Alignment[]) =>
			alignments.map(({ lines: _, ...figures }) => figures)
		fc.assert(
			fc.property(reordered, ({ attempt, statements, candidateIds, seed }) => {
				expect(placed(scoreAttempt({ ...attempt, statements }, candidateIds, seed))).toEqual(
					placed(score(attempt, seed)),
				)
			}),
		)
	})

	it('is best first, with unanswered candidates last', () => {
		fc.assert(
			fc.property(attempts, fc.string(), (attempt, seed) => {
				const keys = score(attempt, seed).map((each) => each.percentage ?? -1)
				expect(keys).toEqual(keys.toSorted((a, b) => b - a))
			}),
		)
	})
})

describe('rank', () => {
	it('is shared by equal figures: 1, 1, 3', () => {
		const scored = score(ballot(['a', 1, 1], ['b', 1, 1], ['c', 1, 0], ['d', 1, 0]))
		expect(scored.map((each) => each.rank)).toEqual([1, 1, 3, 3])
	})

	it('is shared when figures are equal after rounding', () => {
		const scored = score(ballot(['a', 0.50041, 1], ['a', 0.49959, 0], ['b', 1, 1], ['b', 1, 0]))
		expect(scored.map((each) => [each.percentage, each.rank])).toEqual([
			[50, 1],
			[50, 1],
		])
	})

	it('is one more than the number of better candidates', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				const scored = score(attempt)
				for (const each of scored) {
					const better = scored.filter(
						(other) => (other.percentage ?? -1) > (each.percentage ?? -1),
					)
					expect(each.rank).toBe(each.percentage === null ? null : better.length + 1)
				}
			}),
		)
	})

	it('is null for a candidate without answers, listed last', () => {
		const statements = [statement('p0', 'a'), statement('p1', 'b')]
		const scored = score(answered('SCALE', statements, [null, -2]))
		expect(scored).toMatchObject([
			{ candidateId: 'b', percentage: 0, rank: 1 },
			{ candidateId: 'a', percentage: null, rank: null, lines: [{ value: null, agreement: null }] },
		])
	})

	it('is null for a candidate without statements', () => {
		const scored = scoreAttempt(ballot(['a', 1, 0]), ['z', 'a'], 'seed')
		expect(scored).toMatchObject([
			{ candidateId: 'a', rank: 1 },
			{ candidateId: 'z', percentage: null, lines: [] },
		])
	})
})

describe('order within a tie', () => {
	const tie = ballot(['a', 1, 1], ['b', 1, 1], ['c', 1, 1])

	it('is drawn from the seed, not from ids', () => {
		const rounds = 3000
		const firsts = new Map<string, number>()
		for (let n = 0; n < rounds; n++) {
			const first = order(score(tie, `attempt-${n}`))[0] ?? ''
			firsts.set(first, (firsts.get(first) ?? 0) + 1)
		}
		const error = Math.sqrt((rounds * 2) / 9)
		expect(firsts.size).toBe(3)
		for (const count of firsts.values())
			expect(Math.abs(count - rounds / 3)).toBeLessThan(4.5 * error)
	})

	it('is pinned for a pinned seed', () => {
		const orders = ['evenhand', '1912', 'tie'].map((seed) => order(score(tie, seed)).join(''))
		expect(orders).toEqual(['cab', 'acb', 'cba'])
	})
})
