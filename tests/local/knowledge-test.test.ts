import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TEST_POLICIES } from '#domain/constants.ts'
import { drainInWorker } from '#local/sync/in-worker.ts'
import { testSessions } from '#server/db/schema.ts'
import { createDevice, type Device, type Network, writesOf } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { must } from './journey.ts'

let server: TestServer
let device: Device

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	device = createDevice({ fetch: server.fetch, user: null })
	// Nothing is sent until a test says so.
	device.visitors.stop()
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const offline: Network = async () => {
	throw new TypeError('no network')
}
const online: Network = (_request, pass) => pass()

/** The server's replies without what lets a device grade. */
const withoutDigests: Network = async (request, pass) => {
	const reply = await pass()
	if (!request.url.endsWith('/start')) return reply
	const { salt, policies, ...rest } = await reply.json()
	const bare = policies.map(({ digest, ...policy }: { digest: string }) => policy)
	return Response.json({ ...rest, policies: bare })
}

const sessionOf = async (id: string) => {
	const session = await device.tests.find(id)
	if (session === null) throw new Error(`no session ${id}`)
	return session
}

/** Guesses the next `count` policies, candidate after candidate. */
const guessNext = async (id: string, count: number): Promise<void> => {
	for (let given = 0; given < count; given++) {
		const { policies, guesses, candidate1, candidate2 } = await sessionOf(id)
		const next = policies[guesses.length]
		const candidate = given % 2 === 0 ? candidate1 : candidate2
		must(await device.tests.guess(id, next?.policyId ?? '', candidate.id, 900))
	}
}

const resultsOf = async (id: string) =>
	must(await device.call(server.endpoints.knowledgeTest.results, { params: { sessionId: id } }))

describe('beginning a test', () => {
	it('is one start for all who ask at once, because a page may be drawn twice', async () => {
		const [one, two] = await Promise.all([device.tests.begin(), device.tests.begin()])
		expect(must(one)).toBe(must(two))
		expect(writesOf(device)).toEqual(['/policy-knowledge-test/start'])
	})

	it('goes on with a session that was left open', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 2)
		expect(must(await device.tests.begin())).toBe(id)
	})

	it('takes the spare that was fetched ahead, without a connection', async () => {
		const first = must(await device.tests.begin())
		must(await device.tests.fetchSpare())
		await guessNext(first, 1)
		must(await device.tests.finish(first, { age: null, gender: null }))
		device.network = offline
		const next = must(await device.tests.begin())
		expect(next).not.toBe(first)
		expect((await sessionOf(next)).policies).toHaveLength(2 * TEST_POLICIES)
	})

	it('fetches one spare only, however often it is asked', async () => {
		await Promise.all([device.tests.fetchSpare(), device.tests.fetchSpare()])
		must(await device.tests.fetchSpare())
		expect(writesOf(device)).toHaveLength(1)
	})

	it('gives up a spare that the server may have deleted', async () => {
		must(await device.tests.fetchSpare())
		device.now += 26 * 86_400_000
		device.network = offline
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { kind: 'offline' } })
		expect(await device.db.testSessions.count()).toBe(0)
	})

	it('says what the server says where there is no test', async () => {
		await server.db.execute('delete from test_configurations')
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { status: 409 } })
	})
})

describe('guessing', () => {
	it('is graded on the device as the server grades it later', async () => {
		const id = must(await device.tests.begin())
		device.network = offline
		await guessNext(id, 6)
		const here = (await sessionOf(id)).guesses
		expect(here.every(({ correct, settled }) => correct !== null && !settled)).toBe(true)
		device.network = online
		await device.visitors.start()
		const settled = (await sessionOf(id)).guesses
		expect(settled.map(({ correct }) => correct)).toEqual(here.map(({ correct }) => correct))
		expect(settled.every((guess) => guess.settled)).toBe(true)
		const { policyResults } = await resultsOf(id)
		expect(policyResults.map(({ correct }) => correct)).toEqual(here.map(({ correct }) => correct))
	})

	it('waits for the server’s word where the session has no digests', async () => {
		device.network = withoutDigests
		const id = must(await device.tests.begin())
		await guessNext(id, 2)
		expect((await sessionOf(id)).guesses.map(({ correct }) => correct)).toEqual([null, null])
		await device.visitors.start()
		expect((await sessionOf(id)).guesses.every(({ correct }) => correct !== null)).toBe(true)
	})

	it('is final: a second guess of a policy changes nothing and is not sent', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 1)
		const { policies, candidate2 } = await sessionOf(id)
		must(await device.tests.guess(id, policies[0]?.policyId ?? '', candidate2.id, 5))
		expect((await sessionOf(id)).guesses).toHaveLength(1)
		expect(await device.db.outbox.count()).toBe(1)
	})

	it('refuses what is none of the session’s, and everything after its end', async () => {
		const id = must(await device.tests.begin())
		const { policies, candidate1 } = await sessionOf(id)
		const policyId = policies[0]?.policyId ?? ''
		const refused = (code: string) => ({ ok: false, error: { code } })
		expect(await device.tests.guess(id, 'another', candidate1.id, 5)).toEqual(refused('unknown'))
		expect(await device.tests.guess(id, policyId, 'a third', 5)).toEqual(refused('unknown'))
		expect(await device.tests.finish(id, { age: null, gender: null })).toEqual(refused('no-guess'))
		await guessNext(id, 1)
		must(await device.tests.finish(id, { age: null, gender: null }))
		const next = policies[1]?.policyId ?? ''
		expect(await device.tests.guess(id, next, candidate1.id, 5)).toEqual(refused('finished'))
		expect(await device.tests.guess('gone', next, candidate1.id, 5)).toEqual(refused('not-found'))
	})
})

describe('a whole session without a connection', () => {
	it('arrives in order once there is one: guesses, progress from the tenth on, the end, the feedback', async () => {
		const id = must(await device.tests.begin())
		device.network = offline
		await guessNext(id, 11)
		must(await device.tests.finish(id, { age: '25-34', gender: null }))
		must(await device.tests.feedback(id, 'Well made.'))
		await device.visitors.start()
		device.network = online
		device.sent.length = 0
		await device.visitors.wake()
		const verbs = writesOf(device).map((path) => path.split('/')[2])
		expect(verbs).toEqual([
			...Array(10).fill('submit-guess'),
			'save-progress',
			'submit-guess',
			'save-progress',
			'complete',
			'feedback',
		])
		expect(await device.tests.unsent(id)).toEqual([])
		const { summary } = await sessionOf(id)
		expect(summary).toEqual((await resultsOf(id)).summary)
		const { age, gender } = testSessions
		const rows = await server.db.select({ age, gender }).from(testSessions)
		expect(rows).toEqual([{ age: '25-34', gender: null }])
	})

	it('is sent by the worker too, for nobody has to be signed in', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 3)
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
		expect((await resultsOf(id)).policyResults).toHaveLength(3)
	})

	it('is not the voter’s: it is sent without a token, and stays through their sign-in and sign-out', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 1)
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
		const id = must(await device.tests.begin())
		await guessNext(id, 1)
		await device.visitors.start()
		const voter = await server.registerVoter()
		device.user = { key: voter.user.id, token: voter.token }
		expect(await device.local.account.erase()).toBe(true)
		expect(await device.tests.find(id)).toBeNull()
	})
})

describe('what the server refuses', () => {
	it('is listed with the session, and the next one goes on', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 2)
		let times = 0
		device.network = async (request, pass) =>
			request.url.endsWith('/submit-guess') && times++ === 0
				? Response.json({ message: 'Not this one.' }, { status: 422 })
				: pass()
		await device.visitors.start()
		const left = await device.tests.unsent(id)
		expect(left).toMatchObject([{ state: 'refused', reason: 'Not this one.' }])
		expect((await resultsOf(id)).policyResults).toHaveLength(1)
	})

	it('is not told of a progress save, on which nothing of the voter’s hangs', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 10)
		device.network = async (request, pass) =>
			request.url.includes('/save-progress') ? Response.json({}, { status: 404 }) : pass()
		await device.visitors.start()
		expect(await device.tests.unsent(id)).toEqual([])
	})

	it('waits where something that is not ours says 401: there is no sign-in to ask for', async () => {
		const id = must(await device.tests.begin())
		await guessNext(id, 1)
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

describe('the sessions on a device', () => {
	it('are the newest five that were finished, so that the device does not fill up', async () => {
		for (let index = 0; index < 7; index++) {
			const id = must(await device.tests.begin())
			await guessNext(id, 1)
			device.now += 1000
			must(await device.tests.finish(id, { age: null, gender: null }))
			await device.visitors.start()
			device.visitors.stop()
		}
		must(await device.tests.begin())
		const all = await device.db.testSessions.toArray()
		expect(all.filter(({ stage }) => stage === 'finished')).toHaveLength(5)
	})
})
