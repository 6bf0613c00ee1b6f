import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byCodeUnit, createRandom, shuffle } from '#domain/draw.ts'

describe('createRandom', () => {
	// Pinned: device and server must draw the same statements from a seed.
	it.each([
		['evenhand', [1825460070, 1350067586, 3433536817, 1698250032, 67798622]],
		['', [2492520909, 797093355, 2339103844, 3130650409, 1656123906]],
		['ü😀', [576504625, 2056046945, 167637818, 3343087193, 43571316]],
	])('draws the pinned numbers for the seed %j', (seed, expected) => {
		const random = createRandom(seed)
		expect(expected.map(() => random.next())).toEqual(expected)
	})

	it('draws the pinned small numbers, including rejections', () => {
		const random = createRandom('evenhand')
		const drawn = Array.from({ length: 12 }, () => random.below(5))
		expect(drawn).toEqual([0, 1, 2, 2, 2, 3, 0, 2, 4, 3, 4, 0])
	})

	it('gives similar seeds unrelated sequences', () => {
		const firsts = Array.from({ length: 2000 }, (_, n) => createRandom(`seed/${n}`).next())
		expect(new Set(firsts).size).toBe(firsts.length)
		const mean = firsts.reduce((sum, each) => sum + each / 2 ** 32, 0) / firsts.length
		// Five standard errors of the mean of a uniform draw from 0 to 1.
		expect(Math.abs(mean - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / firsts.length))
	})

	it('returns whole numbers below any bound up to 2^32', () => {
		fc.assert(
			fc.property(fc.string(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
				const value = createRandom(seed).below(bound)
				expect(Number.isInteger(value) && value >= 0 && value < bound).toBe(true)
			}),
		)
	})

	it.each([2, 3, 5, 7, 40])('draws each number below %i equally often', (bound) => {
		const random = createRandom('uniform')
		const rounds = 4000 * bound
		const counts = new Array<number>(bound).fill(0)
		for (let n = 0; n < rounds; n++) {
			const value = random.below(bound)
			counts[value] = (counts[value] ?? 0) + 1
		}
		const error = Math.sqrt(rounds * (1 / bound) * (1 - 1 / bound))
		for (const count of counts) expect(Math.abs(count - rounds / bound)).toBeLessThan(4.5 * error)
	})

	it('draws without modulo bias', () => {
		// value % (3 · 2^30) would return the first third twice as often as each other third.
		const random = createRandom('rejection')
		const rounds = 6000
		let low = 0
		for (let n = 0; n < rounds; n++) if (random.below(3 * 2 ** 30) < 2 ** 30) low++
		expect(Math.abs(low - rounds / 3)).toBeLessThan(4.5 * Math.sqrt((rounds * 2) / 9))
	})
})

describe('shuffle', () => {
	it('keeps every item and does not mutate the list', () => {
		fc.assert(
			fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
				const before = items.slice()
				const shuffled = shuffle(items, createRandom(seed))
				expect(items).toEqual(before)
				expect(shuffled.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b))
			}),
		)
	})

	it('returns the pinned order of the pinned letters', () => {
		expect(shuffle([...'abcdefgh'], createRandom('evenhand')).join('')).toBe('hdfecbag')
	})

	it('makes all six orders of three items equally likely', () => {
		const rounds = 12_000
		const random = createRandom('orders')
		const counts = new Map<string, number>()
		for (let n = 0; n < rounds; n++) {
			const order = shuffle(['a', 'b', 'c'], random).join('')
			counts.set(order, (counts.get(order) ?? 0) + 1)
		}
		expect(counts.size).toBe(6)
		const error = Math.sqrt((rounds * 5) / 36)
		for (const count of counts.values())
			expect(Math.abs(count - rounds / 6)).toBeLessThan(4.5 * error)
	})
})

describe('byCodeUnit', () => {
	it('sorts like the default sort, independent of the locale', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
				expect(texts.toSorted(byCodeUnit)).toEqual(texts.toSorted())
			}),
		)
		expect(['ä', 'b', 'Z', 'a'].toSorted(byCodeUnit)).toEqual(['Z', 'a', 'b', 'ä'])
	})
})
