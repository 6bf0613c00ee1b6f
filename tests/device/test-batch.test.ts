import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { testGuesses } from '#server/db/schema.ts'
import { type Device, type Network, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { BATCH_FAULTS, failingBatches } from './batch-faults.ts'
import {
	beginTest,
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

/** Takes a whole test offline. @returns its session, entirely unsent. */
const wholeTest = async (): Promise<string> => {
	const id = await beginTest(device)
	device.network = offline
	await guessNext(device, id, 10)
	await finish(device, id)
	device.visitors.stop()
	device.network = online
	device.sent.length = 0
	return id
}
const verbsSent = () => writesOf(device).map((path) => path.split('/')[2])

/** Sends after each backoff until nothing waits. */
const settle = async (id: string): Promise<void> => {
	for (let turn = 0; turn < 20 && (await device.tests.unsent(id)).length > 0; turn++) {
		device.now += 600_000
		await device.visitors.start()
	}
}

/** Asserts that the server has each guess once, and that the device shows the server's grades. */
const expectAllThere = async (id: string): Promise<void> => {
	expect(await device.tests.unsent(id)).toEqual([])
	const { guesses, summary } = await sessionOf(device, id)
	const results = await resultsOf(device, id)
	expect(results.policyResults.map(({ policyId, correct }) => [policyId, correct])).toEqual(
		guesses.map(({ policyId, correct }) => [policyId, correct]),
	)
	expect(guesses.every(({ settled }) => settled)).toBe(true)
	expect(summary).toEqual(results.summary)
	expect(await server.db.$count(testGuesses)).toBe(guesses.length)
}

describe('sending a test taken offline', () => {
	it('takes two calls: a single guess and a batch', async () => {
		const id = await wholeTest()
		await device.visitors.start()
		expect(verbsSent()).toEqual(['submit-guess', 'batch'])
		await expectAllThere(id)
	})

	it.each<[string, Network]>([
		...BATCH_FAULTS,
		[
			'answers with too many results',
			async (_request, pass) => {
				const reply = await (await pass()).json()
				return Response.json({ ...reply, outcomes: [...reply.outcomes, { status: 200 }] })
			},
		],
	])('counts each guess once when the network %s', async (_name, fault) => {
		const id = await wholeTest()
		device.network = failingBatches(2, fault)
		await device.visitors.start()
		// After a failed batch, the entries behind it wait for the backoff.
		expect(verbsSent()).toEqual(['submit-guess', 'batch'])
		await settle(id)
		await expectAllThere(id)
	})

	it.each([400, 404, 405, 413])(
		'falls back to single calls after a batch is answered with %i',
		async (status) => {
			const id = await wholeTest()
			device.network = failingBatches(100, async () =>
				Response.json({ message: 'No.' }, { status }),
			)
			await device.visitors.start()
			expect(verbsSent().filter((verb) => verb === 'batch')).toHaveLength(1)
			await expectAllThere(id)
		},
	)

	it('lists a guess refused in a batch and accepts the others', async () => {
		const id = await wholeTest()
		const { policies } = await sessionOf(device, id)
		device.network = async (request, pass) => {
			if (!request.url.endsWith('/batch')) return pass()
			const { operations, ...rest } = await request.clone().json()
			const body = JSON.stringify({ ...rest, operations: operations.slice(1) })
			const reply = await server.fetch(new Request(request, { body }))
			const { outcomes, ...others } = await reply.json()
			return Response.json({
				...others,
				outcomes: [{ status: 422, message: 'Not this one.' }, ...outcomes],
			})
		}
		await device.visitors.start()
		expect(await device.tests.unsent(id)).toMatchObject([
			{ state: 'refused', reason: 'Not this one.', args: { policyId: policies[1]?.policyId } },
		])
		expect((await resultsOf(device, id)).policyResults).toHaveLength(9)
	})
})
