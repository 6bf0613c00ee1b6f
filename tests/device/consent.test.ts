import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { yourData } from '#contract/your-data.ts'
import { CONSENT_VERSION } from '#domain/quiz.ts'
import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { offline, online } from './visitor-device.ts'

// The voter agrees by beginning, with or without a connection: what says so has to be on the device in that moment, and
// to reach the server before any answer does.

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

/** Every event that the server has of the voter, with what was agreed to, in order. */
const recorded = async () => {
	const { attempts } = must(await device.call(yourData.read, { query: {} }))
	const events = attempts.flatMap((attempt) => attempt.events)
	return events
		.toSorted((a, b) => Number(a.id) - Number(b.id))
		.map(({ kind, consent }) => [kind, consent])
}

describe('beginning a quiz', () => {
	it('queues what was agreed to with the start, at the tap, and sends it before the first answer', async () => {
		device.network = offline
		await answerAll(device, must(await device.local.quiz.start(quizzes.scale)), 1)
		expect(await queued()).toEqual([
			{ command: 'quiz.start', consent: CONSENT_VERSION, v: 3 },
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
		'says so of a reset too, asked for %s the server has heard of the first attempt',
		async (when) => {
			if (when === 'before') device.network = offline
			const id = must(await device.local.quiz.start(quizzes.binary))
			await device.local.engine.drain()
			must(await device.local.quiz.reset(id))
			expect((await queued()).at(-1)).toEqual({
				command: 'quiz.reset',
				consent: CONSENT_VERSION,
				v: 3,
			})
			device.network = online
			await device.local.engine.wake()
			expect(await recorded()).toEqual([
				['START', CONSENT_VERSION],
				['RESET', CONSENT_VERSION],
			])
		},
	)

	it('says so of a reset that the server hears of as a start, because the first one was refused', async () => {
		device.network = (request, pass) =>
			request.method === 'GET' ? pass() : Promise.resolve(Response.json({}, { status: 422 }))
		const id = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.drain()
		device.network = online
		must(await device.local.quiz.reset(id))
		await device.local.engine.drain()
		expect(await recorded()).toEqual([['START', CONSENT_VERSION]])
	})

	it('says nothing for a start that an older build has queued: nobody was asked then', async () => {
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
