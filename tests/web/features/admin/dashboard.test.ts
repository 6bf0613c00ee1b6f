import { describe, expect, it } from 'vitest'
import type { Attention } from '#contract/admin/overview.ts'
import { derivedStats } from '#web/features/admin/dashboard/api.ts'
import { attentionLists } from '#web/features/admin/dashboard/attention.tsx'

describe('statistics derived from lists', () => {
	it('count list entries and leave other figures unknown', () => {
		const stats = derivedStats({
			elections: [{ active: true }, { active: false }],
			candidates: [{ policyCount: 3 }, { policyCount: 4 }],
			users: [{ username: 'ada' }],
		})
		expect(stats).toEqual({
			totalUsers: 1,
			activeUsers: null,
			totalElections: 2,
			activeElections: 1,
			totalCandidates: 2,
			totalPolicies: 7,
			quizAttempts: null,
		})
	})

	it('are unknown, not 0, for lists that failed to load', () => {
		const stats = derivedStats({ elections: null, candidates: null, users: null })
		expect(Object.values(stats).every((figure) => figure === null)).toBe(true)
	})

	it('leave totalPolicies unknown if a candidate has no count', () => {
		const candidates = [{ policyCount: 3 }, { policyCount: null }]
		expect(derivedStats({ elections: [], candidates, users: [] }).totalPolicies).toBeNull()
		expect(derivedStats({ elections: [], candidates: [], users: [] }).totalPolicies).toBe(0)
	})
})

const none = { total: 0, rows: [] }
const NOTHING: Attention = {
	invalidQuizzes: none,
	withoutPolicies: none,
	toReview: none,
	concerns: none,
	pastElections: none,
}

describe('attention lists', () => {
	it('are empty without problems', () => {
		expect(attentionLists(NOTHING)).toEqual([])
	})

	it('give the reason, a link, and the number of further rows', () => {
		const lists = attentionLists({
			...NOTHING,
			invalidQuizzes: {
				total: 12,
				rows: [{ id: '1', name: 'Money', electionId: '9', message: 'It ended.' }],
			},
			toReview: { total: 1, rows: [{ id: '2', name: 'Ada', count: 1 }] },
		})
		expect(lists.map(({ more }) => more)).toEqual([11, 0])
		expect(lists[0]?.rows[0]).toMatchObject({
			why: 'It ended.',
			where: { to: '/admin/compare-quizzes/$electionId', params: { electionId: '9' } },
		})
		expect(lists[1]?.rows[0]).toMatchObject({
			why: '1 policy to review',
			where: { to: '/admin/edit-policies/$candidateId', params: { candidateId: '2' } },
		})
	})
})
