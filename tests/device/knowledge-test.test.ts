import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { drainInWorker } from '#device/sync/worker.ts'
import { testSessions } from '#server/db/schema.ts'
import { type Device, type Network, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { must } from './journey.ts'
import {
	beginTest,
	changingStarts,
	eachOnVisitorDevice,
	finish,
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

/** The server's replies without what lets a device grade. */
const withoutDigests = changingStarts(({ salt, policies, ...rest }) => ({
	...rest,
	policies: policies.map(({ digest, ...policy }) => policy),
}))

/** A server whose word on a guess is another, and that takes one operation a call: it says nothing of batches. */
const saying =
	(change: (correct: boolean) => boolean): Network =>
	async (request, pass) => {
		const reply = await pass()
		if (!request.url.endsWith('/submit-guess')) return reply
		return Response.json({ correct: change((await reply.json()).correct) })
	}
/** A server that grades as it likes, whatever its digests say. */
const contrary = saying((correct) => !correct)
const oneByOne = saying((correct) => correct)

/** The kinds of what was sent in one call. */
const kindsTogether = async (): Promise<string[]> => {
	const batches = device.sent.filter(({ url }) => url.endsWith('/batch'))
	const bodies = await Promise.all(batches.map((request) => request.clone().json()))
	return bodies.flatMap(({ operations }) => operations.map(({ kind }: { kind: string }) => kind))
}

describe('guessing', () => {
	it('takes the server’s grading over the device’s own, for that is the one that counts', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 3)
		const here = (await sessionOf(device, id)).guesses.map(({ correct }) => correct)
		device.network = contrary
		await device.visitors.start()
		const settled = (await sessionOf(device, id)).guesses.map(({ correct }) => correct)
		expect(settled).toEqual(here.map((correct) => !correct))
	})

	it('is graded on the device as the server grades it later', async () => {
		const id = await beginTest(device)
		device.network = offline
		await guessNext(device, id, 6)
		const here = (await sessionOf(device, id)).guesses
		expect(here.every(({ correct, settled }) => correct !== null && !settled)).toBe(true)
		device.network = online
		await device.visitors.start()
		const settled = (await sessionOf(device, id)).guesses
		expect(settled.map(({ correct }) => correct)).toEqual(here.map(({ correct }) => correct))
		expect(settled.every((guess) => guess.settled)).toBe(true)
		const { policyResults } = await resultsOf(device, id)
		expect(policyResults.map(({ correct }) => correct)).toEqual(here.map(({ correct }) => correct))
	})

	it('waits for the server’s word where the session has no digests', async () => {
		device.network = withoutDigests
		const id = await beginTest(device)
		await guessNext(device, id, 2)
		expect((await sessionOf(device, id)).guesses.map(({ correct }) => correct)).toEqual([
			null,
			null,
		])
		await device.visitors.start()
		expect((await sessionOf(device, id)).guesses.every(({ correct }) => correct !== null)).toBe(
			true,
		)
	})

	it('is final: a second guess of a policy changes nothing and is not sent', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		const { policies, candidate2 } = await sessionOf(device, id)
		must(await device.tests.guess(id, policies[0]?.policyId ?? '', candidate2.id, 5))
		expect((await sessionOf(device, id)).guesses).toHaveLength(1)
		expect(await device.db.outbox.count()).toBe(1)
	})

	it('refuses what is none of the session’s, and everything after its end', async () => {
		const id = await beginTest(device)
		const { policies, candidate1 } = await sessionOf(device, id)
		const policyId = policies[0]?.policyId ?? ''
		const refused = (code: string) => ({ ok: false, error: { code } })
		expect(await device.tests.guess(id, 'another', candidate1.id, 5)).toEqual(refused('unknown'))
		expect(await device.tests.guess(id, policyId, 'a third', 5)).toEqual(refused('unknown'))
		expect(await device.tests.finish(id, { age: null, gender: null })).toEqual(refused('no-guess'))
		await guessNext(device, id, 1)
		await finish(device, id)
		const next = policies[1]?.policyId ?? ''
		expect(await device.tests.guess(id, next, candidate1.id, 5)).toEqual(refused('finished'))
		expect(await device.tests.guess('gone', next, candidate1.id, 5)).toEqual(refused('not-found'))
	})
})

describe('a whole session without a connection', () => {
	it('arrives in order once there is one: guesses, progress from the tenth on, the end, the feedback', async () => {
		const id = await beginTest(device)
		device.network = offline
		await guessNext(device, id, 11)
		must(await device.tests.finish(id, { age: '25-34', gender: null }))
		must(await device.tests.feedback(id, 'Well made.'))
		await device.visitors.start()
		device.network = online
		device.sent.length = 0
		await device.visitors.wake()
		const verbs = writesOf(device).map((path) => path.split('/')[2])
		expect(verbs).toEqual([
			// The first one goes alone, and its reply says that several may come at once.
			'submit-guess',
			'batch',
			'feedback',
		])
		expect(await kindsTogether()).toEqual([
			...Array(9).fill('GUESS'),
			'PROGRESS',
			'GUESS',
			'PROGRESS',
			'COMPLETE',
		])
		expect(await device.tests.unsent(id)).toEqual([])
		const { summary } = await sessionOf(device, id)
		expect(summary).toEqual((await resultsOf(device, id)).summary)
		const { age, gender } = testSessions
		const rows = await server.db.select({ age, gender }).from(testSessions)
		expect(rows).toEqual([{ age: '25-34', gender: null }])
	})

	it('is sent by the worker too, for nobody has to be signed in', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 3)
		const { db, call } = device
		await drainInWorker({
			db,
			call,
			now: Date.now,
			random: () => 0.5,
			locks: { request: async (_name, _options, run) => run(), query: async () => ({ held: [] }) },
			setTimer: () => () => undefined,
			report: (error) => device.reported.push(error),
		})
		expect((await resultsOf(device, id)).policyResults).toHaveLength(3)
	})

	it('is not the voter’s: it is sent without a token, and stays through their sign-in and sign-out', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		const voter = await server.registerVoter()
		device.user = { key: voter.user.id, token: voter.token }
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.tests.find(id)).not.toBeNull()
		device.sent.length = 0
		await device.visitors.start()
		expect(device.sent.map((request) => request.headers.get('authorization'))).toEqual([null])
	})

	it('leaves a shared device with the voter, once it is sent', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await device.visitors.start()
		const voter = await server.registerVoter()
		device.user = { key: voter.user.id, token: voter.token }
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.tests.find(id)).toBeNull()
	})
})

describe('what the server refuses', () => {
	it('is listed with the session, and the next one goes on', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 2)
		let times = 0
		device.network = async (request, pass) =>
			request.url.endsWith('/submit-guess') && times++ === 0
				? Response.json({ message: 'Not this one.' }, { status: 422 })
				: pass()
		await device.visitors.start()
		const left = await device.tests.unsent(id)
		expect(left).toMatchObject([{ state: 'refused', reason: 'Not this one.' }])
		expect((await resultsOf(device, id)).policyResults).toHaveLength(1)
	})

	it('takes the grade of a refused guess back until it is sent again', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		expect((await device.tests.find(id))?.guesses).toMatchObject([{ correct: expect.any(Boolean) }])
		device.network = async (request, pass) =>
			request.url.endsWith('/submit-guess') ? Response.json({}, { status: 422 }) : pass()
		await device.visitors.start()
		expect((await device.tests.find(id))?.guesses).toMatchObject([{ correct: null, refused: true }])
		device.network = async (_request, pass) => pass()
		await device.testOutbox(id).retryAll()
		await device.visitors.start()
		const [guess] = (await device.tests.find(id))?.guesses ?? []
		expect(guess).toMatchObject({ correct: expect.any(Boolean) })
		expect(guess?.refused).toBeUndefined()
	})

	it.each<[string, () => Response]>([
		['a refusal', () => Response.json({}, { status: 404 })],
		['a fault of the server', () => Response.json({}, { status: 500 })],
		['a reply without figures', () => Response.json({})],
	])(
		'is not told of a progress save that came to %s, and the rest goes on: nothing of the voter’s hangs on it',
		async (_name, reply) => {
			const id = await beginTest(device)
			await guessNext(device, id, 11)
			await finish(device, id)
			device.network = async (request, pass) =>
				request.url.includes('/save-progress') ? reply() : oneByOne(request, pass)
			await device.visitors.start()
			expect(await device.tests.unsent(id)).toEqual([])
			expect((await resultsOf(device, id)).policyResults).toHaveLength(11)
		},
	)

	it('waits with a progress save for a connection, and as long as the server says', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 10)
		const commands = async () => (await device.tests.unsent(id)).map(({ command }) => command)
		for (const reply of [offline, async () => Response.json({}, { status: 429 })] as const) {
			device.network = (request, pass) =>
				request.url.includes('/save-progress') ? reply(request, pass) : oneByOne(request, pass)
			await device.visitors.start()
			await device.visitors.wake()
			device.visitors.stop()
			expect(await commands()).toEqual(['test.saveProgress'])
		}
	})

	it('waits where something that is not ours says 401: there is no sign-in to ask for', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		device.network = async () => Response.json({}, { status: 401 })
		await device.visitors.start()
		expect((await device.tests.unsent(id)).map(({ state, tries }) => [state, tries])).toEqual([
			['waiting', 1],
		])
		device.network = online
		await device.visitors.wake()
		expect(await device.tests.unsent(id)).toEqual([])
	})
})
