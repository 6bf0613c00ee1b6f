import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawBalanced, type Pool, policyCount, statementsPerCandidate } from '#domain/draw.ts'

const poolsOf = (counts: readonly number[]): Pool<string>[] =>
	counts.map((count, candidate) => ({
		candidateId: `c${candidate}`,
		items: Array.from({ length: count }, (_, index) => `c${candidate}/${index}`),
	}))

const draw = (pools: readonly Pool<string>[], seed: string): string[] =>
	drawBalanced(pools, seed, (item) => item)

const ownerOf = (item: string): string => item.split('/')[0] ?? ''

const countBy = (items: readonly string[]): Map<string, number> => {
	const counts = new Map<string, number>()
	for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
	return counts
}

const candidateCounts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 26 })

describe('statementsPerCandidate', () => {
	it.each([
		[[10, 10, 10, 10], 10, 'four candidates share forty'],
		[[3, 6, 12, 20], 3, 'the smallest count rules'],
		[[30, 30], 20, 'two share forty'],
		[[30, 2], 2, 'the smallest count rules before the cap'],
		[[20, 20, 20], 13, 'forty over three is rounded down'],
		[Array<number>(20).fill(9), 2, 'twenty get two each'],
		[Array<number>(25).fill(9), 2, 'never fewer than two each, though that is more than forty'],
		[[...Array<number>(24).fill(9), 1], 1, 'one where a candidate has only one'],
		[[5, 0], 0, 'none where a candidate has none'],
		[[50], 40, 'one candidate alone is capped too'],
		[[], 0, 'nothing without candidates'],
	])('returns the count for %j: %i, %s', (counts, expected) => {
		expect(statementsPerCandidate(counts)).toBe(expected)
		expect(policyCount(counts)).toBe(expected * counts.length)
	})

	it('does not depend on the order of the candidates', () => {
		fc.assert(
			fc.property(candidateCounts, (counts) => {
				expect(statementsPerCandidate(counts.toReversed())).toBe(statementsPerCandidate(counts))
			}),
		)
	})
})

describe('drawBalanced', () => {
	// Pinned: server and device must draw the same from a seed, on every engine and version.
	it.each([
		['evenhand', 't1 w3 r4 r5 t4 w2 w1 t2 r2'],
		['1912', 'r1 w3 t4 r5 w1 t2 w2 r3 t3'],
	])('draws the pinned order for the seed %s', (seed, order) => {
		const pools = [
			{ candidateId: 'roosevelt', items: ['r1', 'r2', 'r3', 'r4', 'r5'] },
			{ candidateId: 'wilson', items: ['w1', 'w2', 'w3'] },
			{ candidateId: 'taft', items: ['t1', 't2', 't3', 't4'] },
		]
		expect(draw(pools, seed).join(' ')).toBe(order)
	})

	// Unequal numbers would favor candidates with fewer statements.
	it('draws equally many statements per candidate, without duplicates', () => {
		fc.assert(
			fc.property(candidateCounts, fc.string(), (counts, seed) => {
				const pools = poolsOf(counts)
				const order = draw(pools, seed)
				const each = statementsPerCandidate(counts)
				expect(new Set(order).size).toBe(order.length)
				expect(order.length).toBe(policyCount(counts))
				const perCandidate = countBy(order.map(ownerOf))
				for (const pool of pools) expect(perCandidate.get(pool.candidateId)).toBe(each)
				for (const item of order) {
					expect(pools.find((pool) => pool.candidateId === ownerOf(item))?.items).toContain(item)
				}
			}),
		)
	})

	it('keeps every prefix balanced to within one statement', () => {
		fc.assert(
			fc.property(candidateCounts, fc.string(), (counts, seed) => {
				const asked = new Map(counts.map((_, candidate) => [`c${candidate}`, 0]))
				for (const item of draw(poolsOf(counts), seed)) {
					asked.set(ownerOf(item), (asked.get(ownerOf(item)) ?? 0) + 1)
					expect(Math.max(...asked.values()) - Math.min(...asked.values())).toBeLessThanOrEqual(1)
				}
			}),
		)
	})

	it('does not depend on the order of candidates and statements', () => {
		const shuffled = candidateCounts.chain((counts) => {
			const pools = poolsOf(counts)
			return fc.record({
				pools: fc.constant(pools),
				other: fc
					.tuple(
						...pools.map((pool) =>
							fc.shuffledSubarray([...pool.items], { minLength: pool.items.length }),
						),
					)
					.map((lists) => pools.map((pool, index) => ({ ...pool, items: lists[index] ?? [] })))
					.chain((lists) => fc.shuffledSubarray(lists, { minLength: lists.length })),
			})
		})
		fc.assert(
			fc.property(shuffled, fc.string(), ({ pools, other }, seed) => {
				expect(draw(other, seed)).toEqual(draw(pools, seed))
			}),
		)
	})

	it('draws every statement of a candidate equally often', () => {
		const rounds = 6000
		const pools = poolsOf([3, 8])
		const counts = countBy(Array.from({ length: rounds }, (_, n) => draw(pools, `s${n}`)).flat())
		for (const index of pools[1]?.items.keys() ?? []) {
			const share = 3 / 8
			const error = Math.sqrt(rounds * share * (1 - share))
			expect(Math.abs((counts.get(`c1/${index}`) ?? 0) - rounds * share)).toBeLessThan(4.5 * error)
		}
	})

	// The first card influences the answers after it.
	it('starts with each candidate equally often', () => {
		const rounds = 6000
		const pools = poolsOf([4, 4, 4])
		const counts = countBy(
			Array.from({ length: rounds }, (_, n) => ownerOf(draw(pools, `s${n}`)[0] ?? '')),
		)
		const error = Math.sqrt((rounds * 2) / 9)
		for (const count of counts.values())
			expect(Math.abs(count - rounds / 3)).toBeLessThan(4.5 * error)
		expect(counts.size).toBe(3)
	})

	it('draws nothing if a candidate has no statements', () => {
		expect(draw(poolsOf([4, 0]), 'seed')).toEqual([])
		expect(draw([], 'seed')).toEqual([])
	})
})
