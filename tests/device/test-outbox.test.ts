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

/** The server refuses what goes to `path`; the rest passes. */
const refusing =
	(path: string): Network =>
	(request, pass) =>
		request.url.includes(path)
			? Promise.resolve(Response.json({ message: 'Not like this.' }, { status: 422 }))
			: pass()

/** Sends the visitor's queue while the server refuses what goes to `path`, and then refuses nothing. */
const sendRefused = async (path: string): Promise<void> => {
	device.network = refusing(path)
	await device.visitors.start()
	device.visitors.stop()
	device.network = online
	device.sent.length = 0
}

/** A session with guesses that the server has refused. */
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

describe('trying a guess again that the server refused', () => {
	it('sends it under the key that it had, without a token although a voter is signed in', async () => {
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

	it('begins to send by itself, because somebody asked for it now', async () => {
		const id = await withRefused(2)
		await device.visitors.start()
		expect(await device.testOutbox(id).retryAll()).toBe(0)
		await device.visitors.drain()
		expect((await resultsOf(device, id)).policyResults).toHaveLength(2)
	})

	it('is refused again, with the reason, where the test was completed meanwhile', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		await sendRefused('/submit-guess')
		await guessNext(device, id, 1)
		await finish(device, id)
		await device.visitors.start()
		must(await device.testOutbox(id).retry((await refusedIn(id))[0] ?? 0))
		await device.visitors.drain()
		expect(await device.tests.unsent(id)).toMatchObject([
			{ state: 'refused', reason: 'This test is completed: no more guesses are taken.' },
		])
	})
})

describe('trying an end or a feedback again', () => {
	it.each(['complete', 'feedback'])('brings the %s to the server after all', async (verb) => {
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
	it('takes it out of the test, which then shows what the server has', async () => {
		const id = await withRefused(3)
		const [first] = (await sessionOf(device, id)).guesses
		await device.testOutbox(id).dismiss((await refusedIn(id))[0] ?? 0)
		const left = (await sessionOf(device, id)).guesses
		expect(left).toHaveLength(2)
		expect(left).not.toContainEqual(first)
		expect(await refusedIn(id)).toHaveLength(2)
	})

	it('takes nothing that waits, and no guess with an end or a feedback', async () => {
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

describe('what of others was refused', () => {
	it('in another test stays as it is: whoever is at one may not know the other', async () => {
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

	it('is the voter’s own list for a voter, and a visitor sees and touches nothing of that', async () => {
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
