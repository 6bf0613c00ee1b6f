import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptResults } from '#device/results.ts'
import { isTieBreakDone } from '#domain/tie-break.ts'
import type { Device } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { beginTest, guessNext, offline, sessionOf } from './visitor-device.ts'
import { createVoterDevice, switchVoter } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: Awaited<ReturnType<typeof load1912>>
beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	device.visitors.stop()
	quizzes = await load1912(device)
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

/** Answers every statement of the scale quiz with the same value: a tie of all candidates. */
const takeTied = async (value = 1): Promise<string> => {
	const id = must(await device.local.quiz.start(quizzes.scale))
	for (const { policyId } of (await device.local.attempts.find(id))?.statements ?? [])
		must(await device.local.quiz.answer(id, { policyId, value }, 800))
	must(await device.local.quiz.complete(id))
	return id
}
const resultsOf = async (id: string): Promise<AttemptResults> => {
	const results = await device.local.results.of(id)
	if (results === null) throw new Error(`no results of ${id}`)
	return results
}

describe('what the knowledge test has shown', () => {
	const guess = async (count: number) => {
		const id = await beginTest(device)
		await guessNext(device, id, count)
		return sessionOf(device, id)
	}

	it('includes the asked statements that were guessed, with their owner and time', async () => {
		const { guesses, candidate1, candidate2 } = await guess(6)
		const results = await resultsOf(await takeTied())
		const asked = new Map(results.attempt.statements.map((each) => [each.policyId, each]))
		const expected = guesses.filter(({ policyId }) => asked.has(policyId))
		expect(expected.length).toBeGreaterThan(0)
		const nameOf = (id = '') => [candidate1, candidate2].find((each) => each.id === id)?.name
		expect(results.knowing.isShared).toBe(false)
		expect(new Map(results.knowing.met.map((each) => [each.policyId, each]))).toEqual(
			new Map(
				expected.map(({ policyId, candidateId }) => [
					policyId,
					{
						policyId,
						guessed: nameOf(candidateId),
						owner: nameOf(asked.get(policyId)?.candidateId),
						at: device.now,
					},
				]),
			),
		)
	})

	it('excludes guesses without a grade, which showed no owner', async () => {
		const { id } = await guess(4)
		await device.db.testSessions.update(id, {
			guesses: (await sessionOf(device, id)).guesses.map((each) => ({ ...each, correct: null })),
		})
		expect((await resultsOf(await takeTied())).knowing.met).toEqual([])
	})

	it('may be someone else’s where another account was used', async () => {
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 1)
		await switchVoter(server, device)
		await guess(2)
		quizzes = await load1912(device)
		expect((await resultsOf(await takeTied())).knowing.isShared).toBe(true)
	})

	it('may be someone else’s if another account was signed in here, even without a quiz', async () => {
		await guess(4)
		await device.local.account.arrive()
		expect((await resultsOf(await takeTied())).knowing.isShared).toBe(false)
		await device.db.attempts.clear()
		await switchVoter(server, device)
		await device.local.account.arrive()
		expect((await resultsOf(await takeTied())).knowing.isShared).toBe(true)
	})

	it('is someone else’s if it was unsent when another account left', async () => {
		await device.local.account.arrive()
		await guess(4)
		expect(await device.local.account.erase()).toBe(true)
		await switchVoter(server, device)
		quizzes = await load1912(device)
		const { knowing } = await resultsOf(await takeTied())
		expect(knowing.met.length).toBeGreaterThan(0)
		expect(knowing.isShared).toBe(true)
	})

	it('has no time if an older build stored the guesses of an open test', async () => {
		const { id, guesses } = await guess(4)
		const untimed = guesses.map(({ at: _, ...each }) => each)
		await device.db.testSessions.update(id, { guesses: untimed })
		const { met } = (await resultsOf(await takeTied())).knowing
		expect(met.length).toBeGreaterThan(0)
		for (const { at } of met) expect(at).toBe(Number.POSITIVE_INFINITY)
	})

	it('is known before the quiz starts, once its statements are stored', async () => {
		const seen = async () => (await device.local.compareQuizzes.intro(quizzes.scale))?.seen
		expect(await seen()).toBeNull()
		const { guesses } = await guess(5)
		expect(await seen()).toEqual({ count: guesses.length, isShared: false })
		await device.db.policies.clear()
		await device.db.fetched.clear()
		expect(await seen()).toEqual({ count: null, isShared: false })
	})
})

describe('a tie', () => {
	it('offers statements of the tied candidates that were not asked', async () => {
		const { tie, attempt } = await resultsOf(await takeTied())
		expect(tie?.candidateIds.toSorted()).toEqual([...attempt.candidateIds].toSorted())
		const asked = attempt.statements.map(({ policyId }) => policyId)
		const drawn = tie?.statements ?? []
		expect(drawn).toHaveLength(8)
		expect(drawn.filter(({ policyId }) => asked.includes(policyId))).toEqual([])
	})

	it('is none if one candidate leads', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		const { statements = [] } = (await device.local.attempts.find(id)) ?? {}
		const [first] = statements
		for (const { policyId, candidateId } of statements) {
			const value = candidateId === first?.candidateId ? 2 : -2
			must(await device.local.quiz.answer(id, { policyId, value }, 800))
		}
		must(await device.local.quiz.complete(id))
		expect((await resultsOf(id)).tie).toBeNull()
	})

	it('reads statements that are not on this device when asked to', async () => {
		const id = await takeTied()
		await device.db.policies.clear()
		await device.db.fetched.clear()
		const { tie } = await resultsOf(id)
		expect(tie?.statements).toBeNull()
		device.network = offline
		expect((await device.local.results.refreshStatements(tie?.candidateIds ?? [])).ok).toBe(false)
		device.network = (_request, pass) => pass()
		must(await device.local.results.refreshStatements(tie?.candidateIds ?? []))
		expect((await resultsOf(id)).tie?.statements).toHaveLength(8)
	})
})

describe('a voter’s notes', () => {
	const choice = { candidateId: 'c1', text: 'Second floor' }
	const keepBoth = async (id: string): Promise<void> => {
		const { tie } = await resultsOf(id)
		const statements = tie?.statements ?? []
		const answers = Object.fromEntries(statements.map(({ policyId }) => [policyId, 2]))
		const tied = tie?.candidateIds ?? []
		await device.local.notes.keep(id, { tieBreak: { tied, statements, answers } })
		await device.local.notes.keep(id, { choice })
	}

	it('stay on the device, unsent', async () => {
		const id = await takeTied()
		const before = [device.sent.length, await device.db.outbox.count()]
		await keepBoth(id)
		const notes = await device.local.notes.of(id)
		expect(notes?.choice).toEqual(choice)
		expect(notes?.tieBreak && isTieBreakDone(notes.tieBreak)).toBe(true)
		expect([device.sent.length, await device.db.outbox.count()]).toEqual(before)
	})

	it('are shown to no other voter', async () => {
		const id = await takeTied()
		await keepBoth(id)
		await switchVoter(server, device)
		expect(await device.local.notes.of(id)).toBeNull()
		expect((await device.local.yourData.read()).notes).toEqual([])
	})

	it('are part of the voter’s data', async () => {
		const id = await takeTied()
		await keepBoth(id)
		const [notes] = (await device.local.yourData.read()).notes ?? []
		expect(notes).toMatchObject({ attemptId: id, choice })
		expect((await device.local.yourData.count()).notes).toBe(1)
		expect(notes?.tieBreak.map(({ value }) => value)).toEqual(Array<number>(8).fill(2))
	})

	it('leave the device at the next start if a tab of an older build erased the voter', async () => {
		const id = await takeTied()
		const other = must(await device.local.quiz.start(quizzes.binary))
		await keepBoth(id)
		await device.local.notes.keep(other, { choice })
		// Older builds do not know the notes.
		await device.db.attempts.delete(id)
		await device.local.account.arrive()
		expect((await device.db.notes.toArray()).map(({ attemptId }) => attemptId)).toEqual([other])
	})

	it('keep the choice after a reset', async () => {
		const id = await takeTied()
		await keepBoth(id)
		const next = must(await device.local.quiz.reset(id))
		const copied = { attemptId: next, userId: device.user?.key, choice }
		expect(await device.local.notes.of(next)).toEqual(copied)
		expect((await device.local.notes.of(id))?.tieBreak).toBeDefined()
	})

	it('leave the device with the voter', async () => {
		const id = await takeTied()
		await keepBoth(id)
		const first = device.user
		await switchVoter(server, device)
		const other = must(await device.local.quiz.start(quizzes.binary))
		await device.local.notes.keep(other, { choice })
		await device.local.account.eraseAll(first?.key ?? '')
		expect((await device.db.notes.toArray()).map(({ attemptId }) => attemptId)).toEqual([other])
	})
})
