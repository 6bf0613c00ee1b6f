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

/** Session replies without the salt and digests that let the device grade guesses. */
const withoutDigests = changingStarts(({ salt, policies, ...rest }) => ({
	...rest,
	policies: policies.map(({ digest, ...policy }) => policy),
}))

/** Changes the grades in replies to guesses and drops the batch support flag, so each operation is sent alone. */
const saying =
	(change: (correct: boolean) => boolean): Network =>
	async (request, pass) => {
		const reply = await pass()
		if (!request.url.endsWith('/submit-guess')) return reply
		return Response.json({ correct: change((await reply.json()).correct) })
	}
/** Grades against its own digests. */
const contrary = saying((correct) => !correct)
const oneByOne = saying((correct) => correct)

const kindsTogether = async (): Promise<string[]> => {
	const batches = device.sent.filter(({ url }) => url.endsWith('/batch'))
	const bodies = await Promise.all(batches.map((request) => request.clone().json()))
	return bodies.flatMap(({ operations }) => operations.map(({ kind }: { kind: string }) => kind))
}

describe('guesses', () => {
	it('take the server’s grade over the local one', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 3)
		const here = (await sessionOf(device, id)).guesses.map(({ correct }) => correct)
		device.network = contrary
		await device.visitors.start()
		const settled = (await sessionOf(device, id)).guesses.map(({ correct }) => correct)
		expect(settled).toEqual(here.map((correct) => !correct))
	})

	it('get the same grade on the device as on the server', async () => {
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

	it('wait for the server’s grade without digests', async () => {
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

	it('ignores a second guess of the same policy', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		const { policies, candidate2 } = await sessionOf(device, id)
		must(await device.tests.guess(id, policies[0]?.policyId ?? '', candidate2.id, 5))
		expect((await sessionOf(device, id)).guesses).toHaveLength(1)
		expect(await device.db.outbox.count()).toBe(1)
	})

	it('refuses guesses of unknown policies and after completion', async () => {
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

describe('a test taken offline', () => {
	it('sends guesses, progress, completion and feedback in order', async () => {
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
			// The first guess goes alone; its reply advertises batch support.
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

	it('sends guesses from the worker without a sign-in', async () => {
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

	it('sends guesses without a token and keeps them through sign-ins', async () => {
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

	it('erases a sent test together with the voter', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await device.visitors.start()
		const voter = await server.registerVoter()
		device.user = { key: voter.user.id, token: voter.token }
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.tests.find(id)).toBeNull()
	})
})

describe('refused test operations', () => {
	it('lists refused operations with the session and sends the rest', async () => {
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

	it('clear the grade of the guess until it is resent', async () => {
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
		// The visitor loses nothing with a progress save.
		'drop a progress save after %s and send the rest',
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

	it('retry a progress save offline and after a 429', async () => {
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

	// Tests need no sign-in, so a 401 comes from something else, e.g. a proxy.
	it('retries test operations after a 401', async () => {
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
