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
	// What it weighed when it was asked counts no more.
	weight: 9,
	category,
	importance,
})

/** Ann is agreed with on the economy alone, Bob on the schools alone. */
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

describe('what another weight would do to results', () => {
	it('is another first place, another order and another percentage', () => {
		// Both have 50 at first. With an economy of 3 it is 75 and 25.
		expect(weightEffect([torn], {}, { ECONOMY: 3 })).toEqual({
			attempts: 1,
			otherFirst: 1,
			otherOrder: 1,
			meanChange: 25,
			largestChange: 25,
		})
	})

	it('is nothing where the weights are the same, or nobody was asked about the category', () => {
		const nothing = { attempts: 2, otherFirst: 0, otherOrder: 0, meanChange: 0, largestChange: 0 }
		const two = [torn, torn]
		expect(weightEffect(two, { ECONOMY: 3 }, { ECONOMY: 3 })).toEqual(nothing)
		expect(weightEffect(two, {}, { SOCIAL: 3 })).toEqual(nothing)
		expect(weightEffect([], {}, { ECONOMY: 3 })).toEqual({ ...nothing, attempts: 0 })
	})

	it('can be another order below a first place that stays', () => {
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

	it('counts the importance that a statement had, and a candidate without an answer in no change', () => {
		const statements = [
			asked('ann', 'ECONOMY', 2),
			asked('ann', 'EDUCATION', null),
			asked('bob', 'ECONOMY'),
		]
		const attempt = answered('BINARY', statements, [1, 0, null])
		const scored = { attempt, candidateIds: ['ann', 'bob'], seed: 'seed' }
		// 2 of 3 is 66.7, and 4 of 5 is 80.
		const { meanChange, largestChange } = weightEffect([scored], {}, { ECONOMY: 2 })
		expect(meanChange).toBeCloseTo(13.3)
		expect(largestChange).toBeCloseTo(13.3)
	})

	it('has weights that are exact to ten-thousandths', () => {
		expect(statementWeight(1.1, 1.1)).toBe(1.21)
		expect(statementWeight(0.7, 0.1)).toBe(0.07)
	})
})
