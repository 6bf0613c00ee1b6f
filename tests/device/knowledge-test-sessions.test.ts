import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { TEST_POLICIES } from '#domain/limits.ts'
import { candidates, testConfigurations, testSessions } from '#server/db/schema.ts'
import { type Device, keysSentBy, writesOf } from '../support/device.ts'
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
	sessionOf,
} from './visitor-device.ts'

let server: TestServer
let device: Device

eachOnVisitorDevice((ofTest, onIt) => {
	server = ofTest
	device = onIt
})

/** Starts sessions without policies. */
const askingNothing = changingStarts((session) => ({ ...session, policies: [] }))

describe('starting a test', () => {
	// A page may render twice.
	it('starts one session for concurrent calls', async () => {
		const [one, two] = await Promise.all([device.tests.begin(), device.tests.begin()])
		expect(must(one)).toBe(must(two))
		expect(writesOf(device)).toEqual(['/policy-knowledge-test/start'])
	})

	it('opens the session that its page has started, with the same key, also when it retries', async () => {
		const keys = ['key-of-the-page']
		const tab = device.testsInTab(() => keys.pop() ?? null)
		device.network = offline
		expect(await tab.begin()).toMatchObject({ ok: false })
		device.network = online
		const id = must(await tab.begin())
		expect(await keysSentBy(device)).toEqual(['key-of-the-page', 'key-of-the-page'])
		expect(await server.db.select().from(testSessions)).toHaveLength(1)
		expect(must(await device.tests.begin())).toBe(id)
	})

	it('opens the session that its page shows, even if another tab was faster', async () => {
		const other = await beginTest(device)
		const keys = ['key-of-the-page']
		const id = must(await device.testsInTab(() => keys.pop() ?? null).begin())
		expect(id).not.toBe(other)
		expect((await sessionOf(device, id ?? '')).stage).toBe('open')
		expect((await sessionOf(device, other)).stage).toBe('open')
	})

	it('continues an open test session', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 2)
		expect(await beginTest(device)).toBe(id)
	})

	it('uses the prefetched spare session offline', async () => {
		const first = await beginTest(device)
		must(await device.tests.fetchSpare())
		await guessNext(device, first, 1)
		await finish(device, first)
		device.network = offline
		const next = await beginTest(device)
		expect(next).not.toBe(first)
		expect((await sessionOf(device, next)).policies).toHaveLength(2 * TEST_POLICIES)
	})

	it('prefetches a single spare session', async () => {
		await Promise.all([device.tests.fetchSpare(), device.tests.fetchSpare()])
		must(await device.tests.fetchSpare())
		expect(writesOf(device)).toHaveLength(1)
	})

	// The server deletes unused sessions after a while.
	it('discards an expired spare session', async () => {
		must(await device.tests.fetchSpare())
		device.now += 26 * 86_400_000
		device.network = offline
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { kind: 'offline' } })
		await device.tests.tidy()
		expect(await device.db.testSessions.count()).toBe(0)
	})

	it('discards an expired session without guesses', async () => {
		const old = await beginTest(device)
		device.now += 26 * 86_400_000
		expect(await beginTest(device)).not.toBe(old)
		expect(await device.tests.find(old)).toBeNull()
	})

	it('continues a month-old session that has guesses', async () => {
		const old = await beginTest(device)
		await guessNext(device, old, 1)
		device.now += 40 * 86_400_000
		expect(await beginTest(device)).toBe(old)
	})

	it('shares one session between two tabs and keeps the other as spare', async () => {
		const [one, two] = await Promise.all([device.tests.begin(), device.testsInTab().begin()])
		expect(must(one)).toBe(must(two))
		expect((await device.db.testSessions.toArray()).map(({ stage }) => stage).toSorted()).toEqual([
			'open',
			'spare',
		])
	})

	it('reuses the idempotency key after a lost reply', async () => {
		device.network = async (_request, pass) => {
			await pass()
			throw new TypeError('cut off')
		}
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { kind: 'offline' } })
		device.network = online
		await beginTest(device)
		expect(await server.db.$count(testSessions)).toBe(1)
	})

	it('does not use the session being prefetched at the same time', async () => {
		const [begun, fetched] = await Promise.all([device.tests.begin(), device.tests.fetchSpare()])
		must(fetched)
		expect((await sessionOf(device, must(begun) ?? '')).stage).toBe('open')
		expect(await device.db.testSessions.count()).toBe(2)
	})

	// Such a session could never be completed.
	it('stores no session without policies', async () => {
		device.network = askingNothing
		expect(await device.tests.begin()).toEqual({ ok: true, value: null })
		must(await device.tests.fetchSpare())
		expect(await device.db.testSessions.count()).toBe(0)
		device.network = online
		expect((await sessionOf(device, await beginTest(device))).policies).toHaveLength(
			2 * TEST_POLICIES,
		)
	})

	it.each(['open', 'spare'] as const)(
		'discards a stored %s session without policies',
		async (stage) => {
			const old = await beginTest(device)
			await device.db.testSessions.update(old, { stage, policies: [] })
			expect(await beginTest(device)).not.toBe(old)
			expect(await device.tests.find(old)).toBeNull()
		},
	)

	it('keeps a session without policies while its feedback is unsent', async () => {
		const old = await beginTest(device)
		must(await device.tests.feedback(old, 'It asked me nothing.'))
		await device.db.testSessions.update(old, { policies: [] })
		expect(await beginTest(device)).not.toBe(old)
		expect(await device.tests.unsent(old)).toHaveLength(1)
		expect(await device.tests.find(old)).not.toBeNull()
	})

	it('returns the server’s error when there is no test', async () => {
		await server.db.execute('delete from test_configurations')
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { status: 409 } })
	})
})

describe('prefetched sessions', () => {
	const later = (): void => {
		device.now += 3_600_000
	}
	const stages = async () => (await device.db.testSessions.toArray()).map(({ stage }) => stage)

	it('deletes prefetched sessions when the test is turned off', async () => {
		await beginTest(device)
		must(await device.tests.fetchSpare())
		await server.db.delete(testConfigurations)
		later()
		must(await device.tests.keepUp())
		expect(await stages()).toEqual([])
	})

	it('deletes prefetched sessions when the test’s candidates change', async () => {
		must(await device.tests.fetchSpare())
		const [row] = await server.db
			.select()
			.from(candidates)
			.where(eq(candidates.name, 'William Howard Taft'))
		await server.db.update(testConfigurations).set({ candidate1Id: row?.id ?? '' })
		later()
		must(await device.tests.keepUp())
		expect(await stages()).toEqual([])
	})

	it('keeps prefetched sessions while the test is unchanged', async () => {
		await beginTest(device)
		must(await device.tests.fetchSpare())
		later()
		must(await device.tests.keepUp())
		expect((await stages()).toSorted()).toEqual(['open', 'spare'])
	})

	it('keeps sessions offline, or when they have guesses', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 1)
		later()
		device.network = offline
		expect(await device.tests.keepUp()).toMatchObject({ ok: false })
		device.network = online
		await server.db.delete(testConfigurations)
		must(await device.tests.keepUp())
		expect(await device.tests.find(id)).not.toBeNull()
	})

	// Otherwise a server with inconsistent replies would cause one start after another.
	it('keeps sessions that were fetched just before', async () => {
		const id = await beginTest(device)
		device.network = async (request, pass) =>
			request.url.includes('/test-config/') ? Response.json({}, { status: 404 }) : pass()
		must(await device.tests.keepUp())
		expect(await beginTest(device)).toBe(id)
	})
})

describe('sessions on a device', () => {
	it('keeps the five newest finished sessions', async () => {
		for (let index = 0; index < 7; index++) {
			const id = await beginTest(device)
			await guessNext(device, id, 1)
			device.now += 1000
			await finish(device, id)
			await device.visitors.start()
			device.visitors.stop()
		}
		await beginTest(device)
		const all = await device.db.testSessions.toArray()
		expect(all.filter(({ stage }) => stage === 'finished')).toHaveLength(5)
	})
})
