import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceHoldings } from '#contract/your-data.ts'
import type { Device, Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { beginTest, finish, guessNext, offline, online } from './visitor-device.ts'
import { createVoterDevice, switchVoter } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: { scale: string; binary: string; pick: string }
beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	device.visitors.stop()
	quizzes = await load1912(device)
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const read = async () => {
	const data = await device.local.yourData.read()
	expect(v.safeParse(v.strictObject(DeviceHoldings.entries), data).success).toBe(true)
	return data
}
const count = () => device.local.yourData.count()

const sendAll = async (): Promise<void> => {
	await device.local.engine.start()
	device.local.engine.stop()
}

const refuseAnswers: Network = (request, pass) =>
	request.url.includes('/interact/')
		? Promise.resolve(Response.json({ message: 'Not like this.' }, { status: 422 }))
		: pass()

/** Holds the next request until `reply`. @param instead the server's reply; null passes the request on. */
const holdNext = (instead: Response | null) => {
	let reply = (): void => undefined
	let arrive = (): void => undefined
	const released = new Promise<void>((resolve) => {
		reply = resolve
	})
	const asked = new Promise<void>((resolve) => {
		arrive = resolve
	})
	device.network = async (_request, pass) => {
		device.network = online
		arrive()
		const answer = instead ?? (await pass())
		await released
		return answer
	}
	return { reply, asked }
}

/** Row counts of all non-empty tables. */
const rows = async (): Promise<Record<string, number>> => {
	const counted = await Promise.all(
		device.db.tables.map(async (table) => [table.name, await table.count()] as const),
	)
	return Object.fromEntries(counted.filter(([, number]) => number > 0))
}

describe('a voter’s data on the device', () => {
	it('includes attempts and unsent entries with ISO 8601 times', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id, 2)
		device.network = offline
		await sendAll()
		const { attempts, waiting, refused } = await read()
		const stored = await device.local.attempts.find(id)
		expect(attempts).toMatchObject([{ id, serverId: null, seed: stored?.seed, results: null }])
		expect(attempts[0]?.statements.map(({ policyId }) => policyId)).toEqual(
			stored?.statements.map(({ policyId }) => policyId),
		)
		expect(
			Object.fromEntries(attempts[0]?.answers.map((a) => [a.policyId, a.value]) ?? []),
		).toEqual(stored?.answers)
		expect(waiting.map(({ what }) => what)).toEqual([
			'quiz.start',
			'quiz.interact',
			'quiz.interact',
		])
		expect(waiting[0]).toMatchObject({ belongsTo: id, tries: 1 })
		expect(new Date(waiting[0]?.nextTryAt ?? '').getTime()).toBeGreaterThan(device.now)
		expect(refused).toEqual([])
	})

	it('includes the server’s figures of a completed quiz', async () => {
		const id = must(await device.local.quiz.start(quizzes.pick))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		await sendAll()
		must(await device.local.results.refresh(id))
		const shown = await device.local.results.of(id)
		const [attempt] = (await read()).attempts
		expect(attempt?.selectedPolicyIds).not.toEqual([])
		expect(attempt?.results?.map(({ name, percentage }) => [name, percentage])).toEqual(
			shown?.candidates.map(({ name, percentage }) => [name, percentage]),
		)
	})

	it('includes refused entries with their reason', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		device.network = refuseAnswers
		await sendAll()
		const { waiting, refused } = await read()
		expect(waiting).toEqual([])
		expect(refused).toMatchObject([
			{ what: 'quiz.interact', reason: 'Not like this.', refusedAt: '2026-11-21T12:00:00.000Z' },
		])
	})

	it('names only the saved elections', async () => {
		const elections = (await device.local.elections.active()) ?? []
		const [saved] = elections
		expect((await read()).savedElections).toEqual([])
		await device.local.packs.save(saved?.id ?? '')
		expect((await read()).savedElections).toEqual([saved?.name])
	})

	it('includes knowledge tests, but no spare session', async () => {
		const first = await beginTest(device)
		await guessNext(device, first, 2)
		await finish(device, first)
		must(await device.tests.fetchSpare())
		const { knowledgeTests, waiting } = await read()
		expect(knowledgeTests.map(({ id }) => id)).toEqual([first])
		expect(knowledgeTests[0]?.guesses).toHaveLength(2)
		expect(knowledgeTests[0]?.guesses[0]?.policyText).not.toBe('')
		expect(knowledgeTests[0]?.unsent.map(({ what }) => what)).toEqual([
			'test.guess',
			'test.guess',
			'test.complete',
		])
		expect(waiting).toEqual([])
	})

	it('excludes the data of other voters', async () => {
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 2)
		await switchVoter(server, device)
		const data = await read()
		expect([data.attempts, data.waiting, data.refused]).toEqual([[], [], []])
		expect(await count()).toMatchObject({ quizzes: 0, unsent: 0, unsentAnswers: 0, refused: 0 })
	})

	it('never includes a sign-in token', async () => {
		await device.local.session.set(device.user)
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 2)
		expect(JSON.stringify(await read())).not.toContain(device.user?.token)
	})

	it('counts quizzes, unsent answers and guesses', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		must(await device.local.quiz.reset(id))
		const test = await beginTest(device)
		await guessNext(device, test, 2)
		expect(await count()).toEqual({
			quizzes: 1,
			unsentAnswers: 5,
			unsent: 7,
			refused: 0,
			notes: 0,
			knowledgeTests: 1,
		})
	})
})

describe('erasing all data of a voter', () => {
	const key = () => device.user?.key ?? ''

	it('deletes waiting and refused entries and all knowledge tests', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		device.network = refuseAnswers
		await sendAll()
		device.network = online
		await answerAll(device, id, 3)
		await guessNext(device, await beginTest(device), 2)
		await device.local.session.set(device.user)
		await device.local.account.eraseAll(key())
		expect(await rows()).toEqual({})
		device.sent.length = 0
		await device.local.engine.start()
		await device.visitors.start()
		expect(device.sent).toEqual([])
	})

	it('works after the session has ended', async () => {
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 1)
		const own = key()
		device.user = null
		await device.local.account.eraseAll(own)
		expect(await rows()).toEqual({})
	})

	it('keeps another voter’s data, including unsent answers', async () => {
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 2)
		const first = device.user
		await switchVoter(server, device)
		await answerAll(device, must(await device.local.quiz.start(quizzes.scale)), 2)
		await device.local.account.eraseAll(key())
		device.user = first
		expect(await count()).toMatchObject({ quizzes: 1, unsentAnswers: 2 })
		expect(new Set((await device.db.attempts.toArray()).map(({ userId }) => userId))).toEqual(
			new Set([first?.key]),
		)
		expect(await device.db.elections.count()).toBeGreaterThan(0)
	})

	it('keeps the data erased despite late replies', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await sendAll()
		await answerAll(device, id, 2)
		let release = (): void => undefined
		const released = new Promise<void>((resolve) => {
			release = resolve
		})
		let under = 0
		device.network = async (_request, pass) => {
			const reply = await pass()
			under++
			await released
			return reply
		}
		const sending = device.local.engine.start()
		const reading = device.local.attempts.refreshHistory()
		const figures = device.local.attempts.refresh(id)
		await expect.poll(() => under).toBe(3)
		device.local.engine.stop()
		await device.local.account.eraseAll(key())
		release()
		await Promise.all([sending, reading, figures])
		expect(await rows()).toEqual({})
	})

	it('stores no late Retry-After', async () => {
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 2)
		const { reply, asked } = holdNext(
			new Response(null, { status: 503, headers: { 'retry-after': '60' } }),
		)
		const sending = device.local.engine.start()
		await asked
		device.local.engine.stop()
		await device.local.account.eraseAll(key())
		reply()
		await sending
		expect(await rows()).toEqual({})
	})

	it('sweeps content that a late read of another tab stored', async () => {
		const tab = device.tab()
		tab.engine.stop()
		const own = key()
		const { reply, asked } = holdNext(null)
		const reading = tab.elections.refreshActive({ force: true })
		await asked
		await device.local.account.eraseAll(own)
		reply()
		await reading
		expect(await rows()).toMatchObject({ elections: 2, fetched: 1 })
		device.user = null
		await tab.account.sweep(own)
		expect(await rows()).toEqual({})
	})

	it('sweeps no content beside another voter’s data, and no knowledge tests', async () => {
		const tab = device.tab()
		tab.engine.stop()
		const own = key()
		await beginTest(device)
		await switchVoter(server, device)
		must(await device.local.quiz.start(quizzes.scale))
		const { validations: _, ...others } = await rows()
		device.user = null
		await tab.account.sweep(own)
		expect(await rows()).toEqual(others)
		await device.db.attempts.clear()
		await device.db.outbox.clear()
		await tab.account.sweep(own)
		expect(await rows()).toEqual({ testSessions: 1 })
	})

	it('sweeps rows that another tab wrote meanwhile', async () => {
		const tab = device.tab()
		tab.engine.stop()
		const own = device.user
		await device.local.account.eraseAll(key())
		device.network = online
		await load1912(device)
		must(await tab.quiz.start(quizzes.binary))
		await tab.session.set(own)
		await switchVoter(server, device)
		must(await device.local.quiz.start(quizzes.scale))
		await tab.account.sweep(own?.key ?? '')
		expect((await device.db.attempts.toArray()).map(({ userId }) => userId)).toEqual([key()])
		expect((await device.db.outbox.toArray()).map(({ userId }) => userId)).toEqual([key()])
		expect(await device.db.session.count()).toBe(0)
	})
	it('sweeps no unsent answers after a sign-out', async () => {
		const tab = device.tab()
		tab.engine.stop()
		await load1912(device)
		const id = must(await tab.quiz.start(quizzes.binary))
		await device.local.account.sweepUnlessQueued(key())
		expect(await rows()).toMatchObject({ attempts: 1, outbox: 1 })
		await device.db.outbox.clear()
		await device.db.attempts.update(id, { serverId: '7' })
		await device.local.account.sweepUnlessQueued(key())
		expect(await rows()).not.toHaveProperty('attempts')
	})
})
