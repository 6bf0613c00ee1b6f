import { describe, expect, it } from 'vitest'
import {
	accuracyText,
	beginningOf,
	bucketsOf,
	correctText,
	secondsText,
	versusText,
} from '#web/features/admin/knowledge-test/figures.ts'

describe('what a knowledge test has come to', () => {
	it('is called by its candidates, or by their places where a name is missing', () => {
		expect(versusText({ candidate1Name: 'Ada', candidate2Name: null })).toBe('Ada vs Candidate 2')
		expect(versusText({ candidate1Name: '', candidate2Name: 'Bob' })).toBe('Candidate 1 vs Bob')
	})

	it('has one decimal: accuracy in percent, times in seconds; a dash where there is none', () => {
		expect(accuracyText(66.666)).toBe('66.7%')
		expect(accuracyText(0)).toBe('0.0%')
		expect(secondsText(2449)).toBe('2.4 s')
		expect([accuracyText(null), secondsText(null)]).toEqual(['-', '-'])
	})

	it('has its buckets in the order of the number before the dash, whatever the order they came in', () => {
		const buckets = bucketsOf({ accuracyDistribution: { '91-100': 1, '0-10': 4, '11-20': 2 } })
		expect(buckets).toEqual([
			{ label: '0-10', count: 4, length: 100 },
			{ label: '11-20', count: 2, length: 50 },
			{ label: '91-100', count: 1, length: 25 },
		])
		expect(bucketsOf({ accuracyDistribution: { '0-10': 0 } })[0]?.length).toBe(0)
	})

	it('says how many were right only where that is known', () => {
		expect(correctText({ correctGuesses: 7, totalPolicies: 10 })).toBe('7/10 correct')
		expect(correctText({ correctGuesses: null, totalPolicies: 10 })).toBeNull()
	})
})

describe('a long feedback', () => {
	it('is folded past 200 characters, and not at 200', () => {
		expect(beginningOf('a'.repeat(200))).toBeNull()
		expect(beginningOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
	})
})
