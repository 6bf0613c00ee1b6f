import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attemptEvents } from '#server/db/schema.ts'
import { type Device, type Network, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { BATCH_FAULTS, failingBatches } from './batch-faults.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: { scale: string; binary: string; pick: string }

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	quizzes = await load1912(device)
	device.sent.length = 0
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const kindsSent = (): (string | undefined)[] => writesOf(device).map((path) => path.split('/')[3])

/** Completes a whole quiz offline. @returns its attempt id. */
const wholeQuiz = async (): Promise<string> => {
	const id = must(await device.local.quiz.start(quizzes.scale))
	await answerAll(device, id)
	must(await device.local.quiz.complete(id))
	return id
}

/** Sends after each backoff until nothing waits, at most `most` times. */
const settle = async (most = 20): Promise<void> => {
	for (let turn = 0; turn < most && (await device.local.outbox.waiting()) > 0; turn++) {
		device.now += 600_000
		await device.local.engine.start()
	}
}

/** Asserts that the server has each answer of the attempt once, and that nothing is left to send. */
const expectAllThere = async (id: string): Promise<void> => {
	expect(await device.local.outbox.waiting()).toBe(0)
	expect(await device.local.outbox.refused()).toEqual([])
	const attempt = await device.local.attempts.find(id)
	const params = { attemptId: attempt?.serverId ?? '' }
	const state = must(await device.call(server.endpoints.quiz.state, { params }))
	const answers = (state.answers ?? []).map(({ policyId, value }) => [policyId, value])
	expect(Object.fromEntries(answers)).toEqual(attempt?.answers)
	expect(state.status).toBe(attempt?.status)
	const events = await server.db
		.select()
		.from(attemptEvents)
		.where(eq(attemptEvents.attemptId, params.attemptId))
	expect(events.length).toBe(1 + answers.length + (state.status === 'COMPLETED' ? 1 : 0))
}

describe('sending to a server with batch support', () => {
	it('takes two calls for a whole quiz', async () => {
		const id = await wholeQuiz()
		await device.local.engine.start()
		expect(kindsSent()).toEqual(['start', 'batch'])
		await expectAllThere(id)
		expect((await device.local.attempts.find(id))?.status).toBe('COMPLETED')
	})

	// Only a reply advertises batch support, and the app does not store it.
	it('sends a single operation first after a restart', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.local.engine.stop()
		await answerAll(device, id, 6)
		device.sent.length = 0
		const tab = device.tab()
		await tab.engine.start()
		expect(kindsSent()).toEqual(['interact', 'batch'])
		await expectAllThere(id)
	})

	it('sends a single operation first after an outage', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		const { network } = device
		device.network = async () => {
			throw new TypeError('no network')
		}
		await answerAll(device, id, 1)
		await device.local.engine.start()
		await answerAll(device, id, 5)
		device.network = network
		device.sent.length = 0
		await settle()
		expect(kindsSent()).toEqual(['interact', 'batch'])
		await expectAllThere(id)
	})

	it.each<[string, Network]>([
		...BATCH_FAULTS,
		[
			'answers with another attempt',
			async (_request, pass) =>
				Response.json({
					...((await (await pass()).json()) as object),
					state: {
						quizAttemptId: 'x',
						status: 'IN_PROGRESS',
						quizType: 'SCALE',
						totalQuestions: 1,
					},
				}),
		],
	])('applies each answer once when the network %s', async (_name, fault) => {
		device.network = failingBatches(2, fault)
		const id = await wholeQuiz()
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBeGreaterThan(0)
		await settle()
		await expectAllThere(id)
	})

	it.each([400, 403, 404, 405, 409, 413, 422])(
		'falls back to single calls after a batch is answered with %i',
		async (status) => {
			device.network = failingBatches(100, async () =>
				Response.json({ message: 'No.' }, { status }),
			)
			const id = must(await device.local.quiz.start(quizzes.scale))
			await answerAll(device, id, 4)
			await device.local.engine.start()
			await expectAllThere(id)
		},
	)

	it('pauses batches after a refused batch', async () => {
		device.network = failingBatches(100, async () =>
			Response.json({ message: 'No.' }, { status: 404 }),
		)
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id, 12)
		await device.local.engine.start()
		expect(kindsSent()).toEqual(['start', 'batch', ...Array(12).fill('interact')])
		await expectAllThere(id)
	})

	it('falls back to single calls when a batch always fails', async () => {
		device.network = failingBatches(100, async () => new Response('{}', { status: 500 }))
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id, 4)
		await device.local.engine.start()
		await settle()
		await expectAllThere(id)
		expect(kindsSent().filter((kind) => kind === 'interact')).toHaveLength(4)
	})

	it('stops after a refused batch if the voter signed out', async () => {
		device.network = failingBatches(1, async () => {
			device.local.engine.stop()
			return Response.json({ message: 'No.' }, { status: 404 })
		})
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id, 4)
		await device.local.engine.start()
		expect(kindsSent()).toEqual(['start', 'batch'])
		expect(await device.local.outbox.waiting()).toBe(4)
		await settle()
		await expectAllThere(id)
	})

	it('respects Retry-After of a batch reply', async () => {
		const busy = { status: 503, headers: { 'retry-after': '120' } }
		device.network = failingBatches(1, async () => new Response('{}', busy))
		const id = await wholeQuiz()
		await device.local.engine.start()
		const before = device.sent.length
		await device.local.engine.wake()
		expect(device.sent).toHaveLength(before)
		expect(Math.max(...device.timers.values())).toBeGreaterThanOrEqual(120_000)
		await settle()
		await expectAllThere(id)
	})

	it('lists an operation refused in a batch and accepts the rest', async () => {
		device.network = async (request, pass) => {
			if (!request.url.includes('/batch/')) return pass()
			const sent = (await request.clone().json()) as { operations: { key: string }[] }
			const [first, second, ...others] = sent.operations
			const passed = new Request(request, {
				body: JSON.stringify({ ...sent, operations: [first, ...others] }),
			})
			const reply = (await (await server.fetch(passed)).json()) as { outcomes: object[] }
			expect(second).toBeDefined()
			reply.outcomes.splice(1, 0, { status: 409, message: 'Not like this.' })
			return Response.json(reply)
		}
		const id = must(await device.local.quiz.start(quizzes.scale))
		await answerAll(device, id, 5)
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
		const listed = await device.local.outbox.refused()
		expect(listed.map(({ command, reason }) => [command, reason])).toEqual([
			['quiz.interact', 'Not like this.'],
		])
		const attempt = await device.local.attempts.find(id)
		const params = { attemptId: attempt?.serverId ?? '' }
		const state = must(await device.call(server.endpoints.quiz.state, { params }))
		expect(state.answeredQuestions).toBe(4)
	})

	it('resends operations without an outcome', async () => {
		let cut = 0
		device.network = failingBatches(1, async (request, pass) => {
			const sent = (await request.clone().json()) as { operations: object[] }
			cut = sent.operations.length
			const some = JSON.stringify({ ...sent, operations: sent.operations.slice(0, 3) })
			expect(pass).toBeDefined()
			return server.fetch(new Request(request, { body: some }))
		})
		const id = await wholeQuiz()
		await device.local.engine.start()
		expect(cut).toBeGreaterThan(3)
		expect(kindsSent()).toEqual(['start', 'batch', 'batch'])
		await expectAllThere(id)
	})

	// A selection may fill the maximum request size.
	it('sends a policy selection alone', async () => {
		const id = must(await device.local.quiz.start(quizzes.pick))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		await device.local.engine.start()
		expect(kindsSent()).toEqual(['start', 'interact', 'complete'])
	})

	it('never mixes two attempts in a batch', async () => {
		const one = must(await device.local.quiz.start(quizzes.scale))
		const other = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, one, 3)
		await answerAll(device, other, 3)
		await device.local.engine.start()
		expect(kindsSent().sort()).toEqual(['batch', 'batch', 'start', 'start'])
		await expectAllThere(one)
		await expectAllThere(other)
	})
})
