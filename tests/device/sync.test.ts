import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf } from '#contract/messages.ts'
import { applyState } from '#device/attempt-merge.ts'
import type { Locks } from '#device/context.ts'
import { countUnsent } from '#device/outbox.ts'
import { retryAfterKey } from '#device/sync/backoff.ts'
import { createQueue } from '#device/sync/queue.ts'
import { createDevice, type Device, type Network, writesOf } from '../support/device.ts'
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

/** Applies `fault` to the first `times` writes; everything else passes. */
const faulty = (times: number, fault: Network): Network => {
	let left = times
	return (request, pass) => {
		if (request.method === 'GET' || left === 0) return pass()
		left--
		return fault(request, pass)
	}
}

/** Sends after each backoff until nothing waits, at most `most` times. */
const settle = async (most = 20): Promise<void> => {
	for (let turn = 0; turn < most && (await device.local.outbox.waiting()) > 0; turn++) {
		device.now += 600_000
		await device.local.engine.start()
	}
}

/** The server's state of the voter's only attempt. */
const onServer = async () => {
	const [row] = must(await device.call(server.endpoints.quiz.history, {}))
	if (!row) return null
	return must(await device.call(server.endpoints.quiz.state, { params: { attemptId: row.id } }))
}

describe('waiting entries', () => {
	it('counts waiting answers, or changes without any answers', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		expect(await device.local.outbox.counts()).toEqual({ waiting: 1, refused: 0 })
		await answerAll(device, id, 3)
		expect(await device.local.outbox.counts()).toEqual({ waiting: 3, refused: 0 })
		const entries = (await device.local.outbox.list()).map(({ entry }) => entry)
		expect(countUnsent(entries)).toEqual({ count: 3, unit: 'answers' })
	})
})

describe('sending', () => {
	it('sends the entries of an attempt in order', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await device.local.engine.start()
		const kinds = writesOf(device).map((path) => path.split('/')[3])
		expect(kinds).toEqual(['start', 'interact', 'interact', 'interact'])
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('keeps the answers of a voter who goes on while a reply is stored', async () => {
		const id = must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.local.engine.stop()
		const state = await onServer()
		const attempt = await device.local.attempts.find(id)
		const [sent, ...next] = (attempt?.statements ?? []).slice(0, 4)
		const give = async ({ policyId = '' } = {}): Promise<void> =>
			void must(await device.local.quiz.answer(id, { policyId, value: 1 }, 800))
		await give(sent)
		const [entry] = await device.db.outbox.toArray()
		if (entry === undefined || state === null) throw new Error('no reply to store')
		// Both transactions await the new connection and begin together.
		device.db.close({ disableAutoOpen: false })
		const goOn = async (): Promise<void> => {
			for (const each of next) await give(each)
		}
		const answering = goOn()
		const { guard } = device.local
		const queue = createQueue({ db: device.db, guard, now: () => device.now })
		await queue.settle([entry], async (db) => {
			const stored = await db.attempts.get(id)
			if (stored) await applyState(db, stored, state)
		})
		await answering
		const { answers = {} } = (await device.local.attempts.find(id)) ?? {}
		expect(Object.keys(answers).toSorted()).toEqual(next.map(({ policyId }) => policyId).toSorted())
	})

	it('reuses an entry’s idempotency key on every try', async () => {
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

	it('sends once, from one tab at a time', async () => {
		const other = device.tab()
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 10)
		await Promise.all([device.local.engine.start(), other.engine.drain()])
		expect(writesOf(device)).toHaveLength(11)
		expect((await onServer())?.answeredQuestions).toBe(10)
	})

	it('sends nothing after the lock is stolen while the entry is read', async () => {
		let lose: ((reason: Error) => void) | null = null
		const request: Locks['request'] = (_name, _options, run) =>
			new Promise((resolve, reject) => {
				lose = reject
				run().then(resolve, reject)
			})
		const thawing = createDevice({
			fetch: server.fetch,
			user: device.user,
			locks: { request, query: async () => ({ held: [] }) },
		})
		await load1912(thawing)
		thawing.local.engine.stop()
		must(await thawing.local.quiz.start(quizzes.binary))
		const byHolder: boolean[] = []
		thawing.network = (sent, pass) => {
			if (sent.method !== 'GET') byHolder.push(lose !== null)
			return pass()
		}
		const steal = (): void => {
			lose?.(new DOMException('stolen', 'AbortError'))
			lose = null
		}
		let reads = 0
		thawing.db.attempts.hook('reading', (attempt) => {
			if (reads++ === 0) steal()
			return attempt
		})
		await thawing.local.engine.start()
		thawing.close()
		expect(reads).toBeGreaterThan(0)
		expect(byHolder).toEqual([true])
	})
})

describe('sending over a failing network', () => {
	it.each<[string, Network]>([
		['loses the request', offline],
		[
			'loses the reply',
			async (_request, pass) => {
				await pass()
				throw new TypeError('connection reset')
			},
		],
		['answers 500', async () => new Response('{}', { status: 500 })],
		[
			'answers with a captive portal page',
			async () =>
				new Response('<p>Welcome to the café</p>', { headers: { 'content-type': 'text/html' } }),
		],
		['answers 200 with an unknown body', async () => Response.json({ hello: 'world' })],
		['answers 200 with an empty body', async () => new Response('')],
	])('keeps the answers and applies each once when it %s', async (_name, fault) => {
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

	it('backs off longer after each failure', async () => {
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

	it('sends at once when the connection returns', async () => {
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.network = online
		await device.local.engine.wake()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('respects Retry-After when the connection returns', async () => {
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

	it('applies Retry-After to all entries, including new ones', async () => {
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

	/** Stores a Retry-After of two minutes, as a tab does that stole a frozen tab's lock. */
	const askAnother = () =>
		device.db.fetched.put({
			key: retryAfterKey(device.user?.key ?? ''),
			at: device.now + 120_000,
			waitMs: 120_000,
		})

	it('respects a Retry-After that another tab stored during a failed call', async () => {
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

	it('respects a Retry-After that another tab stored during a successful call', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.quiz.start(quizzes.binary))
		device.network = async (_request, pass) => {
			await askAnother()
			return pass()
		}
		await device.local.engine.start()
		device.now += 119_000
		await device.local.engine.start()
		// The engine read the queue before that Retry-After was stored.
		expect(device.sent).toHaveLength(1)
		device.network = online
		device.now += 1000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('applies Retry-After to new entries after the queue was emptied', async () => {
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

	it('respects the longer of two Retry-After values', async () => {
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

	it('sends other attempts before one that keeps failing', async () => {
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

	it('limits an absurd Retry-After to an hour', async () => {
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

	it('measures the backoff from the end of the call', async () => {
		device.network = async (request, pass) => {
			device.now += 100
			return offline(request, pass)
		}
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		expect([...device.timers.values()]).toEqual([1000])
	})

	it('reschedules entries that became due while sending', async () => {
		device.network = (request, pass) => {
			if (request.method === 'GET') return pass()
			// The call of the second stream takes longer than the backoff of the first.
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

	it('sends entries queued behind ones that must wait', async () => {
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

	it('does not wait longer when the clock is set back', async () => {
		device.network = faulty(1, offline)
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.engine.start()
		device.now -= 365 * 86_400_000
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(0)
	})

	it('does not block other attempts with a stuck one', async () => {
		const stuck = must(await device.local.quiz.start(quizzes.scale))
		must(await device.local.quiz.start(quizzes.binary))
		device.network = (request, pass) =>
			request.url.includes(quizzes.scale) ? offline(request, pass) : pass()
		await device.local.engine.start()
		const entries = await device.db.outbox.toArray()
		expect(entries.map((entry) => entry.stream)).toEqual([stuck])
	})
})

describe('a stale read', () => {
	/** Delays the reply to the first request that contains `path` until the returned function is called. */
	const holdBack = (path: string): (() => void) => {
		let release = (): void => undefined
		const released = new Promise<void>((resolve) => {
			release = resolve
		})
		let delayed = false
		device.network = async (request, pass) => {
			const reply = await pass()
			if (delayed || !request.url.includes(path)) return reply
			delayed = true
			await released
			return reply
		}
		return release
	}

	it('does not undo an answer sent during the read', async () => {
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

	it('does not reopen an attempt completed during the read', async () => {
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

	it('does not restore an attempt reset during the read', async () => {
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

	it('does not duplicate an attempt whose start reply was lost', async () => {
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
	it('waits while entries of the old attempt are stuck', async () => {
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

describe('a server that refuses', () => {
	it('lists the refused entry with its reason and continues', async () => {
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

	it('stores the code and values of a refusal until the entry is retried', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		const refusal = messageOf({ code: 'quiz-ended-on', values: { day: '2026-11-03' } })
		device.network = (request, pass) =>
			request.url.includes('/interact/')
				? Promise.resolve(Response.json(refusal, { status: 400 }))
				: pass()
		await device.local.engine.start()
		const [listed] = await device.local.outbox.refused()
		const { message: reason, code, values } = refusal
		expect(listed).toMatchObject({ reason, code, values })
		device.network = (_request, pass) => pass()
		await device.local.outbox.retryAll()
		const waiting = await device.db.outbox.toArray()
		expect(waiting.every((entry) => !entry.code && !entry.values)).toBe(true)
	})

	it('keeps later answers when a retried entry had already taken effect', async () => {
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

	it('gives a reason for every answer after a refused start', async () => {
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

	it('reports a start reply without an attempt id', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		const state = { status: 'IN_PROGRESS', quizType: 'SCALE', totalQuestions: 40 }
		device.network = async () => Response.json(state)
		await device.local.engine.start()
		const [refused] = await device.local.outbox.refused()
		expect(refused?.reason).toBe('Failed to start quiz. No attempt ID was returned.')
	})

	it('ignores a reply about another attempt', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 1)
		const state = { status: 'COMPLETED', quizType: 'BINARY', totalQuestions: 40 }
		device.network = async (request, pass) =>
			request.url.includes('/interact/') ? Response.json({ ...state, quizAttemptId: 'x' }) : pass()
		await device.local.engine.start()
		expect(await device.local.outbox.waiting()).toBe(1)
		expect((await device.local.attempts.find(id))?.status).toBe('IN_PROGRESS')
	})

	it('pauses at 401 and continues after the next sign-in', async () => {
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

	it('keeps all entries and stops at 426', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = async () => new Response('{}', { status: 426 })
		await device.local.engine.start()
		expect(device.local.engine.state().updateNeeded).toBe(true)
		expect(await device.local.outbox.waiting()).toBe(1)
		await device.local.engine.drain()
		expect(device.sent, 'no immediate retry').toHaveLength(1)
	})

	it('retries after a while when an update is required', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		device.network = faulty(1, async () => new Response('{}', { status: 426 }))
		await device.local.engine.start()
		await settle()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect(device.local.engine.state().updateNeeded).toBe(false)
	})

	it('notifies subscribers when sending starts and ends', async () => {
		const seen: boolean[] = []
		device.local.engine.subscribe(() => seen.push(device.local.engine.state().sending))
		const id = must(await device.local.quiz.start(quizzes.binary))
		await answerAll(device, id, 3)
		await device.local.engine.start()
		expect(seen).toEqual([true, false])
	})
})

describe('queue ownership', () => {
	it('never sends a voter’s answers under another token', async () => {
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

	it('stores an answer for the voter who gave it', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		const first = device.user
		const other = await server.registerVoter()
		const answering = answerAll(device, id, 1)
		// Wait until the answer is being stored.
		await new Promise((resolve) => setTimeout(resolve))
		device.user = { key: other.user.id, token: other.token }
		await answering.catch(() => undefined)
		const entries = await device.db.outbox.toArray()
		expect(new Set(entries.map((entry) => entry.userId))).toEqual(new Set([first?.key]))
	})

	it('discards only entries that were never sent', async () => {
		const sent = must(await device.local.quiz.start(quizzes.binary))
		await device.local.engine.start()
		device.network = offline
		must(await device.local.quiz.start(quizzes.scale))
		await device.local.account.discardUnsent()
		expect(await device.local.outbox.waiting()).toBe(0)
		expect((await device.db.attempts.toArray()).map((attempt) => attempt.id)).toEqual([sent])
	})

	it('discards more entries than Dexie awaits without a request', async () => {
		const id = must(await device.local.quiz.start(quizzes.binary))
		const policyId = (await device.local.attempts.find(id))?.statements[0]?.policyId ?? ''
		const [first] = await device.db.outbox.toArray()
		if (first === undefined) throw new Error('nothing waits')
		const { seq: _, ...entry } = first
		const many = Array.from({ length: 300 }, (_each, at) => ({
			...{ ...entry, id: `answer ${at}`, command: 'quiz.interact' },
			args: { attemptId: id, policyId, value: 1, responseTimeMs: 1 },
		}))
		await device.db.outbox.bulkAdd(many)
		await device.local.account.discardUnsent()
		expect(await device.db.outbox.count()).toBe(0)
	})

	it('erases one voter’s data and keeps another’s unsent data', async () => {
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

describe('outbox entries of other builds', () => {
	it('leaves an entry of a newer build to a newer tab', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		await device.db.outbox.toCollection().modify({ v: 99 })
		await device.local.engine.start()
		expect(device.sent).toHaveLength(0)
		expect(await device.local.outbox.waiting()).toBe(1)
	})

	it('lists an unreadable entry instead of dropping it', async () => {
		must(await device.local.quiz.start(quizzes.scale))
		await device.db.outbox.toCollection().modify({ args: { nonsense: true } })
		await device.local.engine.start()
		expect(await device.local.outbox.refused()).toHaveLength(1)
	})
})
