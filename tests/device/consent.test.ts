import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { yourData } from '#contract/your-data.ts'
import { CONSENT_VERSION } from '#domain/quiz.ts'
import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { offline, online } from './visitor-device.ts'

// Starting a quiz is the voter's consent. It must be stored at once, also offline, and reach the server first.

let server: TestServer
let device: Device
let quizzes: Awaited<ReturnType<typeof load1912>>
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	device = createDevice({ fetch: server.fetch, user: { key: voter.user.id, token: voter.token } })
	quizzes = await load1912(device)
})
afterEach(() => device.close())

const queued = async () =>
	(await device.db.outbox.orderBy('seq').toArray()).map(({ command, args, v }) => ({
		command,
		consent: (args as { consent?: string }).consent,
		v,
	}))

/** Kind and consent of all the voter's events on the server, in order. */
const recorded = async () => {
	const { attempts } = must(await device.call(yourData.read, { query: {} }))
	const events = attempts.flatMap((attempt) => attempt.events)
	return events
		.toSorted((a, b) => Number(a.id) - Number(b.id))
		.map(({ kind, consent }) => [kind, consent])
}

describe('consent', () => {
	it('queues consent with the start and sends it before the first answer', async () => {
		device.network = offline
		await answerAll(device, must(await device.local.quiz.start(quizzes.scale)), 1)
		expect(await queued()).toEqual([
			{ command: 'quiz.start', consent: CONSENT_VERSION, v: 4 },
			{ command: 'quiz.interact', consent: undefined, v: 3 },
		])
		device.network = online
		await device.local.engine.wake()
		expect(await recorded()).toEqual([
			['START', CONSENT_VERSION],
			['INTERACT', null],
		])
	})

	it.each(['before', 'after'])(
		'sends consent with a reset %s the server received the first attempt',
		async (when) => {
			if (when === 'before') device.network = offline
			const id = must(await device.local.quiz.start(quizzes.binary))
			await device.local.engine.drain()
			must(await device.local.quiz.reset(id))
			expect((await queued()).at(-1)).toEqual({
				command: 'quiz.reset',
				consent: CONSENT_VERSION,
				v: 4,
			})
			device.network = online
			await device.local.engine.wake()
			expect(await recorded()).toEqual([
				['START', CONSENT_VERSION],
				['RESET', CONSENT_VERSION],
			])
		},
	)

	it('sends consent when a refused start turns a reset into a start', async () => {
		device.network = (request, pass) =>
			request.method === 'GET' ? pass() : Promise.resolve(Response.json({}, { status: 422 }))
		const id = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.drain()
		device.network = online
		must(await device.local.quiz.reset(id))
		await device.local.engine.drain()
		expect(await recorded()).toEqual([['START', CONSENT_VERSION]])
	})

	it('sends no consent for a start queued by an older build', async () => {
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.drain()
		await device.db.outbox.toCollection().modify((entry) => {
			const { consent: _, ...args } = entry.args as Record<string, unknown>
			Object.assign(entry, { args, v: 1 })
		})
		device.network = online
		await device.local.engine.wake()
		expect(await recorded()).toEqual([['START', null]])
	})
})
