import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policies } from '#server/db/schema.ts'
import type { Device } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let phone: Device
let attemptId: string
let policyId: string
beforeEach(async () => {
	;({ server, device: phone } = await createVoterDevice())
	const { binary } = await load1912(phone)
	await phone.local.engine.start()
	attemptId = must(await phone.local.quiz.start(binary))
	await answerAll(phone, attemptId)
	must(await phone.local.quiz.complete(attemptId))
	await phone.local.engine.drain()
	policyId = (await phone.local.attempts.find(attemptId))?.statements[0]?.policyId ?? ''
	await server.db.update(policies).set({ quote: 'Said.' }).where(eq(policies.id, policyId))
})
afterEach(() => {
	expect(phone.reported).toEqual([])
	phone.close()
})

const quotes = async () => {
	const results = await phone.local.results.of(attemptId)
	const all = results?.attempt.statements.map((each) =>
		results.words(each.policyId, each.candidateId),
	)
	return all?.filter((quote) => quote !== null)
}
const asked = () => phone.sent.filter(({ url }) => url.includes('/quotes/')).length

describe('candidate quotes', () => {
	it('load once with the results and stay on the device', async () => {
		expect(await quotes()).toEqual([])
		must(await phone.local.results.refresh(attemptId))
		const quote = { policyId, quote: 'Said.', source: expect.any(String), url: null }
		const expected = [expect.objectContaining(quote)]
		expect(await quotes()).toEqual(expected)
		must(await phone.local.results.refresh(attemptId))
		expect(await quotes()).toEqual(expected)
		expect(asked()).toBe(1)
	})

	it('requests quotes only once after a 404', async () => {
		phone.network = async (request, pass) =>
			request.url.includes('/quotes/') ? Response.json({ message: 'no' }, { status: 404 }) : pass()
		must(await phone.local.results.refresh(attemptId))
		must(await phone.local.results.refresh(attemptId))
		expect(await quotes()).toEqual([])
		expect((await phone.local.results.of(attemptId))?.estimated).toBe(false)
		expect(asked()).toBe(1)
	})

	it('requests no quotes from a server without them', async () => {
		phone.lacking = ['quotes']
		must(await phone.local.results.refresh(attemptId))
		expect((await phone.local.results.of(attemptId))?.estimated).toBe(false)
		expect(asked()).toBe(0)
	})

	it('requests quotes again after a network failure', async () => {
		phone.network = async (request, pass) => {
			if (request.url.includes('/quotes/')) throw new TypeError('no network')
			return pass()
		}
		expect((await phone.local.results.refresh(attemptId)).ok).toBe(false)
		expect((await phone.local.results.of(attemptId))?.estimated).toBe(false)
		phone.network = (_, pass) => pass()
		must(await phone.local.results.refresh(attemptId))
		expect(await quotes()).toHaveLength(1)
	})
})
