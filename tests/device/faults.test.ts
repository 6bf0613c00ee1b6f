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

/** Begins a binary quiz and answers all of it, sent. */
const completedElsewhere = async (): Promise<void> => {
	const other = createDevice({ fetch: server.fetch, user: device.user })
	await load1912(other)
	const id = must(await other.local.quiz.start(quizzes.binary))
	await answerAll(other, id)
	must(await other.local.quiz.complete(id))
	await other.local.engine.drain()
	other.close()
}

describe('the day', () => {
	const zone = process.env.TZ
	afterEach(() => {
		process.env.TZ = zone
	})

	it('is the server’s, so that a quiz that opens today is open on every side of the globe', async () => {
		process.env.TZ = 'America/Los_Angeles'
		const quiz = await device.db.compareQuizzes.get(quizzes.scale)
		device.now = Date.parse(`${quiz?.startDate}T02:00:00Z`)
		const open = await device.local.compareQuizzes.activeOf(quiz?.electionId ?? '')
		expect(open).toHaveLength(3)
	})
})

describe('a quiz that was completed on another device', () => {
	it('is not begun here when only the server’s validation says so, because its work would be refused', async () => {
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

describe('a beginning that the server refuses', () => {
	it('leaves no attempt behind that would stand in the way of the quiz', async () => {
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

	it('brings back the attempt that a refused reset had left behind', async () => {
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

	it('brings back what an unsent reset had left behind when the voter discards what is unsent', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		device.network = offline
		must(await device.local.quiz.reset(old))
		await device.local.account.discardUnsent()
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([old])
	})
})

describe('a reset of a quiz whose completion the voter had discarded', () => {
	it.each(['history', 'attempt'] as const)(
		'leaves it behind, also where the server’s %s says that it is still in progress: what is done there would be refused',
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

describe('a start whose reply was lost', () => {
	it('keeps every answer given meanwhile, whichever way the history was read', async () => {
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

describe('a voter who leaves while something is being read', () => {
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

	it('is not brought back to a shared device by a late reply', async () => {
		must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		const release = holdBack('/quiz/history')
		const reading = device.local.attempts.refreshHistory()
		await device.local.account.erase()
		release()
		must(await reading)
		expect(await device.db.attempts.count()).toBe(0)
	})

	it('does not leave their history with the voter who signs in next', async () => {
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

	it('does not settle the next voter’s entry with the reply to their own', async () => {
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

describe('a selection that was never sent', () => {
	it('is open again once the server has said that it knows of none', async () => {
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

describe('a fault of the device itself', () => {
	it('is reported and tried again by itself, so that nothing waits for the voter’s next tap', async () => {
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
	it('is waited for in parts that a browser’s timer can hold, and never cut short', async () => {
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

describe('a server that completes with few words', () => {
	it('is understood, because the specification names no reply for it', async () => {
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

describe('an attempt that was reset', () => {
	it('takes no more answers in another tab, which would only be refused later', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		must(await device.local.quiz.reset(old))
		expect(await device.local.quiz.complete(old)).toMatchObject({ error: { code: 'not-found' } })
	})
})
