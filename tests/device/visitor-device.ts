import { afterEach, beforeEach, expect } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { TestResults } from '#contract/knowledge-test.ts'
import type { TestSession } from '#contract/test-session.ts'
import type { StoredTestSession } from '#device/db.ts'
import { createDevice, type Device, type Network } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { must } from './journey.ts'

/** A device without a sign-in, and a server with the sample elections. The outbox stays stopped until started. */
const createVisitorDevice = async (): Promise<{ server: TestServer; device: Device }> => {
	const server = await createTestServer({ sample: true })
	const device = createDevice({ fetch: server.fetch, user: null })
	device.visitors.stop()
	return { server, device }
}

/** Creates a visitor device for each test and asserts that it reported no fault. @param use receives both. */
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

/** Changes the sessions in replies to `start`. */
export const changingStarts =
	(change: (session: TestSession) => TestSession): Network =>
	async (request, pass) => {
		const reply = await pass()
		return request.url.endsWith('/start') ? Response.json(change(await reply.json())) : reply
	}

/** Starts or continues a test. @returns the session id. */
export const beginTest = async (device: Device): Promise<string> => {
	const id = must(await device.tests.begin())
	await device.tests.tidy()
	if (id === null) throw new Error('the session asks nothing')
	return id
}

export const sessionOf = async (device: Device, id: string): Promise<StoredTestSession> => {
	const session = await device.tests.find(id)
	if (session === null) throw new Error(`no session ${id}`)
	return session
}

/** Guesses the next `count` policies, alternating between the candidates. */
export const guessNext = async (device: Device, id: string, count: number): Promise<void> => {
	for (let given = 0; given < count; given++) {
		const { policies, guesses, candidate1, candidate2 } = await sessionOf(device, id)
		const next = policies[guesses.length]
		const candidate = given % 2 === 0 ? candidate1 : candidate2
		must(await device.tests.guess(id, next?.policyId ?? '', candidate.id, 900))
	}
}

/** Completes a session without demographic data. */
export const finish = async (device: Device, id: string): Promise<void> => {
	must(await device.tests.finish(id, { age: null, gender: null }))
}

export const resultsOf = async (device: Device, id: string): Promise<TestResults> =>
	must(await device.call(endpoints.knowledgeTest.results, { params: { sessionId: id } }))
