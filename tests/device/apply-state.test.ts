import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { QuizState } from '#contract/quiz.ts'
import { applyState } from '#device/attempt-merge.ts'
import type { StoredAttempt } from '#device/db.ts'
import { createDevice, type Device } from '../support/device.ts'

let device: Device

beforeEach(() => {
	device = createDevice({ fetch: () => Response.error(), user: { key: 'u', token: 't' } })
})
afterEach(() => device.close())

const attempt = (over: Partial<StoredAttempt> = {}): StoredAttempt => ({
	id: 'here',
	serverId: 's1',
	userId: 'u',
	compareQuizId: 'q',
	electionId: null,
	quizName: '',
	electionName: null,
	quizType: 'BINARY',
	status: 'IN_PROGRESS',
	seed: 'seed',
	statements: ['p1', 'p2'].map((policyId) => ({
		policyId,
		candidateId: 'c',
		text: policyId,
		weight: 1,
	})),
	candidateIds: ['c'],
	answers: {},
	selection: null,
	startedAt: null,
	completedAt: null,
	settled: 0,
	superseded: false,
	reported: null,
	...over,
})

const state = (answers: Readonly<Record<string, number>>, revision?: number): QuizState => ({
	quizAttemptId: 's1',
	compareQuizId: 'q',
	status: 'IN_PROGRESS',
	quizType: 'BINARY',
	totalQuestions: 2,
	answeredQuestions: 0,
	currentQuestionNumber: 1,
	progressPercentage: 0,
	isComplete: false,
	completionMessage: null,
	currentQuestion: null,
	allPolicies: [],
	viewedPolicyIds: [],
	answers: Object.entries(answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: null,
	...(revision !== undefined && { revision }),
})

const apply = async (told: QuizState, to = 'here'): Promise<StoredAttempt | undefined> => {
	const { db } = device
	await db.transaction('rw', db.attempts, db.outbox, async () => {
		const stored = await db.attempts.get(to)
		if (stored) await applyState(db, stored, told)
	})
	return db.attempts.get(to)
}

describe('applyState', () => {
	it('stores the answers and revision of a state', async () => {
		await device.db.attempts.add(attempt())
		expect(await apply(state({ p1: 1 }, 5))).toMatchObject({ answers: { p1: 1 }, revision: 5 })
	})

	it('ignores a state with an older revision', async () => {
		await device.db.attempts.add(attempt({ answers: { p1: 1, p2: 0 }, revision: 7 }))
		expect(await apply(state({ p1: 1 }, 5))).toMatchObject({
			answers: { p1: 1, p2: 0 },
			revision: 7,
		})
	})

	// An equal revision is the server's answer to a refused change.
	it('applies a state of the same revision', async () => {
		await device.db.attempts.add(attempt({ answers: { p1: 1, p2: 0 }, revision: 7 }))
		expect((await apply(state({ p1: 1 }, 7)))?.answers).toEqual({ p1: 1 })
	})

	it('always applies a state without a revision', async () => {
		await device.db.attempts.add(attempt({ answers: { p1: 1 } }))
		expect((await apply(state({ p2: 0 })))?.answers).toEqual({ p2: 0 })
	})

	it('merges a duplicate attempt with the same server id', async () => {
		await device.db.attempts.bulkAdd([
			attempt({ serverId: null }),
			attempt({ id: 'twin', answers: { p1: 1, p2: 0 }, revision: 9 }),
		])
		expect(await apply(state({ p1: 1 }, 5))).toMatchObject({
			answers: { p1: 1, p2: 0 },
			revision: 9,
		})
		expect(await device.db.attempts.get('twin')).toBeUndefined()
	})
})
