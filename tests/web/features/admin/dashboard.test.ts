import { describe, expect, it } from 'vitest'
import type { Attention } from '#contract/admin/overview.ts'
import { derivedStats } from '#web/features/admin/dashboard/api.ts'
import { attentionLists } from '#web/features/admin/dashboard/attention.tsx'

describe('figures from the lists of a server that has no statistics', () => {
	it('are counted, and unknown where no list tells them', () => {
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

	it('are unknown of a list that could not be read, and never 0', () => {
		const stats = derivedStats({ elections: null, candidates: null, users: null })
		expect(Object.values(stats).every((figure) => figure === null)).toBe(true)
	})

	it('leave the policies unknown where one candidate does not say how many are theirs', () => {
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

describe('what needs attention', () => {
	it('is nothing where nothing does', () => {
		expect(attentionLists(NOTHING)).toEqual([])
	})

	it('says why, leads to where it is mended, and tells how many more there are', () => {
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
			why: '1 policy waits',
			where: { to: '/admin/edit-policies/$candidateId', params: { candidateId: '2' } },
		})
	})
})
