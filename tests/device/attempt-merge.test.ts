import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QuizState } from '#contract/quiz.ts'
import { applyState, lostFrom, mergeState, type Unsent } from '#device/attempt-merge.ts'
import type { StoredAttempt } from '#device/db.ts'
import { createDevice, type Device } from '../support/device.ts'

const NOTHING_UNSENT: Unsent = { policyIds: new Set(), selection: false, completion: false }

const attempt: StoredAttempt = {
	id: 'here',
	serverId: null,
	userId: 'u',
	compareQuizId: 'q',
	electionId: 'e',
	quizName: 'A quiz',
	electionName: 'An election',
	quizType: 'SCALE',
	status: 'IN_PROGRESS',
	seed: 's',
	statements: [
		{ policyId: 'p1', candidateId: 'c1', text: 'One', weight: 1 },
		{ policyId: 'p2', candidateId: 'c2', text: 'Two', weight: 1 },
	],
	candidateIds: ['c1', 'c2'],
	answers: { p1: 2 },
	selection: null,
	startedAt: null,
	completedAt: null,
	settled: 0,
	superseded: false,
	reported: null,
}

const state = (fields: Record<string, unknown>): QuizState =>
	v.parse(QuizState, {
		quizAttemptId: 'there',
		quizType: 'SCALE',
		status: 'IN_PROGRESS',
		totalQuestions: 2,
		...fields,
	})

describe('mergeState', () => {
	it('keeps an unsent answer over the server’s older one', () => {
		const unsent = { ...NOTHING_UNSENT, policyIds: new Set(['p1']) }
		const merged = mergeState(
			attempt,
			state({
				answers: [
					{ policyId: 'p1', value: -2 },
					{ policyId: 'p2', value: 1 },
				],
			}),
			unsent,
		)
		expect(merged.answers).toEqual({ p1: 2, p2: 1 })
	})

	it('takes the server’s answers when nothing is unsent', () => {
		const merged = mergeState(
			attempt,
			state({ answers: [{ policyId: 'p1', value: -2 }] }),
			NOTHING_UNSENT,
		)
		expect(merged.answers).toEqual({ p1: -2 })
	})

	it('takes the server’s formula, or keeps its own', () => {
		const own = { ...attempt, formula: 2 }
		expect(mergeState(own, state({ formula: 1 }), NOTHING_UNSENT).formula).toBe(1)
		expect(mergeState(own, state({}), NOTHING_UNSENT).formula).toBe(2)
		expect(mergeState(attempt, state({}), NOTHING_UNSENT).formula).toBeUndefined()
	})

	it('keeps local answers if the server sends none', () => {
		const merged = mergeState(attempt, state({}), NOTHING_UNSENT)
		expect(merged.answers).toEqual({ p1: 2 })
		expect(merged.statements).toEqual(attempt.statements)
	})

	// The server's score uses these weights.
	it('takes the weights that the server froze', () => {
		const merged = mergeState(
			attempt,
			state({
				allPolicies: [
					{ id: 'p2', text: 'Two', candidateId: 'c2', weight: 1.5 },
					{ id: 'p1', text: 'One', candidateId: 'c1' },
				],
			}),
			NOTHING_UNSENT,
		)
		expect(merged.statements.map(({ policyId, weight }) => [policyId, weight])).toEqual([
			['p2', 1.5],
			['p1', 1],
		])
	})

	it('stays completed while the completion is unsent', () => {
		const done: StoredAttempt = { ...attempt, status: 'COMPLETED' }
		const inProgress = state({ status: 'IN_PROGRESS' })
		expect(mergeState(done, inProgress, { ...NOTHING_UNSENT, completion: true }).status).toBe(
			'COMPLETED',
		)
		expect(mergeState(done, inProgress, NOTHING_UNSENT).status).toBe('IN_PROGRESS')
	})

	it('takes the server’s skips, and keeps unsent ones', () => {
		const skips = state({ answers: [{ policyId: 'p1', value: 2 }], skippedPolicyIds: ['p2'] })
		expect(mergeState(attempt, skips, NOTHING_UNSENT).answers).toEqual({ p1: 2, p2: null })
		const skipped = { ...attempt, answers: { p1: null } }
		const unsent = { ...NOTHING_UNSENT, policyIds: new Set(['p1']) }
		expect(mergeState(skipped, skips, unsent)).toMatchObject({
			answers: { p1: null, p2: null },
			confirmed: { answers: { p1: 2, p2: null } },
		})
		expect(mergeState(skipped, state({ answers: [] }), NOTHING_UNSENT).answers).toEqual({
			p1: null,
		})
	})

	it('marks a completed attempt with unanswered statements', () => {
		const done = { status: 'COMPLETED', answers: [{ policyId: 'p1', value: 2 }] }
		expect(mergeState(attempt, state(done), NOTHING_UNSENT).early).toBe(true)
		const answers = [...done.answers, { policyId: 'p2', value: 1 }]
		expect(mergeState(attempt, state({ ...done, answers }), NOTHING_UNSENT).early).toBe(false)
		// A server that omits the answers may have all of them.
		expect(mergeState(attempt, state({ status: 'COMPLETED' }), NOTHING_UNSENT).early).toBe(false)
	})

	it('keeps positions that a server omits', () => {
		const [first, second] = attempt.statements
		const known = { ...attempt, statements: [{ ...first, positions: { c2: -1 } }, second] }
		const allPolicies = [{ id: 'p1', text: 'One', candidateId: 'c1' }]
		expect(
			mergeState(known as StoredAttempt, state({ allPolicies }), NOTHING_UNSENT).statements,
		).toMatchObject([{ policyId: 'p1', positions: { c2: -1 } }])
	})

	it('stores the server’s id of the attempt', () => {
		expect(mergeState(attempt, state({}), NOTHING_UNSENT).serverId).toBe('there')
	})
})

describe('lostFrom', () => {
	const confirmed = { answers: { p1: null, p2: 1 }, selection: null, status: 'COMPLETED' } as const
	const known: StoredAttempt = { ...attempt, confirmed, revision: 7 }
	const lost = (fields: Record<string, unknown>) => lostFrom(known, state(fields))

	it('finds lost skips', () => {
		const answers = [{ policyId: 'p2', value: 1 }]
		expect(lost({ answers, skippedPolicyIds: [] }).answers).toEqual([['p1', null]])
		expect(lost({ answers, skippedPolicyIds: ['p1'] }).answers).toEqual([])
		expect(lostFrom(known, null)).toMatchObject({
			answers: [
				['p1', null],
				['p2', 1],
			],
		})
	})

	it('trusts an answer in place of a skip, unless the state is older', () => {
		const answers = [
			{ policyId: 'p1', value: 2 },
			{ policyId: 'p2', value: 1 },
		]
		expect(lost({ answers, revision: 8 }).answers).toEqual([])
		expect(lost({ answers, revision: 5 }).answers).toEqual([['p1', null]])
	})

	it('misses no skip at a server that has none', () => {
		expect(lost({ answers: [{ policyId: 'p2', value: 1 }] }).answers).toEqual([])
	})
})

let device: Device

const stored = (over: Partial<StoredAttempt> = {}): StoredAttempt => ({
	...attempt,
	serverId: 's1',
	answers: {},
	...over,
})

const stateWith = (answers: Readonly<Record<string, number>>, revision?: number): QuizState =>
	state({
		quizAttemptId: 's1',
		answers: Object.entries(answers).map(([policyId, value]) => ({ policyId, value })),
		...(revision !== undefined && { revision }),
	})

const apply = async (next: QuizState, to = 'here'): Promise<StoredAttempt | undefined> => {
	const { db } = device
	await db.transaction('rw', db.attempts, db.notes, db.outbox, async () => {
		const found = await db.attempts.get(to)
		if (found) await applyState(db, found, next)
	})
	return db.attempts.get(to)
}

describe('applyState', () => {
	beforeEach(() => {
		device = createDevice({ fetch: () => Response.error(), user: { key: 'u', token: 't' } })
	})
	afterEach(() => device.close())

	it('stores the answers and revision of a state', async () => {
		await device.db.attempts.add(stored())
		expect(await apply(stateWith({ p1: 1 }, 5))).toMatchObject({ answers: { p1: 1 }, revision: 5 })
	})

	it('ignores a state with an older revision', async () => {
		await device.db.attempts.add(stored({ answers: { p1: 1, p2: 0 }, revision: 7 }))
		expect(await apply(stateWith({ p1: 1 }, 5))).toMatchObject({
			answers: { p1: 1, p2: 0 },
			revision: 7,
		})
	})

	// An equal revision is the server's answer to a refused change.
	it('applies a state of the same revision', async () => {
		await device.db.attempts.add(stored({ answers: { p1: 1, p2: 0 }, revision: 7 }))
		expect((await apply(stateWith({ p1: 1 }, 7)))?.answers).toEqual({ p1: 1 })
	})

	it('always applies a state without a revision', async () => {
		await device.db.attempts.add(stored({ answers: { p1: 1 } }))
		expect((await apply(stateWith({ p2: 0 })))?.answers).toEqual({ p2: 0 })
	})

	it('merges a duplicate attempt with the same server id', async () => {
		await device.db.attempts.bulkAdd([
			stored({ serverId: null }),
			stored({ id: 'twin', answers: { p1: 1, p2: 0 }, revision: 9 }),
		])
		expect(await apply(stateWith({ p1: 1 }, 5))).toMatchObject({
			answers: { p1: 1, p2: 0 },
			revision: 9,
		})
		expect(await device.db.attempts.get('twin')).toBeUndefined()
	})

	it('moves the notes of a duplicate attempt', async () => {
		const { id, userId } = stored()
		await device.db.attempts.bulkAdd([stored({ serverId: null }), stored({ id: 'twin' })])
		const choice = { candidateId: 'c1', text: 'Second floor' }
		await device.db.notes.bulkAdd([
			{ attemptId: 'twin', userId, choice: { candidateId: null, text: '' }, priorities: {} },
			{ attemptId: id, userId, choice },
		])
		await apply(stateWith({ p1: 1 }, 5))
		expect(await device.db.notes.toArray()).toEqual([
			{ attemptId: id, userId, choice, priorities: {} },
		])
	})
})
