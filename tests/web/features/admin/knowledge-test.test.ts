import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type TestAnalytics, testManagement } from '#contract/admin/knowledge-test.ts'
import {
	ANALYTICS_COLUMNS,
	accuracyText,
	analyticsCells,
	beginningOf,
	bucketsOf,
	correctText,
	furtherOf,
	secondsText,
	versusText,
} from '#web/features/admin/knowledge-test/analytics-tables.ts'

describe('knowledge test figures', () => {
	it('show candidate names or their positions', () => {
		expect(versusText({ candidate1Name: 'Ada', candidate2Name: null })).toBe('Ada vs Candidate 2')
		expect(versusText({ candidate1Name: '', candidate2Name: 'Bob' })).toBe('Candidate 1 vs Bob')
	})

	it('have one decimal, or a dash if missing', () => {
		expect(accuracyText(66.666)).toBe('66.7%')
		expect(accuracyText(0)).toBe('0.0%')
		expect(secondsText(2449)).toBe('2.4 s')
		expect([accuracyText(null), secondsText(null)]).toEqual(['-', '-'])
	})

	it('sort accuracy buckets by their lower bound', () => {
		const buckets = bucketsOf({ accuracyDistribution: { '91-100': 1, '0-10': 4, '11-20': 2 } })
		expect(buckets).toEqual([
			{ label: '0-10', count: 4, length: 100 },
			{ label: '11-20', count: 2, length: 50 },
			{ label: '91-100', count: 1, length: 25 },
		])
		expect(bucketsOf({ accuracyDistribution: { '0-10': 0 } })[0]?.length).toBe(0)
	})

	it('show correct guesses only if known', () => {
		expect(correctText({ correctGuesses: 7, totalPolicies: 10 })).toBe('7/10 correct')
		expect(correctText({ correctGuesses: null, totalPolicies: 10 })).toBeNull()
	})
})

describe('long feedback', () => {
	it('is shortened beyond 200 characters', () => {
		expect(beginningOf('a'.repeat(200))).toBeNull()
		expect(beginningOf('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`)
	})
})

const analytics: TestAnalytics = {
	candidate1Name: 'Ada',
	candidate2Name: 'Bob',
	totalTests: 30,
	averageAccuracy: 61.25,
	averageResponseTimeMs: 2449,
	accuracyDistribution: { '11-20': 2, '0-10': 28 },
	hardestPolicies: [
		{ policyId: '1', text: 'Keep it', candidateName: 'Ada', guesses: 20, wrongGuesses: 15 },
	],
	byAge: [{ group: '18-24', tests: 12, averageAccuracy: 50 }],
	byGender: [
		{ group: 'female', tests: 11, averageAccuracy: 70 },
		{ group: null, tests: 14, averageAccuracy: 55 },
		{ group: 'of another server', tests: 10, averageAccuracy: 1 },
	],
}

describe('pair analytics', () => {
	it('name groups in words, including unknown ones', () => {
		const [, gender] = furtherOf(analytics).groups
		expect(gender?.rows.map(({ name }) => name)).toEqual([
			'Female',
			'Not stated',
			'of another server',
		])
	})

	it('explain omitted rows and empty lists', () => {
		const bare = { ...analytics, hardestPolicies: [], byAge: [], byGender: [] }
		expect(furtherOf(analytics).policies[0]?.note).toContain('fewer than 10 guesses')
		const { policies, groups } = furtherOf(bare)
		expect(policies[0]?.note).toBe('No policy has 10 guesses yet.')
		const [age] = groups
		expect(age?.note).toMatch(
			/^No group is large enough yet\. To protect privacy, groups with fewer than 10 tests/,
		)
	})

	it('omit sections the server does not send', () => {
		const { hardestPolicies: _, byAge: __, byGender: ___, ...specified } = analytics
		const read = v.parse(testManagement.analytics.reply, specified)
		expect(furtherOf(read)).toEqual({ policies: [], groups: [] })
		expect(analyticsCells(read)).toHaveLength(5)
	})

	it('export one figure per row with unambiguous bucket names', () => {
		expect(ANALYTICS_COLUMNS).toEqual(['Part', 'Name', 'Figure', 'Value'])
		expect(analyticsCells(analytics).slice(0, 9)).toEqual([
			['All', 'Ada vs Bob', 'Total Tests', '30'],
			['All', 'Ada vs Bob', 'Average Accuracy (%)', '61.3'],
			['All', 'Ada vs Bob', 'Avg Response Time (s)', '2.4'],
			['Accuracy Distribution', '0-10%', 'Number of Tests', '28'],
			['Accuracy Distribution', '11-20%', 'Number of Tests', '2'],
			['Hardest policies', 'Keep it (Ada)', 'Guesses', '20'],
			['Hardest policies', 'Keep it (Ada)', 'Wrong guesses', '15'],
			['By age', '18-24', 'Number of Tests', '12'],
			['By age', '18-24', 'Average Accuracy (%)', '50.0'],
		])
	})
})
