import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsToTell } from '#domain/knowledge-test.ts'
import { SMALLEST_GROUP } from '#domain/limits.ts'

const groupsOf = (...sizes: number[]) => sizes.map((tests, at) => ({ name: `group ${at}`, tests }))
const shownSizes = (...sizes: number[]) =>
	groupsToTell(groupsOf(...sizes)).map(({ tests }) => tests)
const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)
const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 8 })

describe('groupsToTell', () => {
	it.each([
		[[], []],
		[[9], []],
		[[10], [10]],
		[
			[30, 10, 20],
			[30, 10, 20],
		],
		// The 9 could be derived from the total, so the next larger group is hidden too.
		[[30, 9, 20], [30]],
		[
			[30, 5, 5, 20],
			[30, 20],
		],
		[
			[30, 4, 5, 12, 20],
			[30, 20],
		],
		[[12, 9], []],
		[
			[0, 15, 11],
			[15, 11],
		],
	])('returns the groups of %j: %j', (given, expected) => {
		expect(shownSizes(...given)).toEqual(expected)
	})

	it('returns groups of at least the minimum size in order', () => {
		fc.assert(
			fc.property(sizes, (given) => {
				const groups = groupsOf(...given)
				const shown = groupsToTell(groups)
				expect(shown.every(({ tests }) => tests >= SMALLEST_GROUP)).toBe(true)
				expect(shown).toEqual(groups.filter((group) => shown.includes(group)))
			}),
		)
	})

	it('prevents deriving a small group from the total', () => {
		fc.assert(
			fc.property(sizes, (given) => {
				const left = sum(given) - sum(shownSizes(...given))
				expect(left === 0 || left >= SMALLEST_GROUP || shownSizes(...given).length === 0).toBe(true)
			}),
		)
	})

	it('hides as few groups as possible', () => {
		fc.assert(
			fc.property(sizes, (given) => {
				const shown = shownSizes(...given)
				const hidden = given.filter((size) => size >= SMALLEST_GROUP).length - shown.length
				// At most one more group is hidden to protect the small ones.
				expect(hidden).toBeLessThanOrEqual(1)
				const small = sum(given.filter((size) => size < SMALLEST_GROUP))
				expect(hidden === 1).toBe(small > 0 && small < SMALLEST_GROUP && hidden + shown.length > 0)
			}),
		)
	})
})
