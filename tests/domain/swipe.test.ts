import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleOfSwipe, tiltOfSwipe } from '#domain/swipe.ts'

describe('scaleOfSwipe', () => {
	it.each([
		[0, null],
		[59.9, null],
		[60, null],
		[60.1, 1],
		[120, 1],
		[120.1, 2],
		[5000, 2],
	] as const)('maps %d px right to %s and left to the opposite', (dx, value) => {
		expect(scaleOfSwipe(dx)).toBe(value)
		expect(scaleOfSwipe(-dx)).toBe(value === null ? null : -value)
	})
})

describe('tiltOfSwipe', () => {
	it('follows the finger up to 15 degrees either way', () => {
		expect(tiltOfSwipe(0)).toBe(0)
		expect(tiltOfSwipe(10_000)).toBe(15)
		expect(tiltOfSwipe(-10_000)).toBe(-15)
	})

	it('stays below the limit at the threshold of a strong answer', () => {
		expect(tiltOfSwipe(120)).toBe(7.5)
	})

	it('is limited, follows the direction of the finger, and never jumps', () => {
		const px = fc.double({ min: -2000, max: 2000, noNaN: true })
		fc.assert(
			fc.property(px, px, (a, b) => {
				expect(Math.abs(tiltOfSwipe(a))).toBeLessThanOrEqual(15)
				expect(tiltOfSwipe(a) * a).toBeGreaterThanOrEqual(0)
				expect(Math.abs(tiltOfSwipe(a) - tiltOfSwipe(b))).toBeLessThanOrEqual(
					Math.abs(a - b) / 16 + 1e-9,
				)
			}),
		)
	})
})
