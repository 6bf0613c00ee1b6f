import { afterEach, beforeEach, expect } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { TestResults } from '#contract/knowledge-test.ts'
import type { TestSession } from '#contract/test-session.ts'
import type { StoredTestSession } from '#device/db.ts'
import { createDevice, type Device, type Network } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { must } from './journey.ts'

/** A device that nobody is signed in on, before a server with the sample elections. Nothing is sent until a test says so. */
const createVisitorDevice = async (): Promise<{ server: TestServer; device: Device }> => {
	const server = await createTestServer({ sample: true })
	const device = createDevice({ fetch: server.fetch, user: null })
	device.visitors.stop()
	return { server, device }
}

/** Gives each test of a file such a device, and holds it to reporting no fault. @param use takes them. */
export const eachOnVisitorDevice = (use: (server: TestServer, device: Device) => void): void => {
	let device: Device
	beforeEach(async () => {
		const created = await createVisitorDevice()
		device = created.device
		use(created.server, device)
	})
	afterEach(() => {
		expect(device.reported).toEqual([])
		device.close()
	})
}

export const offline: Network = async () => {
	throw new TypeError('no network')
}
export const online: Network = (_request, pass) => pass()

/** The sessions that the server begins are changed on their way. */
export const changingStarts =
	(change: (session: TestSession) => TestSession): Network =>
	async (request, pass) => {
		const reply = await pass()
		return request.url.endsWith('/start') ? Response.json(change(await reply.json())) : reply
	}

/** Begins a test, or goes on with one. @returns its session's id. */
export const beginTest = async (device: Device): Promise<string> => {
	const id = must(await device.tests.begin())
	await device.tests.tidy()
	if (id === null) throw new Error('the session asks nothing')
	return id
}

/** A session that has to be on the device. */
export const sessionOf = async (device: Device, id: string): Promise<StoredTestSession> => {
	const session = await device.tests.find(id)
	if (session === null) throw new Error(`no session ${id}`)
	return session
}

/** Guesses the next `count` policies, candidate after candidate. */
export const guessNext = async (device: Device, id: string, count: number): Promise<void> => {
	for (let given = 0; given < count; given++) {
		const { policies, guesses, candidate1, candidate2 } = await sessionOf(device, id)
		const next = policies[guesses.length]
		const candidate = given % 2 === 0 ? candidate1 : candidate2
		must(await device.tests.guess(id, next?.policyId ?? '', candidate.id, 900))
	}
}

/** Ends a session without telling anything. */
export const finish = async (device: Device, id: string): Promise<void> => {
	must(await device.tests.finish(id, { age: null, gender: null }))
}

/** What the server holds of a session. */
export const resultsOf = async (device: Device, id: string): Promise<TestResults> =>
	must(await device.call(endpoints.knowledgeTest.results, { params: { sessionId: id } }))
