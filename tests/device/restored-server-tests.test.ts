import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
	policies,
	testConfigurations,
	testFeedback,
	testGuesses,
	testSessions,
} from '#server/db/schema.ts'
import { type Device, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { takeBackup } from '../support/voter-backup.ts'
import { must } from './journey.ts'
import {
	beginTest,
	eachOnVisitorDevice,
	guessNext,
	offline,
	online,
	resultsOf,
	sessionOf,
} from './visitor-device.ts'

let server: TestServer
let device: Device

eachOnVisitorDevice((ofTest, onIt) => {
	server = ofTest
	device = onIt
})
beforeEach(async () => {
	await device.visitors.start()
})

const TOLD = { age: '25-34', gender: 'other' } as const

const sendAll = (): Promise<void> => device.visitors.drain()

const finish = async (id: string): Promise<void> => {
	must(await device.tests.finish(id, TOLD))
	await sendAll()
}
const guess = async (id: string, count: number): Promise<void> => {
	await guessNext(device, id, count)
	await sendAll()
}
/** Opens the results, sends what is missing, and opens them again. */
const lookAtResults = async (id: string): Promise<void> => {
	must(await device.tests.refreshResults(id))
	await sendAll()
	must(await device.tests.refreshResults(id))
}

/** Asserts that device and server agree on a session, with nothing refused or unsent. */
const expectAgreement = async (id: string, guesses: number): Promise<void> => {
	const session = await sessionOf(device, id)
	const results = await resultsOf(device, id)
	const graded = new Map(results.policyResults.map(({ policyId, correct }) => [policyId, correct]))
	expect(await device.tests.unsent(id)).toEqual([])
	expect(session.guesses).toHaveLength(guesses)
	expect(graded.size).toBe(guesses)
	for (const { policyId, correct, settled } of session.guesses) {
		expect([settled, correct]).toEqual([true, graded.get(policyId)])
	}
	const [row] = await server.db.select().from(testSessions).where(eq(testSessions.id, id))
	expect(row?.completedAt !== null).toBe(session.stage === 'finished')
	expect(row).toMatchObject(session.stage === 'finished' ? TOLD : { age: null, gender: null })
}

describe('a server restored from an older backup', () => {
	it('recovers a lost session with the next guess', async () => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 3)
		await restore()
		await guess(id, 2)
		await expectAgreement(id, 5)
	})

	it('recovers lost guesses before completion', async () => {
		const id = await beginTest(device)
		await guess(id, 2)
		const restore = await takeBackup(server.db)
		await guess(id, 4)
		await restore()
		await finish(id)
		expect((await sessionOf(device, id)).summary).toMatchObject({ totalPolicies: 6 })
		await expectAgreement(id, 6)
	})

	it('recovers guesses when a reply counts too few', async () => {
		const id = await beginTest(device)
		await guess(id, 2)
		const restore = await takeBackup(server.db)
		await guess(id, 7)
		await restore()
		// The tenth guess saves the progress.
		await guess(id, 1)
		await expectAgreement(id, 10)
	})

	it.each([
		['everything', 0],
		['some guesses', 2],
		['its completion', 5],
	])('recovers a completed test when its results are opened: lost %s', async (_, early) => {
		const begun = early > 0 ? await beginTest(device) : null
		if (begun !== null) await guess(begun, early)
		const restore = await takeBackup(server.db)
		const id = begun ?? (await beginTest(device))
		await guess(id, 5 - early)
		await finish(id)
		must(await device.tests.feedback(id, 'Well made.'))
		await sendAll()
		must(await device.tests.refreshResults(id))
		const { summary, results } = await sessionOf(device, id)
		await restore()
		await lookAtResults(id)
		expect(await sessionOf(device, id)).toMatchObject({ summary, results })
		await expectAgreement(id, 5)
		expect(await server.db.select().from(testFeedback)).toMatchObject([{ text: 'Well made.' }])
	})

	it('recovers lost feedback without duplicating the rest', async () => {
		const id = await beginTest(device)
		await guess(id, 1)
		await finish(id)
		must(await device.tests.feedback(id, 'Well made.'))
		await sendAll()
		const restore = await takeBackup(server.db)
		must(await device.tests.feedback(id, 'And again.'))
		await sendAll()
		await restore()
		await lookAtResults(id)
		const texts = (await server.db.select().from(testFeedback)).map(({ text }) => text)
		expect(texts.toSorted()).toEqual(['And again.', 'Well made.'])
	})

	it('assigns a recovered session to its candidate pair', async () => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 1)
		const [before] = await server.db.select().from(testSessions)
		await restore()
		await guess(id, 1)
		const [after] = await server.db.select().from(testSessions)
		expect(after).toMatchObject({ id, configurationId: before?.configurationId })
	})

	it('accepts a spare session that it never stored', async () => {
		const restore = await takeBackup(server.db)
		must(await device.tests.fetchSpare())
		await restore()
		device.network = offline
		const id = await beginTest(device)
		device.network = online
		await guess(id, 2)
		await expectAgreement(id, 2)
	})
})

describe('a restored server', () => {
	it('does not receive a guess that the visitor discarded', async () => {
		const id = await beginTest(device)
		await guess(id, 1)
		device.network = (request, pass) =>
			request.url.includes('/submit-guess')
				? Promise.resolve(Response.json({ message: 'No.' }, { status: 422 }))
				: pass()
		await guess(id, 1)
		device.network = online
		await device.testOutbox(id).dismissAll()
		await server.db.delete(testGuesses)
		await lookAtResults(id)
		await expectAgreement(id, 1)
	})
})

describe('a session refused by a restored server', () => {
	it('keeps its results, marked as not counted', async () => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 3)
		await finish(id)
		must(await device.tests.refreshResults(id))
		const before = await sessionOf(device, id)
		await server.db.update(testConfigurations).set({ active: false })
		await restore()
		await lookAtResults(id)
		expect(await sessionOf(device, id)).toEqual({ ...before, notCounted: true })
		expect(await device.tests.unsent(id)).toEqual([])
		device.sent.length = 0
		must(await device.tests.refreshResults(id))
		expect(device.sent).toEqual([])
	})

	it('lists later guesses as refused', async () => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 1)
		await server.db.update(testConfigurations).set({ active: false })
		await restore()
		await guess(id, 2)
		expect((await sessionOf(device, id)).guesses.map(({ refused }) => refused)).toEqual([
			undefined,
			true,
			true,
		])
	})

	it('sends a refused session only once', async () => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 1)
		await server.db.update(testConfigurations).set({ active: false })
		await restore()
		await guess(id, 1)
		device.sent.length = 0
		await guess(id, 1)
		expect(writesOf(device)).toEqual(['/policy-knowledge-test/submit-guess'])
	})
})

describe('a guess about a policy that a restored server lacks', () => {
	const loseFirst = async (): Promise<string> => {
		const restore = await takeBackup(server.db)
		const id = await beginTest(device)
		await guess(id, 2)
		const [first] = (await sessionOf(device, id)).guesses
		await restore()
		await server.db
			.update(policies)
			.set({ deletedAt: server.clock.now })
			.where(eq(policies.id, first?.policyId ?? ''))
		return id
	}

	it('lists a guess about a missing policy as refused', async () => {
		const id = await loseFirst()
		await lookAtResults(id)
		expect((await sessionOf(device, id)).guesses).toMatchObject([
			{ refused: true },
			{ settled: true },
		])
	})

	it('completes the test despite a guess about a missing policy', async () => {
		const id = await loseFirst()
		await lookAtResults(id)
		await finish(id)
		expect(await sessionOf(device, id)).toMatchObject({ ended: TOLD })
		expect(await device.tests.unsent(id)).toMatchObject([{ command: 'test.guess' }])
	})
})
