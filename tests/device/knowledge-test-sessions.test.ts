import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { TEST_POLICIES } from '#domain/limits.ts'
import { candidates, testConfigurations, testSessions } from '#server/db/schema.ts'
import { type Device, writesOf } from '../support/device.ts'
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

/** A server that begins sessions in which nothing is asked. */
const askingNothing = changingStarts((session) => ({ ...session, policies: [] }))

describe('beginning a test', () => {
	it('is one start for all who ask at once, because a page may be drawn twice', async () => {
		const [one, two] = await Promise.all([device.tests.begin(), device.tests.begin()])
		expect(must(one)).toBe(must(two))
		expect(writesOf(device)).toEqual(['/policy-knowledge-test/start'])
	})

	it('goes on with a session that was left open', async () => {
		const id = await beginTest(device)
		await guessNext(device, id, 2)
		expect(await beginTest(device)).toBe(id)
	})

	it('takes the spare that was fetched ahead, without a connection', async () => {
		const first = await beginTest(device)
		must(await device.tests.fetchSpare())
		await guessNext(device, first, 1)
		await finish(device, first)
		device.network = offline
		const next = await beginTest(device)
		expect(next).not.toBe(first)
		expect((await sessionOf(device, next)).policies).toHaveLength(2 * TEST_POLICIES)
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
		await device.tests.tidy()
		expect(await device.db.testSessions.count()).toBe(0)
	})

	it('gives up one that was begun and never guessed, for the server has deleted it too', async () => {
		const old = await beginTest(device)
		device.now += 26 * 86_400_000
		expect(await beginTest(device)).not.toBe(old)
		expect(await device.tests.find(old)).toBeNull()
	})

	it('goes on after a month with one in which something was guessed', async () => {
		const old = await beginTest(device)
		await guessNext(device, old, 1)
		device.now += 40 * 86_400_000
		expect(await beginTest(device)).toBe(old)
	})

	it('is the same test in two tabs that are opened at once; the other session is for later', async () => {
		const [one, two] = await Promise.all([device.tests.begin(), device.testsInTab().begin()])
		expect(must(one)).toBe(must(two))
		expect((await device.db.testSessions.toArray()).map(({ stage }) => stage).toSorted()).toEqual([
			'open',
			'spare',
		])
	})

	it('asks again under the same key when the reply was lost, so that the server begins one session', async () => {
		device.network = async (_request, pass) => {
			await pass()
			throw new TypeError('cut off')
		}
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { kind: 'offline' } })
		device.network = online
		await beginTest(device)
		expect(await server.db.$count(testSessions)).toBe(1)
	})

	it('is another session than the one that is fetched ahead at the same moment', async () => {
		const [begun, fetched] = await Promise.all([device.tests.begin(), device.tests.fetchSpare()])
		must(fetched)
		expect((await sessionOf(device, must(begun) ?? '')).stage).toBe('open')
		expect(await device.db.testSessions.count()).toBe(2)
	})

	it('keeps no session that asks nothing: it could never be ended, and would be gone on with for ever', async () => {
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
		'takes no %s session that asks nothing, which an older build has kept, and forgets it',
		async (stage) => {
			const old = await beginTest(device)
			await device.db.testSessions.update(old, { stage, policies: [] })
			expect(await beginTest(device)).not.toBe(old)
			expect(await device.tests.find(old)).toBeNull()
		},
	)

	it('keeps one with an unsent feedback all the same, and begins anew beside it', async () => {
		const old = await beginTest(device)
		must(await device.tests.feedback(old, 'It asked me nothing.'))
		await device.db.testSessions.update(old, { policies: [] })
		expect(await beginTest(device)).not.toBe(old)
		expect(await device.tests.unsent(old)).toHaveLength(1)
		expect(await device.tests.find(old)).not.toBeNull()
	})

	it('says what the server says where there is no test', async () => {
		await server.db.execute('delete from test_configurations')
		expect(await device.tests.begin()).toMatchObject({ ok: false, error: { status: 409 } })
	})
})

describe('what was fetched ahead', () => {
	const later = (): void => {
		device.now += 3_600_000
	}
	const stages = async () => (await device.db.testSessions.toArray()).map(({ stage }) => stage)

	it('is forgotten when an administrator has turned the test off, so that the page says so', async () => {
		await beginTest(device)
		must(await device.tests.fetchSpare())
		await server.db.delete(testConfigurations)
		later()
		must(await device.tests.keepUp())
		expect(await stages()).toEqual([])
	})

	it('is forgotten when the test is about another pair', async () => {
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

	it('stays while the test is the same, and nobody is asked in vain', async () => {
		await beginTest(device)
		must(await device.tests.fetchSpare())
		later()
		must(await device.tests.keepUp())
		expect((await stages()).toSorted()).toEqual(['open', 'spare'])
	})

	it('stays without a connection, and where something has been guessed', async () => {
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

	it('was fetched a moment ago: a server that contradicts itself does not begin one test after the other', async () => {
		const id = await beginTest(device)
		device.network = async (request, pass) =>
			request.url.includes('/test-config/') ? Response.json({}, { status: 404 }) : pass()
		must(await device.tests.keepUp())
		expect(await beginTest(device)).toBe(id)
	})
})

describe('the sessions on a device', () => {
	it('are the newest five that were finished, so that the device does not fill up', async () => {
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
