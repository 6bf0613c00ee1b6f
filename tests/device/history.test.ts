import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { progress } from '#domain/quiz.ts'
import { createDevice, type Device, keysSentBy, type Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

// One voter on two devices: the phone begins a quiz, the tablet continues it.

let server: TestServer
let phone: Device
let tablet: Device
let quizId: string

beforeEach(async () => {
	;({ server, device: phone } = await createVoterDevice())
	quizId = (await load1912(phone)).binary
	await phone.local.engine.start()
	tablet = createDevice({ fetch: server.fetch, user: phone.user })
})
afterEach(() => {
	expect([...phone.reported, ...tablet.reported]).toEqual([])
	phone.close()
	tablet.close()
})

const offline: Network = async () => {
	throw new TypeError('no network')
}
const online: Network = (_request, pass) => pass()

/** Starts the quiz on the phone, answers `count` statements, and sends them. @returns the local and the server id. */
const beginOnPhone = async (count: number): Promise<{ here: string; serverId: string }> => {
	const here = must(await phone.local.quiz.start(quizId))
	await answerAll(phone, here, count)
	await phone.local.engine.drain()
	return { here, serverId: (await phone.local.attempts.find(here))?.serverId ?? '' }
}

/** Opens the attempt on the tablet like My Activity does. @returns the local id. */
const openOnTablet = async (serverId: string): Promise<string> => {
	must(await tablet.local.attempts.refreshHistory({ whole: true }))
	must(await tablet.local.attempts.refresh(serverId))
	const found = await tablet.local.attempts.find(serverId)
	return found?.id ?? ''
}

const answerOnTablet = async (id: string, most?: number): Promise<void> => {
	await answerAll(tablet, id, most)
	await tablet.local.engine.drain()
}

const finishOnTablet = async (id: string): Promise<void> => {
	await answerOnTablet(id)
	must(await tablet.local.quiz.complete(id))
	await tablet.local.engine.drain()
}

const answersOn = async (device: Device, id: string) =>
	(await device.local.attempts.find(id))?.answers

/** Answers the next statement differently from the tablet. */
const contradict = async (device: Device, id: string): Promise<string> => {
	const attempt = await device.local.attempts.find(id)
	const policyId = (attempt && progress(attempt).current?.policyId) ?? ''
	must(await device.local.quiz.answer(id, { policyId, value: 1 }, 0))
	return policyId
}

describe('an attempt continued on another device', () => {
	it('continues after the last answered statement', async () => {
		const { here, serverId } = await beginOnPhone(3)
		const there = await openOnTablet(serverId)
		const attempt = await tablet.local.attempts.find(there)
		expect(attempt && progress(attempt).currentNumber).toBe(4)
		expect(attempt?.answers).toEqual(await answersOn(phone, here))
	})

	it('lists the server’s counts, not the local ones', async () => {
		const { here, serverId } = await beginOnPhone(3)
		await answerOnTablet(await openOnTablet(serverId), 7)
		must(await phone.local.attempts.refreshHistory({ whole: true }))
		const [listed] = await phone.local.attempts.list()
		expect(listed).toMatchObject({ answered: 10, total: 40, percentage: 25, unsent: false })
		must(await phone.local.attempts.refresh(here))
		expect(Object.keys((await answersOn(phone, here)) ?? {})).toHaveLength(10)
		expect((await phone.local.attempts.find(here))?.reported).toBeNull()
	})

	it('explains results with the answers of both devices', async () => {
		const { here, serverId } = await beginOnPhone(3)
		const there = await openOnTablet(serverId)
		await finishOnTablet(there)
		must(await phone.local.attempts.refreshHistory({ whole: true }))
		expect(await phone.local.attempts.list()).toMatchObject([
			{ attempt: { status: 'COMPLETED' }, answered: 40, unsent: false },
		])
		// Three of forty answers are too few for an estimate.
		expect(await phone.local.results.of(here)).toBeNull()
		must(await phone.local.results.refresh(here))
		must(await tablet.local.results.refresh(there))
		const [mine, theirs] = [
			await phone.local.results.of(here),
			await tablet.local.results.of(there),
		]
		expect(mine?.estimated).toBe(false)
		expect(mine?.candidates).toEqual(theirs?.candidates)
		expect(mine?.candidates.every(({ lines }) => lines.length === 10)).toBe(true)
	})

	it('accepts an offline answer as the latest one', async () => {
		const { here, serverId } = await beginOnPhone(3)
		phone.network = offline
		const policyId = await contradict(phone, here)
		await answerOnTablet(await openOnTablet(serverId), 7)
		phone.network = online
		await phone.local.engine.wake()
		expect(await phone.local.outbox.counts()).toEqual({ waiting: 0, refused: 0 })
		const answers = await answersOn(phone, here)
		expect(Object.keys(answers ?? {})).toHaveLength(10)
		expect(answers?.[policyId]).toBe(1)
	})

	it('lists a late answer as refused and shows the server’s answer', async () => {
		const { here, serverId } = await beginOnPhone(3)
		phone.network = offline
		const policyId = await contradict(phone, here)
		const there = await openOnTablet(serverId)
		must(await tablet.local.quiz.answer(there, { policyId, value: 0 }, 0))
		await finishOnTablet(there)
		// The phone reads the completion while its own answer is still unsent.
		phone.network = (request, pass) => (request.method === 'GET' ? pass() : offline(request, pass))
		must(await phone.local.attempts.refreshHistory({ whole: true }))
		expect(await phone.local.attempts.list()).toMatchObject([
			{ attempt: { status: 'COMPLETED' }, unsent: true },
		])
		expect(await phone.local.results.of(here)).toBeNull()
		// Unsent local answers override the other device's answers.
		must(await phone.local.results.refresh(here))
		expect((await answersOn(phone, here))?.[policyId]).toBe(1)

		phone.network = online
		await phone.local.engine.wake()
		expect(await phone.local.outbox.counts()).toEqual({ waiting: 0, refused: 1 })
		must(await phone.local.results.refresh(here))
		expect(await answersOn(phone, here)).toEqual(await answersOn(tablet, there))
		expect((await answersOn(phone, here))?.[policyId]).toBe(0)
		const results = await phone.local.results.of(here)
		must(await tablet.local.results.refresh(there))
		expect(results?.candidates).toEqual((await tablet.local.results.of(there))?.candidates)
	})

	it('shows the other device’s figures if both completed the quiz', async () => {
		const { here, serverId } = await beginOnPhone(3)
		phone.network = offline
		const policyId = await contradict(phone, here)
		await answerAll(phone, here)
		must(await phone.local.quiz.complete(here))
		expect((await phone.local.results.of(here))?.estimated).toBe(true)
		const there = await openOnTablet(serverId)
		must(await tablet.local.quiz.answer(there, { policyId, value: 0 }, 0))
		await finishOnTablet(there)
		phone.network = online
		await phone.local.engine.wake()
		must(await phone.local.results.refresh(here))
		must(await tablet.local.results.refresh(there))
		expect(await answersOn(phone, here)).toEqual(await answersOn(tablet, there))
		expect((await phone.local.results.of(here))?.candidates).toEqual(
			(await tablet.local.results.of(there))?.candidates,
		)
		// The server has the other 36 answers as well.
		expect((await phone.local.outbox.counts()).refused).toBe(1)
	})
})

describe('a history row', () => {
	it('ignores a row older than the local attempt', async () => {
		const { here } = await beginOnPhone(3)
		const [row] = must(await phone.call(server.endpoints.quiz.history, {}))
		await answerAll(phone, here)
		must(await phone.local.quiz.complete(here))
		await phone.local.engine.drain()
		phone.network = (request, pass) =>
			request.url.endsWith('/quiz/history') ? Promise.resolve(Response.json([row])) : pass()
		must(await phone.local.attempts.refreshHistory())
		expect((await phone.local.attempts.find(here))?.status).toBe('COMPLETED')
	})

	// The row has no quiz id if the quiz was deleted or the server implements only the specification.
	it('lists a row without a quiz id', async () => {
		const { serverId } = await beginOnPhone(3)
		tablet.network = async (request, pass) => {
			if (!request.url.includes('/quiz/history')) return pass()
			const rows = (await (await pass()).json()) as Record<string, unknown>[]
			return Response.json(rows.map(({ compareQuizId: _, revision: __, ...row }) => row))
		}
		must(await tablet.local.attempts.refreshHistory({ whole: true }))
		expect(await tablet.local.attempts.list()).toMatchObject([{ answered: 3, total: 40 }])
		must(await tablet.local.attempts.refresh(serverId))
		// The attempt's state contains the quiz id.
		expect((await tablet.local.attempts.find(serverId))?.compareQuizId).toBe(quizId)
		expect(await tablet.local.attempts.list()).toHaveLength(1)
	})

	it('writes nothing when unchanged', async () => {
		const { here } = await beginOnPhone(3)
		must(await phone.local.attempts.refreshHistory())
		const before = await phone.db.attempts.get(here)
		let writes = 0
		phone.db.attempts.hook('updating', () => {
			writes++
		})
		must(await phone.local.attempts.refreshHistory())
		expect(writes).toBe(0)
		expect(await phone.db.attempts.get(here)).toEqual(before)
	})
})

it('sends each operation once, from the device that made it', async () => {
	const { serverId } = await beginOnPhone(3)
	await finishOnTablet(await openOnTablet(serverId))
	expect(await keysSentBy(phone)).toHaveLength(4)
	expect(await keysSentBy(tablet)).toHaveLength(38)
})
