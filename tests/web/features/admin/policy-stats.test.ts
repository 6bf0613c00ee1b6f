import { describe, expect, it } from 'vitest'
import { scaleEnd } from '#web/features/admin/kit/chart-scale.ts'
import { insightsOf, shareOf } from '#web/features/admin/policy-stats/policy-stats-page.tsx'
import { scoreText } from '#web/ui/format.ts'

const stats = (
	counts: Readonly<Record<string, number>>,
	averageClarityScore: number | null = 8,
) => ({
	totalPolicies: Object.values(counts).reduce((sum, count) => sum + count, 0),
	averageClarityScore,
	validationDistribution: Object.entries(counts).map(([status, count]) => ({ status, count })),
})

describe('policy insights', () => {
	it('warn about average clarity below 7', () => {
		expect(insightsOf(stats({ PENDING: 1 }, 6.99))).toEqual(['unclear'])
		expect(insightsOf(stats({ PENDING: 1 }, 7))).toEqual([])
		expect(insightsOf(stats({ PENDING: 1 }, null))).toEqual([])
	})

	it('warn if more than 30 percent need review', () => {
		expect(insightsOf(stats({ NEEDS_REVIEW: 31, PENDING: 69 }))).toEqual(['toReview'])
		expect(insightsOf(stats({ NEEDS_REVIEW: 30, PENDING: 70 }))).toEqual([])
	})

	it('praise more than 70 percent validated', () => {
		expect(insightsOf(stats({ VALIDATED: 71, PENDING: 29 }))).toEqual(['good'])
		expect(insightsOf(stats({ VALIDATED: 70, PENDING: 30 }))).toEqual([])
	})

	it('are empty without policies', () => {
		expect(insightsOf(stats({ VALIDATED: 0 }, null))).toEqual([])
		expect(shareOf(stats({ VALIDATED: 0 }, null), 'VALIDATED')).toBe(0)
	})
})

describe('policy figures', () => {
	it('are rounded half up', () => {
		expect([6.885, 6.85, 6.84, 7, 10].map(scoreText)).toEqual(['6.9', '6.9', '6.8', '7.0', '10.0'])
	})

	it('have a scale above zero even if all are zero', () => {
		expect(scaleEnd([0, 0])).toBeGreaterThan(0)
		expect(scaleEnd([])).toBeGreaterThan(0)
		expect(scaleEnd([3, 20])).toBeGreaterThan(20)
	})
})
