import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawTest, type Pool } from '#domain/draw.ts'
import { accuracyOf, answerText, summarise } from '#domain/knowledge-test.ts'
import { sidesOf } from '#domain/test-start.ts'

const poolsOf = (...counts: readonly [number, number]): Pool<string>[] =>
	counts.map((count, candidate) => ({
		candidateId: `c${candidate}`,
		items: Array.from({ length: count }, (_, index) => `c${candidate}/${index}`),
	}))

const draw = (pools: readonly Pool<string>[], seed: string, wanted: number): string[] =>
	drawTest(pools, seed, wanted, (item) => item)

const ownedBy = (items: readonly string[], candidate: number): number =>
	items.filter((item) => item.startsWith(`c${candidate}/`)).length

const count = fc.integer({ min: 0, max: 30 })
const wanted = fc.integer({ min: 1, max: 20 })

/**
 * Allowed deviation of `rounds` fair coins from half heads: 4.5 standard errors of the binomial,
 * which a fair coin exceeds once in 150,000 times.
 */
const strayOf = (rounds: number): number => 4.5 * Math.sqrt(rounds / 4)

describe('summarise', () => {
	it('returns zeros without a guess', () => {
		expect(summarise([])).toEqual({
			totalPolicies: 0,
			correctGuesses: 0,
			accuracyPercentage: 0,
			avgResponseTimeMs: 0,
		})
	})

	it('counts guesses and averages their times in whole ms', () => {
		const guesses = [
			{ correct: true, responseTimeMs: 1000 },
			{ correct: false, responseTimeMs: 2001 },
			{ correct: true, responseTimeMs: 1001 },
		]
		expect(summarise(guesses)).toEqual({
			totalPolicies: 3,
			correctGuesses: 2,
			accuracyPercentage: 66.7,
			avgResponseTimeMs: 1334,
		})
	})

	it('ignores guesses without a timer in the mean time', () => {
		const untimed = { correct: true, responseTimeMs: 0 }
		expect(summarise([untimed, untimed]).avgResponseTimeMs).toBe(0)
		const timed = { correct: true, responseTimeMs: 900 }
		expect(summarise([untimed, timed, untimed]).avgResponseTimeMs).toBe(900)
	})
})

describe('accuracyOf', () => {
	it.each([
		[1, 3, 33.3],
		[2, 3, 66.7],
		[1, 16, 6.3],
		[3, 16, 18.8],
		[1, 80, 1.3],
		[0, 10, 0],
		[10, 10, 100],
		[0, 0, 0],
	])('rounds %i in %i half up to %f', (correct, total, expected) => {
		expect(accuracyOf(correct, total)).toBe(expected)
	})

	it('equals exact integer arithmetic for all counts', () => {
		const share = fc
			.integer({ min: 1, max: 2000 })
			.chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total)))
		fc.assert(
			fc.property(share, ([correct, total]) => {
				const tenths = (2000n * BigInt(correct) + BigInt(total)) / (2n * BigInt(total))
				expect(accuracyOf(correct, total)).toBe(Number(tenths) / 10)
			}),
		)
	})
})

describe('drawTest', () => {
	// Otherwise guessing the same side would pay off.
	it('keeps every prefix balanced to within one policy if lists allow', () => {
		const enough = wanted.chain((want) =>
			fc.record({
				want: fc.constant(want),
				one: fc.integer({ min: Math.ceil(want / 2), max: 30 }),
				two: fc.integer({ min: Math.ceil(want / 2), max: 30 }),
			}),
		)
		fc.assert(
			fc.property(enough, fc.string(), ({ want, one, two }, seed) => {
				const drawn = draw(poolsOf(one, two), seed, want)
				for (let length = 0; length <= drawn.length; length++) {
					const prefix = drawn.slice(0, length)
					expect(Math.abs(ownedBy(prefix, 0) - ownedBy(prefix, 1))).toBeLessThanOrEqual(1)
				}
				expect(ownedBy(drawn, 0)).toBe(ownedBy(drawn, 1))
			}),
		)
	})

	it('draws the wanted number if available, and at most twice as many', () => {
		fc.assert(
			fc.property(count, count, wanted, fc.string(), (one, two, want, seed) => {
				const drawn = draw(poolsOf(one, two), seed, want)
				expect(drawn.length).toBeGreaterThanOrEqual(Math.min(want, one + two))
				expect(drawn.length).toBeLessThanOrEqual(2 * want)
			}),
		)
	})

	it('draws only existing policies, without duplicates', () => {
		fc.assert(
			fc.property(count, count, wanted, fc.string(), (one, two, want, seed) => {
				const pools = poolsOf(one, two)
				const drawn = draw(pools, seed, want)
				expect(new Set(drawn).size).toBe(drawn.length)
				const all = pools.flatMap(({ items }) => items)
				for (const item of drawn) expect(all).toContain(item)
			}),
		)
	})

	it.each([
		[10, 10, 10, 20, 'twice what is wanted: the second ten are the optional ones'],
		[30, 30, 10, 20, 'not more than twice, however many there are'],
		[7, 9, 10, 14, 'the shorter list rules while that is enough'],
		[3, 4, 10, 7, 'all where fewer are there than are wanted'],
		[0, 4, 10, 4, 'all of one candidate where the other has none'],
		[0, 0, 10, 0, 'none where there are none'],
		[2, 30, 10, 10, 'the longer list fills up to what is wanted, and no further'],
	])('draws from %i and %i policies with %i wanted: %i, %s', (one, two, want, expected) => {
		expect(draw(poolsOf(one, two), 'seed', want)).toHaveLength(expected)
	})

	it('exhausts the shorter list before the longer one fills up', () => {
		const drawn = draw(poolsOf(2, 30), 'seed', 10)
		expect([ownedBy(drawn, 0), ownedBy(drawn, 1)]).toEqual([2, 8])
	})

	it('does not depend on the order of candidates and policies', () => {
		const relisted = fc.tuple(count, count).chain(([one, two]) => {
			const pools = poolsOf(one, two)
			const items = pools.map((pool) =>
				fc.shuffledSubarray([...pool.items], { minLength: pool.items.length }),
			)
			return fc.record({
				pools: fc.constant(pools),
				other: fc
					.tuple(...items)
					.map((lists) => pools.map((pool, index) => ({ ...pool, items: lists[index] ?? [] })))
					.chain((lists) => fc.shuffledSubarray(lists, { minLength: lists.length })),
			})
		})
		fc.assert(
			fc.property(relisted, wanted, fc.string(), ({ pools, other }, want, seed) => {
				expect(draw(other, seed, want)).toEqual(draw(pools, seed, want))
			}),
		)
	})

	it('draws different orders for different seeds', () => {
		const orders = Array.from({ length: 50 }, (_, n) => draw(poolsOf(10, 10), `s${n}`, 10).join())
		expect(new Set(orders).size).toBe(50)
	})

	// The first card influences the guesses after it.
	it('starts with each candidate equally often', () => {
		const rounds = 6000
		const firsts = Array.from(
			{ length: rounds },
			(_, n) => draw(poolsOf(6, 11), `s${n}`, 6)[0] ?? '',
		)
		expect(Math.abs(ownedBy(firsts, 0) - rounds / 2)).toBeLessThan(strayOf(rounds))
	})

	// Otherwise the end of a test would reveal the candidate.
	it('puts filled-up policies at random positions', () => {
		const rounds = 6000
		const at = (place: number) =>
			Array.from({ length: rounds }, (_, n) => draw(poolsOf(1, 4), `s${n}`, 4)[place] ?? '')
		for (const place of [0, 3]) {
			// One of the four drawn policies is the first candidate's, equally likely at each position.
			const stray = 4.5 * Math.sqrt((rounds * 3) / 16)
			expect(Math.abs(ownedBy(at(place), 0) - rounds / 4)).toBeLessThan(stray)
		}
	})
})

describe('sidesOf', () => {
	const pair = ['one', 'two'] as const

	it('keeps the sides of a session fixed', () => {
		fc.assert(
			fc.property(fc.uuid(), (id) => {
				const sides = sidesOf(id, pair)
				expect(sidesOf(id, pair)).toEqual(sides)
				expect([...sides].toSorted()).toEqual(['one', 'two'])
			}),
		)
	})

	it('puts each candidate on the left in half of the sessions', () => {
		const rounds = 6000
		const lefts = Array.from({ length: rounds }, (_, n) => {
			// Sequential ids keep the test deterministic.
			const id = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
			return sidesOf(id, pair)[0]
		})
		const ones = lefts.filter((left) => left === 'one').length
		expect(Math.abs(ones - rounds / 2)).toBeLessThan(strayOf(rounds))
	})

	it.each([1, 8])(
		'places candidates independently of the first policy (%i policies each)',
		(each) => {
			const rounds = 6000
			const together = Array.from({ length: rounds }, (_, n) => {
				const [left] = sidesOf(`s${n}`, ['c0/', 'c1/'])
				return (draw(poolsOf(each, each), `s${n}`, each)[0] ?? '').startsWith(left)
			}).filter(Boolean).length
			expect(Math.abs(together - rounds / 2)).toBeLessThan(strayOf(rounds))
		},
	)
})

describe('answerText', () => {
	// Otherwise digests could be looked up elsewhere.
	it('differs by salt, policy and candidate', () => {
		const texts = [
			answerText('s', 'p', 'c'),
			answerText('t', 'p', 'c'),
			answerText('s', 'q', 'c'),
			answerText('s', 'p', 'd'),
		]
		expect(new Set(texts).size).toBe(4)
	})
})
