import { describe, expect, it } from 'vitest'
import { type ScoredAttempt, statementWeight, weightEffect } from '#domain/fairness.ts'
import type { Statement } from '#domain/types.ts'
import { answered, candidatesOf } from '../support/attempts.ts'

const asked = (
	candidateId: string,
	category: string,
	importance: number | null = 1,
): Statement => ({
	policyId: `${candidateId}/${category}`,
	candidateId,
	text: '',
	// The weight at the time of the attempt does not count.
	weight: 9,
	category,
	importance,
})

/** The voter agrees with Ann on the economy only, and with Bob on schools only. */
const torn: ScoredAttempt = (() => {
	const statements = [
		asked('ann', 'ECONOMY'),
		asked('ann', 'EDUCATION'),
		asked('bob', 'ECONOMY'),
		asked('bob', 'EDUCATION'),
	]
	const attempt = answered('BINARY', statements, [1, 0, 0, 1])
	return { attempt, candidateIds: candidatesOf(statements), seed: 'seed' }
})()

describe('weightEffect', () => {
	it('reports changed first places, orders and percentages', () => {
		// Both start at 50. An economy weight of 3 gives 75 and 25.
		expect(weightEffect([torn], {}, { ECONOMY: 3 })).toEqual({
			attempts: 1,
			otherFirst: 1,
			otherOrder: 1,
			meanChange: 25,
			largestChange: 25,
		})
	})

	it('returns zeros for equal weights or a category without statements', () => {
		const nothing = { attempts: 2, otherFirst: 0, otherOrder: 0, meanChange: 0, largestChange: 0 }
		const two = [torn, torn]
		expect(weightEffect(two, { ECONOMY: 3 }, { ECONOMY: 3 })).toEqual(nothing)
		expect(weightEffect(two, {}, { SOCIAL: 3 })).toEqual(nothing)
		expect(weightEffect([], {}, { ECONOMY: 3 })).toEqual({ ...nothing, attempts: 0 })
	})

	it('reports a changed order below an unchanged first place', () => {
		const statements = [
			asked('ann', 'ECONOMY'),
			asked('bob', 'ECONOMY'),
			asked('bob', 'EDUCATION'),
			asked('cid', 'ECONOMY'),
			asked('cid', 'EDUCATION'),
		]
		const attempt = answered('BINARY', statements, [1, 1, 0, 0, 1])
		const scored = { attempt, candidateIds: ['ann', 'bob', 'cid'], seed: 'seed' }
		expect(weightEffect([scored], { ECONOMY: 0.5 }, { ECONOMY: 2 })).toMatchObject({
			otherFirst: 0,
			otherOrder: 1,
		})
	})

	it('applies importance and ignores candidates without answers', () => {
		const statements = [
			asked('ann', 'ECONOMY', 2),
			asked('ann', 'EDUCATION', null),
			asked('bob', 'ECONOMY'),
		]
		const attempt = answered('BINARY', statements, [1, 0, null])
		const scored = { attempt, candidateIds: ['ann', 'bob'], seed: 'seed' }
		const { meanChange, largestChange } = weightEffect([scored], {}, { ECONOMY: 2 })
		expect(meanChange).toBeCloseTo(13.3)
		expect(largestChange).toBeCloseTo(13.3)
	})

	it('uses weights exact to ten-thousandths', () => {
		expect(statementWeight(1.1, 1.1)).toBe(1.21)
		expect(statementWeight(0.7, 0.1)).toBe(0.07)
	})
})
