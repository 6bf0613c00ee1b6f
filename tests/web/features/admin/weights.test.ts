import { describe, expect, it } from 'vitest'
import { weightLevel } from '#domain/policies.ts'
import { differs, isOfStep } from '#web/features/admin/weights/weight-dialog.tsx'

describe('category weight', () => {
	it('is named by its level', () => {
		const levels = [3, 1.5, 1.4, 1.2, 1.1, 0.8, 0.7, 0.1].map(weightLevel)
		expect(levels).toEqual([
			'high',
			'high',
			'above',
			'above',
			'average',
			'average',
			'below',
			'below',
		])
	})

	it('differs only by more than a hundredth', () => {
		expect(['1.1', '1.02', '0.9'].map((typed) => differs(typed, 1))).toEqual([true, true, true])
		expect(['1', '1.005', '0.995', '', 'much'].map((typed) => differs(typed, 1))).toEqual([
			false,
			false,
			false,
			false,
			false,
		])
	})

	it('moves in steps of a tenth', () => {
		expect(['0.1', '0.3', '1.7', '2.9', '3'].every(isOfStep)).toBe(true)
		expect(['0.15', '1.25', '2.999'].some(isOfStep)).toBe(false)
	})
})
