import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countUnsent } from '#device/outbox.ts'
import { retryAfterKey } from '#device/sync/backoff.ts'
import { type Device, type Network, writesOf } from '../support/device.ts'
import type { TestServer } from '../support/server.ts'
import { answerAll, load1912, must } from './journey.ts'
import { createVoterDevice } from './voter-device.ts'

let server: TestServer
let device: Device
let quizzes: { scale: string; binary: string; pick: string }

beforeEach(async () => {
	;({ server, device } = await createVoterDevice({ together: false }))
	quizzes = await load1912(device)
	device.sent.length = 0
})
afterEach(() => {
	expect(device.reported).toEqual([])
	device.close()
})

const offline: Network = async () => {
	throw new TypeError('no network')
}
const online: Network = (_request, pass) => pass()

/** The network treats the first `times` writes as `fault` says, and then passes everything. */
const faulty = (times: number, fault: Network): Network => {
	let left = times
	return (request, pass) => {
		if (request.method === 'GET' || left === 0) return pass()
		left--
		return fault(request, pass)
	}
}

/** Turns the clock to the next pause's end and sends, at most `most` times. */
const settle = async (most = 20): Promise<void> => {
	for (let turn = 0; turn < most && (await device.local.outbox.waiting()) > 0; turn++) {
		device.now += 600_000
		await device.local.engine.start()
	}
}

/** What the server holds of the voter's only attempt. */
const onServer = async () => {
	const [row] = must(await device.call(server.endpoints.quiz.history, {}))
	if (!row) return null
	return must(await device.call(server.endpoints.quiz.state, { params: { attemptId: row.id } }))
}

describe('what waits', () => {
	it('is counted in answers, or in changes where no answer waits, as every place that names it does', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		expect(await device.local.outbox.counts()).toEqual({ waiting: 1, refused: 0 })
		await answerAll(device, id, 3)
		expect(await device.local.outbox.counts()).toEqual({ waiting: 3, refused: 0 })
		const entries = (await device.local.outbox.list()).map(({ entry }) => entry)
		expect(countUnsent(entries)).toEqual({ count: 3, unit: 'answers' })
	})
})

describe('sending', () => {
	it('sends the entries of an attempt in the order in which they were made', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await device.local.engine.start()
		const kinds = writesOf(device).map((path) => path.split('/')[3])
		expect(kinds).toEqual(['start', 'interact', 'interact', 'interact'])
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('names each entry by its own key on every try, so that the server can tell a repetition', async () => {
		device.network = faulty(2, async () => new Response('busy', { status: 503 }))
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		await settle()
		const keys = device.sent
			.filter((request) => request.method === 'POST')
			.map((request) => request.headers.get('idempotency-key'))
		expect(keys).toHaveLength(3)
		expect(new Set(keys).size).toBe(1)
		expect(keys[0]).toMatch(/^"[0-9a-f-]{36}"$/)
	})

	it('has two tabs send one at a time, and everything once', async () => {
		const other = device.tab()
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 10)
		await Promise.all([device.local.engine.start(), other.engine.drain()])
		expect(writesOf(device)).toHaveLength(11)
		expect((await onServer())?.answeredQuestions).toBe(10)
	})
})

describe('a network that fails', () => {
	it.each<[string, Network]>([
		['loses the request', offline],
		[
			'loses the reply after the server has acted',
			async (_request, pass) => {
				await pass()
				throw new TypeError('connection reset')
			},
		],
		['answers 500', async () => new Response('{}', { status: 500 })],
		[
			'answers with the page of a captive portal',
			async () =>
				new Response('<p>Welcome to the café</p>', { headers: { 'content-type': 'text/html' } }),
		],
		['answers 200 with something else', async () => Response.json({ hello: 'world' })],
		['answers 200 with nothing', async () => new Response('')],
	])('keeps the answers and has each take effect once when it %s', async (_name, fault) => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 5)
		device.network = faulty(4, fault)
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBeGreaterThan(0)
		await settle()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(await device.local.outbox.refused()).toEqual([])
		const attempt = await device.local.attempts.find(id)
		const state = await onServer()
		expect(
			Object.fromEntries((state?.answers ?? []).map((row) => [row.policyId, row.value])),
		).toEqual(attempt?.answers)
		expect(must(await device.call(server.endpoints.quiz.history, {}))).toHaveLength(1)
	})

	it('waits between tries instead of hammering, and longer each time', async () => {
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		const pauses: number[] = []
		for (let turn = 0; turn < 4; turn++) {
			await device.local.engine.start()
			const pause = Math.max(...device.timers.values())
			pauses.push(pause)
			device.now += pause
		}
		expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
		expect(new Set(pauses).size).toBeGreaterThan(2)
		expect(device.sent).toHaveLength(4)
	})

	it('comes back at once when the connection does', async () => {
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.network = online
		await device.local.engine.wake()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('leaves a server alone for as long as it asked, also when the connection comes back', async () => {
		device.network = faulty(
			1,
			async () => new Response('{}', { status: 503, headers: { 'retry-after': '120' } }),
		)
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		await device.local.engine.wake()
		device.now += 119_000
		await device.local.engine.start()
		expect(device.sent).toHaveLength(1)
		device.now += 60_000
		await device.local.engine.start()
		expect(device.sent).toHaveLength(2)
	})

	it('leaves it alone with everything else too, also with what is done meanwhile', async () => {
		device.network = faulty(
			1,
			async () => new Response('{}', { status: 429, headers: { 'retry-after': '120' } }),
		)
		must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		must(await device.local.quiz.start(quizzes.pick))
		device.now += 119_000
		await device.tab().engine.start()
		expect(device.sent).toHaveLength(1)
		await settle()
		expect(device.sent).toHaveLength(4)
	})

	/** What the thief of a frozen tab's lock writes when the server asks it to be left alone for two minutes. */
	const askAnother = () =>
		device.db.fetched.put({
			key: retryAfterKey(device.user?.key ?? ''),
			at: device.now + 120_000,
			waitMs: 120_000,
		})

	it('leaves it alone too where another tab heard that, while its own call was still hanging', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = async (request, pass) => {
			await askAnother()
			return offline(request, pass)
		}
		await device.local.engine.start()
		device.network = online
		device.now += 119_000
		await device.local.engine.start()
		expect(device.sent).toHaveLength(1)
		device.now += 1000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('leaves it alone too where its own call has come through after all: no other attempt goes', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.quiz.start(quizzes.binary))
		device.network = async (_request, pass) => {
			await askAnother()
			return pass()
		}
		await device.local.engine.start()
		device.now += 119_000
		await device.local.engine.start()
		// The engine had read what it may send before it heard of that.
		expect(device.sent).toHaveLength(1)
		device.network = online
		device.now += 1000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('leaves it alone also where all that waited has gone through another tab: what is done next waits', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = async () => {
			await device.db.outbox.clear()
			return new Response('{}', { status: 503, headers: { 'retry-after': '120' } })
		}
		await device.local.engine.start()
		device.network = online
		must(await device.local.quiz.start(quizzes.binary))
		device.now += 119_000
		await device.local.engine.start()
		expect(device.sent).toHaveLength(1)
		await settle()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('waits for as long as the server asked of another, where that is more than what it has heard', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = async () => {
			await askAnother()
			return new Response('{}', { status: 503, headers: { 'retry-after': '5' } })
		}
		await device.local.engine.start()
		device.network = online
		device.now += 119_000
		await device.local.engine.start()
		expect(device.sent).toHaveLength(1)
		await settle()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('sends what never failed before what the server keeps putting off', async () => {
		device.network = (request, pass) =>
			request.url.includes(quizzes.scale)
				? Promise.resolve(new Response('{}', { status: 503, headers: { 'retry-after': '60' } }))
				: pass()
		const stuck = must(await device.local.quiz.start(quizzes.scale))
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		for (let turn = 0; turn < 3; turn++) {
			await device.local.engine.start()
			device.now += 400_000
		}
		const entries = await device.db.outbox.toArray()
		expect(entries.map((entry) => entry.stream)).toEqual([stuck])
	})

	it('does not leave the voter’s answers for a year because a proxy says so', async () => {
		device.network = faulty(
			1,
			async () => new Response('{}', { status: 503, headers: { 'retry-after': '1e308' } }),
		)
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.now += 3_700_000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('comes back to what failed although sending took its time', async () => {
		device.network = async (request, pass) => {
			device.now += 100
			return offline(request, pass)
		}
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		expect([...device.timers.values()]).toEqual([1000])
	})

	it('forgets nothing that became due while something else was being sent', async () => {
		device.network = (request, pass) => {
			if (request.method === 'GET') return pass()
			// The second stream's call takes longer than the first one's pause.
			if (request.url.includes(quizzes.binary)) device.now += 5000
			return offline(request, pass)
		}
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.local.engine.stop()
		const second = must(await device.local.quiz.start(quizzes.binary))
		await device.db.outbox.where({ stream: second }).modify({ tries: 9 })
		await device.local.engine.start()
		expect(Math.min(...device.timers.values())).toBe(0)
	})

	it('is not kept busy by entries that must wait, and sends what stands behind them', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		const [entry] = await device.db.outbox.toArray()
		await device.db.outbox.clear()
		const { seq: _, ...copy } = entry ?? { seq: 0 }
		const newer = Array.from({ length: 30 }, (_, index) => ({ ...copy, id: `n${index}`, v: 99 }))
		for (const row of newer) await device.db.outbox.add({ ...row, stream: row.id } as never)
		await device.db.outbox.add(copy as never)
		await device.local.engine.start()
		expect(writesOf(device)).toHaveLength(1)
		expect((await device.local.attempts.find(id))?.serverId).not.toBeNull()
	})

	it('does not wait for years when the clock is put back', async () => {
		device.network = faulty(1, offline)
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.now -= 365 * 86_400_000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('lets a stuck attempt block no other', async () => {
		const stuck = must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.quiz.start(quizzes.binary))
		device.network = (request, pass) =>
			request.url.includes(quizzes.scale) ? offline(request, pass) : pass()
		await device.local.engine.start()
		const entries = await device.db.outbox.toArray()
		expect(entries.map((entry) => entry.stream)).toEqual([stuck])
	})
})

describe('a read that was overtaken', () => {
	/** Holds back the reply to the first request that `path` occurs in, until the returned function is called. */
	const holdBack = (path: string): (() => void) => {
		let release = (): void => undefined
		const released = new Promise<void>((resolve) => {
			release = resolve
		})
		let held = false
		device.network = async (request, pass) => {
			const reply = await pass()
			if (held || !request.url.includes(path)) return reply
			held = true
			await released
			return reply
		}
		return release
	}

	it('does not undo an answer that was given and sent while the state was on its way', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await device.local.engine.start()
		const release = holdBack('/quiz/state/')
		const reading = device.local.attempts.refresh(id)
		await answerAll(device, id, 1)
		await device.local.engine.drain()
		expect(await device.local.outbox.waiting()).toBe(0)
		release()
		must(await reading)
		const attempt = await device.local.attempts.find(id)
		expect(Object.keys(attempt?.answers ?? {})).toHaveLength(4)
	})

	it('does not reopen an attempt that was completed while the history was on its way', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		await answerAll(device, id)
		await device.local.engine.drain()
		const release = holdBack('/quiz/history')
		const reading = device.local.attempts.refreshHistory()
		must(await device.local.quiz.complete(id))
		await device.local.engine.drain()
		release()
		must(await reading)
		expect((await device.local.attempts.find(id))?.status).toBe('COMPLETED')
	})

	it('does not bring back an attempt that was reset while the history was on its way', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, old, 2)
		await device.local.engine.start()
		const release = holdBack('/quiz/history')
		const reading = device.local.attempts.refreshHistory()
		const fresh = must(await device.local.quiz.reset(old))
		await device.local.engine.drain()
		release()
		must(await reading)
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([fresh])
	})

	it('does not list an attempt twice whose start arrived while its reply was lost', async () => {
		device.network = faulty(1, async (_request, pass) => {
			await pass()
			throw new TypeError('cut off')
		})
		const id = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		must(await device.local.attempts.refreshHistory())
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([id])
		await settle()
		must(await device.local.attempts.refreshHistory())
		expect((await device.local.attempts.list()).map(({ attempt }) => attempt.id)).toEqual([id])
	})
})

describe('a reset', () => {
	it('waits while something of the old attempt is stuck, so that no answer comes too late', async () => {
		const old = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, old, 2)
		const fresh = must(await device.local.quiz.reset(old))
		let cut = 0
		device.network = (request, pass) =>
			request.url.includes('/interact/') && cut++ === 0 ? offline(request, pass) : pass()
		await device.local.engine.start()
		expect(writesOf(device).some((path) => path.includes('/reset/'))).toBe(false)
		await settle()
		expect(await device.local.outbox.refused()).toEqual([])
		expect(writesOf(device).at(-1)).toContain('/reset/')
		expect((await device.local.attempts.find(fresh))?.serverId).not.toBeNull()
	})
})

describe('a server that says no', () => {
	it('lists what was refused with the reason, and goes on with the next', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		let refused = 0
		device.network = (request, pass) =>
			request.url.includes('/interact/') && refused++ === 0
				? Promise.resolve(Response.json({ message: 'Not like this.' }, { status: 400 }))
				: pass()
		await device.local.engine.start()
		const listed = await device.local.outbox.refused()
		expect(listed.map((entry) => [entry.command, entry.reason])).toEqual([
			['quiz.interact', 'Not like this.'],
		])
		expect(await device.local.outbox.waiting()).toBe(0)
		await device.local.outbox.dismiss(listed[0]?.seq ?? 0)
		expect(await device.local.outbox.refused()).toEqual([])
	})

	it('does not go back to how things stood when what is tried again had taken effect long ago', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		let refused = 0
		device.network = async (request, pass) => {
			const reply = await pass()
			const first = request.url.includes('/interact/') && refused++ === 0
			return first ? Response.json({ message: 'No.' }, { status: 400 }) : reply
		}
		await device.local.engine.start()
		await device.local.outbox.retryAll()
		await device.local.engine.drain()
		expect(await device.local.outbox.refused()).toEqual([])
		const attempt = await device.local.attempts.find(id)
		expect(Object.keys(attempt?.answers ?? {})).toHaveLength(3)
	})

	it('says of every answer why it could not be sent when the quiz could not be started', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		device.network = (request, pass) =>
			request.url.includes('/start/')
				? Promise.resolve(Response.json({ message: 'This quiz is not active.' }, { status: 409 }))
				: pass()
		await device.local.engine.start()
		const reasons = (await device.local.outbox.refused()).map((entry) => entry.reason)
		expect(reasons).toHaveLength(2)
		expect(reasons[0]).toBe('This quiz is not active.')
		expect(reasons[1]).toContain('could not be started')
	})

	it('says so when a server starts a quiz without naming the attempt', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		const state = { status: 'IN_PROGRESS', quizType: 'SCALE', totalQuestions: 40 }
		device.network = async () => Response.json(state)
		await device.local.engine.start()
		const [refused] = await device.local.outbox.refused()
		expect(refused?.reason).toBe('Failed to start quiz. No attempt ID was returned.')
	})

	it('does not take the state of another attempt for an answer to its own', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		const state = { status: 'COMPLETED', quizType: 'BINARY', totalQuestions: 40 }
		device.network = async (request, pass) =>
			request.url.includes('/interact/') ? Response.json({ ...state, quizAttemptId: 'x' }) : pass()
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(1)
		expect((await device.local.attempts.find(id))?.status).toBe('IN_PROGRESS')
	})

	it('stops at 401 without losing anything, and goes on after the next sign-in', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		const good = device.user
		device.user = { key: good?.key ?? '', token: 'expired' }
		await device.local.engine.start()
		expect(device.local.engine.state().paused).toBe(true)
		expect(writesOf(device)).toHaveLength(1)
		expect(await device.local.outbox.waiting()).toBe(3)
		device.user = good
		await device.local.engine.start()
		expect(device.local.engine.state().paused).toBe(false)
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('resumes after a sign-in that returns the same token', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		device.network = async () => Response.json({}, { status: 401 })
		await device.local.engine.start()
		expect(device.local.engine.state().paused).toBe(true)
		device.network = (_, pass) => pass()
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('keeps everything and stops when the server wants a newer build', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = async () => new Response('{}', { status: 426 })
		await device.local.engine.start()
		expect(device.local.engine.state().updateNeeded).toBe(true)
		expect(await device.local.outbox.waiting()).toBe(1)
		await device.local.engine.drain()
		expect(device.sent, 'asking at once would change nothing').toHaveLength(1)
	})

	it('asks again after a while whether this build will do, because a server may be mended too', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = faulty(1, async () => new Response('{}', { status: 426 }))
		await device.local.engine.start()
		await settle()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(device.local.engine.state().updateNeeded).toBe(false)
	})

	it('tells who listens that something is on its way, and that it has come to rest', async () => {
		const seen: boolean[] = []
		device.local.engine.subscribe(() => seen.push(device.local.engine.state().sending))
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await device.local.engine.start()
		expect(seen).toEqual([true, false])
	})
})

describe('whose queue it is', () => {
	it('never sends one voter’s answers under another’s token', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 2)
		const first = device.user
		const other = await server.registerVoter()
		device.user = { key: other.user.id, token: other.token }
		await device.local.engine.start()
		expect(writesOf(device)).toEqual([])
		expect(await device.local.outbox.waiting()).toBe(0)
		device.user = first
		await device.local.engine.start()
		expect(writesOf(device)).toHaveLength(3)
	})

	it('writes an answer under the voter who gave it, whoever signs in before it is stored', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		const first = device.user
		const other = await server.registerVoter()
		const answering = answerAll(device, id, 1)
		// The answer is on its way to the store by then.
		await new Promise((resolve) => setTimeout(resolve))
		device.user = { key: other.user.id, token: other.token }
		await answering.catch(() => undefined)
		const entries = await device.db.outbox.toArray()
		expect(new Set(entries.map((entry) => entry.userId))).toEqual(new Set([first?.key]))
	})

	it('discards on the voter’s word what was never sent, and nothing else', async () => {
		const sent = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.account.discardUnsent()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect((await device.db.attempts.toArray()).map((attempt) => attempt.id)).toEqual([sent])
	})

	it('leaves nothing of a voter on a shared device, but keeps what another left unsent', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		const first = device.user
		const other = await server.registerVoter()
		device.user = { key: other.user.id, token: other.token }
		must(await device.local.quiz.start(quizzes.binary))
		expect(await device.local.account.erase()).toBe(false)
		await device.local.account.discardUnsent()
		expect(await device.local.account.erase()).toBe(true)
		const left = await device.db.outbox.toArray()
		expect(left.map((entry) => entry.userId)).toEqual([first?.key])
		expect((await device.db.attempts.toArray()).map((row) => row.userId)).toEqual([first?.key])
		device.user = first
		await device.local.account.discardUnsent()
		await device.local.account.erase()
		expect(await device.db.elections.count()).toBe(0)
	})
})

describe('what an older sender left behind', () => {
	it('leaves an entry of a newer build alone, so that a newer tab can send it', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		await device.db.outbox.toCollection().modify({ v: 99 })
		await device.local.engine.start()
		expect(device.sent).toHaveLength(0)
		expect(await device.local.outbox.waiting()).toBe(1)
	})

	it('lists an entry that cannot be read back instead of dropping it', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		await device.db.outbox.toCollection().modify({ args: { nonsense: true } })
		await device.local.engine.start()
		expect(await device.local.outbox.refused()).toHaveLength(1)
	})
})
