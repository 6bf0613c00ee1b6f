import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDevice, type Device, type Network } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: { scale: string; binary: string; pick: string }

beforeEach(async () => {
	;({ server, device } = await createVoterDevice())
	quizzes = await load1912(device)
})
afterEach(() => device.close())

const offline: Network = async () => {
	throw new TypeError('no network')
}

const completedElsewhere = async (): Promise<void> => {
	const other = createDevice({ fetch: server.fetch, user: device.user })
	await load1912(other)
	const id = must(await other.local.quiz.start(quizzes.binary))
	await answerAll(other, id)
	must(await other.local.quiz.complete(id))
	await other.local.engine.drain()
	other.close()
}

describe('the current day', () => {
	const zone = process.env.TZ
	afterEach(() => {
		process.env.TZ = zone
	})

	it('follows the server, not the device’s time zone', async () => {
		process.env.TZ = 'America/Los_Angeles'
		const quiz = await device.db.compareQuizzes.get(quizzes.scale)
		device.now = Date.parse(`${quiz?.startDate}T02:00:00Z`)
		const open = await device.local.compareQuizzes.activeOf(quiz?.electionId ?? '')
		expect(open).toHaveLength(3)
	})
})

describe('a quiz completed on another device', () => {
	it('refuses a start when the server’s validation reports completion', async () => {
		await completedElsewhere()
		device.network = async (request, pass) =>
			request.url.includes('/quiz/history') ? new Response('{}', { status: 503 }) : pass()
		await device.local.compareQuizzes.refreshIntro(quizzes.binary)
		const intro = await device.local.compareQuizzes.intro(quizzes.binary)
		expect(intro?.validation?.message).toBe('You have already completed this quiz.')
		expect(await device.local.quiz.start(quizzes.binary)).toMatchObject({
			error: { code: 'completed' },
		})
	})
})

describe('a refused start', () => {
	it('leaves no attempt that blocks the quiz', async () => {
		await completedElsewhere()
		const dead = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, dead, 2)
		await device.local.engine.start()
		expect((await device.local.outbox.refused()).length).toBe(3)
		must(await device.local.attempts.refreshHistory())
		const [listed, ...rest] = await device.local.attempts.list()
		expect(rest).toEqual([])
		expect(listed?.attempt.status).toBe('COMPLETED')
		const fresh = must(await device.local.quiz.reset(listed?.attempt.id ?? ''))
		await device.local.engine.drain()
		expect((await device.local.attempts.find(fresh))?.serverId).not.toBeNull()
	})

	it('restores the previous attempt after a refused reset', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		device.local.engine.stop()
		must(await device.local.quiz.reset(old))
		device.network = async (request, pass) =>
			request.url.includes('/reset/') ? Response.json({ message: 'No.' }, { status: 409 }) : pass()
		await device.local.engine.start()
		const listed = (await device.local.attempts.list()).map(({ attempt }) => attempt.id)
		expect(listed).toEqual([old])
	})

	it('restores the previous attempt when an unsent reset is discarded', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		device.network = offline
		must(await device.local.quiz.reset(old))
		await device.local.account.discardUnsent()
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([old])
	})
})

describe('a reset after a discarded completion', () => {
	it.each(['history', 'attempt'] as const)(
		'supersedes the attempt even if the server’s %s shows it in progress',
		async (read) => {
			const old = must(await device.local.quiz.start(quizzes.binary))
			await answerAll(device, old)
			await device.local.engine.start()
			device.local.engine.stop()
			must(await device.local.quiz.complete(old))
			await device.local.account.discardUnsent()
			must(await device.local.quiz.reset(old))
			if (read === 'history') must(await device.local.attempts.refreshHistory())
			else must(await device.local.attempts.refresh(old))
			expect((await device.local.attempts.find(old))?.superseded).toBe(true)
			expect(await device.local.quiz.complete(old)).toMatchObject({ ok: false })
		},
	)
})

describe('a start with a lost reply', () => {
	it('keeps every answer given before the retry', async () => {
		let cut = 0
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.includes('/start/') && cut++ === 0) throw new TypeError('cut off')
			return reply
		}
		const id = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory())
		const [shown] = await device.local.attempts.list()
		await answerAll(device, shown?.attempt.id ?? '', 5)
		device.now += 600_000
		await device.local.engine.drain()
		expect(await device.local.outbox.refused()).toEqual([])
		expect(Object.keys((await device.local.attempts.find(id))?.answers ?? {})).toHaveLength(5)
	})
})

describe('a late reply after sign-out', () => {
	const holdBack = (path: string): (() => void) => {
		let release = (): void => undefined
		const released = new Promise<void>((resolve) => {
			release = resolve
		})
		device.network = async (request, pass) => {
			const reply = await pass()
			if (request.url.includes(path)) await released
			return reply
		}
		return release
	}

	it('does not restore an erased attempt', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		const release = holdBack('/quiz/history')
		const reading = device.local.attempts.refreshHistory()
		await device.local.account.erase()
		release()
		must(await reading)
		expect(await device.db.attempts.count()).toBe(0)
	})

	it('does not store the history for the next voter', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		const release = holdBack('/quiz/history')
		await device.db.attempts.clear()
		const reading = device.local.attempts.refreshHistory()
		const next = await server.registerVoter()
		device.user = { key: next.user.id, token: next.token }
		release()
		must(await reading)
		expect(await device.db.attempts.count()).toBe(0)
	})

	it('does not settle the next voter’s outbox entry', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		const release = holdBack('/start/')
		const sending = device.local.engine.start()
		const next = await server.registerVoter()
		await new Promise((resolve) => setTimeout(resolve, 0))
		await device.local.account.discardUnsent()
		await device.local.account.erase()
		device.user = { key: next.user.id, token: next.token }
		await load1912(device)
		must(await device.local.quiz.start(quizzes.scale))
		const [mine] = await device.db.outbox.toArray()
		device.local.engine.stop()
		release()
		await sending
		expect((await device.db.outbox.toArray()).map((entry) => entry.id)).toEqual([mine?.id])
	})
})

describe('an unsent selection', () => {
	it('reopens the quiz when the server has no selection', async () => {
		const id = must(await device.local.quiz.start(quizzes.pick))
		await device.local.engine.start()
		device.local.engine.stop()
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		await device.local.account.discardUnsent()
		must(await device.local.attempts.refresh(id))
		expect(await device.local.attempts.find(id)).toMatchObject({
			selection: null,
			status: 'IN_PROGRESS',
		})
	})
})

describe('a storage fault while sending', () => {
	it('reports the fault and retries automatically', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		const fail = () => {
			throw new Error('connection to the store lost')
		}
		device.db.outbox.hook('reading', fail)
		await expect(device.local.engine.start()).rejects.toThrow()
		device.db.outbox.hook('reading').unsubscribe(fail)
		const [comeBack] = device.timers.keys()
		expect(comeBack).toBeDefined()
		await device.local.engine.drain()
		expect(await device.local.outbox.waiting()).toBe(0)
	})
})

describe('a very long Retry-After', () => {
	it('splits the wait into short timers and never shortens it', async () => {
		const month = 30 * 86_400
		device.network = async () =>
			new Response('{}', { status: 503, headers: { 'retry-after': String(month) } })
		must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		expect(Math.max(...device.timers.values())).toBeLessThanOrEqual(300_000)
		const before = device.sent.length
		device.now += 300_000
		await device.local.engine.drain()
		expect(device.sent).toHaveLength(before)
	})
})

describe('a minimal completion reply', () => {
	// The specification defines no body for this reply.
	it('settles the entry and the attempt', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id)
		must(await device.local.quiz.complete(id))
		device.network = async (request, pass) => {
			const reply = await pass()
			return request.url.includes('/complete/') ? Response.json({ success: true }) : reply
		}
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect((await device.local.attempts.find(id))?.status).toBe('COMPLETED')
	})
})

describe('a superseded attempt', () => {
	it('refuses completion from another tab', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		must(await device.local.quiz.reset(old))
		expect(await device.local.quiz.complete(old)).toMatchObject({ error: { code: 'not-found' } })
	})
})
