import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import type { Deps } from '#server/context.ts'
import {
	type Attended,
	admit,
	createAdmission,
	type Entry,
	type Room,
} from '#server/http/admission.ts'
import { createOnError } from '#server/http/errors.ts'
import { jsonLog } from '#server/log.ts'

/** Simulated clock with events sorted by time, the next one last. */
const createTime = () => {
	const events: { readonly at: number; readonly happen: () => void }[] = []
	let now = 0
	return {
		now: () => now,
		at: (at: number, happen: () => void): void => {
			let [from, to] = [0, events.length]
			while (from < to) {
				const middle = Math.floor((from + to) / 2)
				if ((events[middle]?.at ?? 0) > at) from = middle + 1
				else to = middle
			}
			events.splice(from, 0, { at, happen })
		},
		pass: (): void => {
			for (let event = events.pop(); event !== undefined; event = events.pop()) {
				now = event.at
				event.happen()
			}
		},
	}
}

/** Simulated process that handles admitted calls in sequence, each in `ms`. @param coldMs duration during the first 15 s. */
const createProcess = (
	time: ReturnType<typeof createTime>,
	room: Room,
	ms: number,
	coldMs: number = ms,
) => {
	let freeAt = 0
	return {
		busyUntil: () => freeAt,
		/** @returns the retry delay in seconds, or null if admitted; then `answered` is called. */
		call: (answered: (tookMs: number) => void, continues = false): number | null => {
			const entry = room.enter(continues)
			if (!entry.ok) return entry.comeBackIn
			const began = time.now()
			freeAt = Math.max(freeAt, began)
			freeAt += freeAt < COLD_MS ? coldMs : ms
			time.at(freeAt, () => {
				entry.leave()
				answered(time.now() - began)
			})
			return null
		},
	}
}

/** Client timeout, in ms. */
const PATIENCE_MS = 15_000
/** Time in which a process refuses the first rush of a herd and becomes fast, in ms. */
const COLD_MS = 15_000

describe('overloaded process', () => {
	it.each([
		['slow', 33],
		['very slow', 200],
	])('admits only calls it can answer in time, also when %s', (_, ms) => {
		const time = createTime()
		const process = createProcess(time, createAdmission(500, time.now), ms)
		const took: { readonly beganAt: number; readonly ms: number }[] = []
		for (let at = 0; at < 240_000; at += 10) {
			time.at(at, () => {
				const beganAt = time.now()
				process.call((tookMs) => took.push({ beganAt, ms: tookMs }))
			})
		}
		time.pass()
		const settled = took.filter(({ beganAt }) => beganAt > 120_000)
		expect(Math.max(...settled.map((call) => call.ms))).toBeLessThan(PATIENCE_MS / 2)
		// It must also stay busy all the time.
		expect(settled.length).toBeGreaterThan((120_000 / ms) * 0.95)
	})

	it('admits more calls again when it becomes faster', () => {
		const time = createTime()
		const room = createAdmission(500, time.now)
		const slow = createProcess(time, room, 200)
		const quick = createProcess(time, room, 2)
		let least = Infinity
		let most = 0
		for (let at = 0; at < 60_000; at += 5) time.at(at, () => slow.call(() => undefined))
		time.at(60_000, () => {
			least = countEntries(room)
		})
		for (let at = 90_000; at < 200_000; at += 2) time.at(at, () => quick.call(() => undefined))
		time.at(300_000, () => {
			most = countEntries(room)
		})
		time.pass()
		expect(least).toBeLessThan(40)
		expect(most).toBeGreaterThan(150)
	})

	it('does not mistake a few long calls for overload', () => {
		const time = createTime()
		const room = createAdmission(500, time.now)
		for (let call = 0; call < 50; call++) {
			const entry = room.enter()
			if (entry.ok) time.at(call * 1000 + 90_000, entry.leave)
		}
		time.pass()
		expect(countEntries(room)).toBe(200)
	})
})

const countEntries = (room: Room): number => {
	const entries: Extract<Entry, { ok: true }>[] = []
	for (let entry = room.enter(); entry.ok; entry = room.enter()) entries.push(entry)
	for (const { leave } of entries) leave()
	return entries.length
}

describe('refused calls', () => {
	const turnAway = (count: number): number[] => {
		const room = createAdmission(500, () => 0)
		while (room.enter().ok);
		return Array.from({ length: count }, () => {
			const entry = room.enter()
			return entry.ok ? 0 : entry.comeBackIn
		})
	}

	it('get spread retry delays after the admitted ones', () => {
		const moments = turnAway(3000)
		expect(moments).toEqual(moments.toSorted((a, b) => a - b))
		expect(moments[0]).toBeGreaterThanOrEqual(5)
		expect(moments.at(-1)).toBeGreaterThan(60)
		const together = Math.max(
			...moments.map((moment) => moments.filter((m) => m === moment).length),
		)
		expect(together).toBeLessThan(50)
	})

	it('wait at most ten minutes and do not all return at once', () => {
		const moments = turnAway(100_000)
		expect(Math.max(...moments)).toBeLessThanOrEqual(600)
		expect(moments.filter((moment) => moment === 600).length).toBeLessThan(2000)
	})
})

describe('thundering herd', () => {
	it.each([
		['a warm', 20],
		['a cold', 60],
	])('is served by %s process with at most 1.5 requests each', (_, coldMs) => {
		const time = createTime()
		const process = createProcess(time, createAdmission(500, time.now), 20, coldMs)
		let requests = 0
		let late = 0
		let left = 5500
		/** Sends a first call and then its batch, retrying each when due. */
		const send = (continues: boolean): void => {
			requests++
			const comeBackIn = process.call((tookMs) => {
				if (tookMs > PATIENCE_MS) late++
				if (continues) left--
				else send(true)
			}, continues)
			if (comeBackIn !== null) time.at(time.now() + comeBackIn * 1000 + 1000, () => send(continues))
		}
		// Their connections take the first seconds.
		for (let device = 0; device < 5500; device++) time.at(device, () => send(false))
		time.pass()
		expect({ left, late }).toEqual({ left: 0, late: 0 })
		expect(requests / 11_000).toBeLessThanOrEqual(1.5)
		// The work takes 220 s; up to half as much may be idle time.
		expect(process.busyUntil()).toBeLessThan(330_000)
	})
})

/** App with calls that succeed, fail, or wait until released. */
const appWith = (options: Partial<Parameters<typeof admit>[0]> = {}) => {
	const attended: Attended[] = []
	const lines: Record<string, unknown>[] = []
	const out = vi.spyOn(console, 'log')
	out.mockImplementation((line) => lines.push(JSON.parse(String(line))))
	// Logs to stdout only: the tests fail on output to stderr.
	const log: Deps['log'] = (_, event, fields) => jsonLog('info', event, fields)
	const app = new Hono()
	app.onError(createOnError(log))
	app.use('/api/*', admit({ log, onAttended: (call) => attended.push(call), ...options }))
	app.get('/api/sessions/:id', (c) => c.json({ id: c.req.param('id') }))
	app.get('/api/failing/:id', () => {
		throw new TypeError('of a program')
	})
	app.get('/api/broken', () => {
		throw new TypeError('of a program')
	})
	let letGo = (): void => undefined
	const gate = new Promise<void>((resolve) => {
		letGo = resolve
	})
	app.get('/api/slow', async (c) => {
		await gate
		return c.json({})
	})
	for (const path of ['/api/health/live', '/api/health']) app.get(path, (c) => c.json({}))
	return { app, attended, lines, letGo: () => letGo() }
}

describe('call', () => {
	it('returns the request id that its log lines have when it fails', async () => {
		const { app, lines } = appWith()
		const reply = await app.request('/api/broken')
		const id = reply.headers.get('x-request-id')
		expect(id).toMatch(/^[\da-f-]{36}$/)
		expect(lines).toHaveLength(1)
		expect(lines[0]).toMatchObject({ event: 'request failed', request: id })
	})

	it('takes its request id only from a trusted, valid proxy header', async () => {
		const given = { headers: { 'x-request-id': 'of-the-proxy-1' } }
		const behind = await appWith({ trustProxy: true }).app.request('/api/broken', given)
		expect(behind.headers.get('x-request-id')).toBe('of-the-proxy-1')
		const open = await appWith().app.request('/api/broken', given)
		expect(open.headers.get('x-request-id')).not.toBe('of-the-proxy-1')
		const odd = { headers: { 'x-request-id': 'a"b c' } }
		const wrong = await appWith({ trustProxy: true }).app.request('/api/broken', odd)
		expect(wrong.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
	})

	// Every byte counts on a first visit.
	it('has no request id header on success', async () => {
		const reply = await appWith().app.request('/api/sessions/1')
		expect(reply.headers.get('x-request-id')).toBeNull()
	})

	// The id of a session grants access to its knowledge test.
	it('is logged by route without the ids in its path', async () => {
		const { app, attended, lines } = appWith({ logRequests: true })
		await app.request('/api/sessions/a-secret')
		expect(attended).toMatchObject([{ method: 'GET', route: '/api/sessions/:id', status: 200 }])
		expect(lines).toMatchObject([
			{ event: 'request', method: 'GET', route: '/api/sessions/:id', status: 200 },
		])
		await app.request('/api/failing/a-secret')
		expect(lines[1]).toMatchObject({ event: 'request failed', route: '/api/failing/:id' })
		expect(JSON.stringify(lines)).not.toContain('a-secret')
	})

	// Scans must not create new metrics.
	it('has no route when unknown', async () => {
		const { app, attended } = appWith()
		await app.request('/api/a/b/c')
		expect(attended).toMatchObject([{ route: 'none', status: 404 }])
	})
})

// Anyone could fill the log otherwise.
it('a client that disconnects while sending is not logged', async () => {
	const { app, lines } = appWith()
	app.post('/api/answers', () => {
		throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
	})
	const gone = AbortSignal.abort()
	const request = new Request('http://localhost/api/answers', { method: 'POST', signal: gone })
	await app.request(request)
	expect(lines).toEqual([])
	await app.request(new Request('http://localhost/api/answers', { method: 'POST' }))
	expect(lines).toMatchObject([{ event: 'request failed', code: 'ECONNRESET' }])
})

describe('overload', () => {
	it('refuses excess calls with Retry-After and serves the others', async () => {
		const { app, letGo } = appWith({ mostAtOnce: 2 })
		const waiting = [app.request('/api/slow'), app.request('/api/slow')]
		const refused = await app.request('/api/sessions/1')
		expect(refused.status).toBe(503)
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(await refused.json()).toMatchObject({
			message: 'The service is very busy. Please try again in a moment.',
		})
		for (const path of ['/api/health/live', '/api/health']) {
			expect((await app.request(path)).status, `${path} stays healthy`).toBe(200)
		}
		letGo()
		expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
		expect((await app.request('/api/sessions/1')).status, 'calls are admitted again').toBe(200)
	})

	it('admits a batch where a first call is refused', async () => {
		const { app, letGo } = appWith({ mostAtOnce: 300 })
		const waiting = Array.from({ length: 200 }, () => app.request('/api/slow'))
		expect((await app.request('/api/sessions/1')).status).toBe(503)
		for (const path of ['/api/v2/quiz/batch/1', '/api/policy-knowledge-test/batch']) {
			expect((await app.request(path)).status, path).toBe(404)
		}
		letGo()
		await Promise.all(waiting)
	})
})
