import { describe, expect, it } from 'vitest'
import type { Device, Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import {
	beginTest,
	eachOnVisitorDevice,
	finish,
	guessNext,
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

/** Refuses requests to `path`; the rest passes. */
const refusing =
	(path: string): Network =>
	(request, pass) =>
		request.url.includes(path)
			? Promise.resolve(Response.json({ message: 'Not like this.' }, { status: 422 }))
			: pass()

/** Sends the visitor's queue with requests to `path` refused, then goes online. */
const sendRefused = async (path: string): Promise<void> => {
	device.network = refusing(path)
	await device.visitors.start()
	device.visitors.stop()
	device.network = online
	device.sent.length = 0
}

/** Starts a session whose guesses the server refuses. */
const withRefused = async (guesses: number): Promise<string> => {
	const id = await beginTest(device)
	await guessNext(device, id, guesses)
	await sendRefused('/submit-guess')
	return id
}

const refusedIn = async (id: string): Promise<number[]> =>
	(await device.testOutbox(id).refused()).map(({ seq }) => seq)

const signIn = async (): Promise<void> => {
	const voter = await server.registerVoter()
	device.user = { key: voter.user.id, token: voter.token }
}

describe('retrying a refused guess', () => {
	it('keeps its idempotency key and sends no token', async () => {
		const id = await withRefused(1)
		const [before] = await device.tests.unsent(id)
		await signIn()
		must(await device.testOutbox(id).retry(before?.seq ?? 0))
		expect(await device.tests.unsent(id)).toMatchObject([{ id: before?.id, state: 'waiting' }])
		await device.visitors.start()
		expect(device.sent.map(({ headers }) => headers.get('authorization'))).toEqual([null])
		expect(device.sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
			`"${before?.id}"`,
		])
		expect(await device.tests.unsent(id)).toEqual([])
		expect((await resultsOf(device, id)).policyResults).toHaveLength(1)
	})

	it('starts sending automatically after a retry', async () => {
		const id = await withRefused(2)
		await device.visitors.start()
		expect(await device.testOutbox(id).retryAll()).toBe(0)
		await device.visitors.drain()
		expect((await resultsOf(device, id)).policyResults).toHaveLength(2)
	})

	it('gets refused again after the test was completed', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await sendRefused('/submit-guess')
		await guessNext(device, id, 1)
		await finish(device, id)
		await device.visitors.start()
		must(await device.testOutbox(id).retry((await refusedIn(id))[0] ?? 0))
		await device.visitors.drain()
		expect(await device.tests.unsent(id)).toMatchObject([
			{ state: 'refused', reason: 'This test is completed. You can no longer add guesses.' },
		])
	})
})

describe('retrying a refused completion or feedback', () => {
	it.each(['complete', 'feedback'])('sends a refused %s again', async (verb) => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await finish(device, id)
		must(await device.tests.feedback(id, 'Well made.'))
		await sendRefused(`/${verb}`)
		expect(await refusedIn(id)).toHaveLength(1)
		await device.testOutbox(id).retryAll()
		await device.visitors.start()
		expect(device.sent.map(({ url }) => url.split('/').at(-1))).toEqual([verb])
		expect(await device.tests.unsent(id)).toEqual([])
	})
})

describe('discarding a refused guess', () => {
	it('removes it from the test', async () => {
		const id = await withRefused(3)
		const [first] = (await sessionOf(device, id)).guesses
		await device.testOutbox(id).dismiss((await refusedIn(id))[0] ?? 0)
		const left = (await sessionOf(device, id)).guesses
		expect(left).toHaveLength(2)
		expect(left).not.toContainEqual(first)
		expect(await refusedIn(id)).toHaveLength(2)
	})

	it('keeps waiting entries and guesses', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await finish(device, id)
		must(await device.tests.feedback(id, 'Well made.'))
		await sendRefused('/complete')
		must(await device.tests.feedback(id, 'And again.'))
		await device.testOutbox(id).dismissAll()
		expect(await device.tests.unsent(id)).toMatchObject([{ command: 'test.feedback' }])
		expect((await sessionOf(device, id)).guesses).toHaveLength(1)
	})
})

describe('refused entries of others', () => {
	it('keeps refused entries of another test unchanged', async () => {
		const one = await withRefused(1)
		await finish(device, one)
		await sendRefused('/complete')
		const other = await withRefused(1)
		const before = await refusedIn(other)
		await device.testOutbox(one).retryAll()
		await device.testOutbox(one).dismissAll()
		expect(await device.testOutbox(one).list()).toHaveLength(2)
		expect(await refusedIn(other)).toEqual(before)
		await device.testOutbox(one).dismiss(before[0] ?? 0)
		must(await device.testOutbox(one).retry(before[0] ?? 0))
		expect(await refusedIn(other)).toEqual(before)
	})

	it('separates refused entries of voters and visitors', async () => {
		const id = await withRefused(1)
		await signIn()
		const quizzes = await load1912(device)
		await answerAll(device, must(await device.local.quiz.start(quizzes.binary)), 1)
		device.network = refusing('/api/v2/quiz/')
		await device.local.engine.drain()
		const voters = (await device.local.outbox.refused()).map(({ seq }) => seq)
		const visitors = await refusedIn(id)
		expect(voters).toHaveLength(2)
		expect(visitors).toHaveLength(1)
		for (const seq of voters) {
			must(await device.testOutbox(id).retry(seq))
			await device.testOutbox(id).dismiss(seq)
		}
		for (const seq of visitors) {
			must(await device.local.outbox.retry(seq))
			await device.local.outbox.dismiss(seq)
		}
		expect((await device.local.outbox.list()).map(({ entry }) => entry.seq)).toEqual(voters)
		expect(await refusedIn(id)).toEqual(visitors)
		await device.local.outbox.dismissAll()
		expect(await refusedIn(id)).toEqual(visitors)
	})
})
