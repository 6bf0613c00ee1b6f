import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { endpoints } from '#contract/index.ts'
import { messageOf } from '#contract/messages.ts'
import { BODY_MAX_BYTES, SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import { logOfRequest } from '../log.ts'
import { problemResponse, REQUEST, routeOf, serviceError } from './errors.ts'

export type Entry =
	/** Call `leave` once, after the response. */
	| { readonly ok: true; readonly leave: () => void }
	/** Seconds until this call may retry. */
	| { readonly ok: false; readonly comeBackIn: number }

export interface Room {
	/** @param continues the call follows one that was just answered. */
	readonly enter: (continues?: boolean) => Entry
}

/** Target duration of a call, in ms. Clients wait three times as long, which leaves time for the network. */
const IN_TIME_MS = SEND_TIMEOUT_MS / 3
/** Lower bound of the limit: enough calls to keep the database busy. */
const LEAST = 20
/** Fraction by which a late call moves the limit towards the target. */
const TOWARDS = 0.1
/** Under load, each call that is in time raises the limit by `GROWTH / limit`. */
const GROWTH = 5
/** More callers than this schedules return at a random time. */
const LONGEST_MS = 600_000
/** Share of the throughput for calls that retry. The next calls of those admitted take the rest. */
const FOR_RETURNERS = 0.5
/** Share of the maximum for calls that continue nothing. */
const FOR_OTHERS = 0.75
/** Initial guess of the throughput in calls per second. */
const FIRST_RATE = 40
const WINDOW_MS = 1000
/** Smoothing factors of the throughput average: faster upwards than downwards. */
const FASTER = 0.3
const SLOWER = 0.1
/** Share of the learned limit and rate dropped per idle window: the next load may consist of other calls. */
const FORGOTTEN = 0.1

/** Averages the throughput under load, in calls per second, over windows of one second. */
const createPace = (now: () => number) => {
	let rate = FIRST_RATE
	let window = { since: now(), answered: 0, crowded: false }
	return {
		rate: () => rate,
		note: (what: 'answered' | 'turned away'): void => {
			if (what === 'answered') window.answered++
			else window.crowded = true
		},
		/** Closes a window that is over. @returns the fraction of the learned limit to keep: 1 while under load. */
		roll: (at: number): number => {
			const { since, answered, crowded } = window
			const passed = (at - since) / WINDOW_MS
			if (passed < 1) return 1
			const seen = (answered * 1000) / (at - since)
			const left = crowded ? 1 : (1 - FORGOTTEN) ** passed
			if (crowded) rate += (seen > rate ? FASTER : SLOWER) * (seen - rate)
			else rate = FIRST_RATE + (rate - FIRST_RATE) * left
			window = { since: at, answered: 0, crowded: false }
			return left
		},
	}
}

/** Schedules retries of refused calls. The returned function gives the delay of the next one, in ms. */
const createReturns = (random: () => number) => {
	let last = 0
	return (at: number, inside: number, rate: number): number => {
		const msEach = 1000 / Math.max(1, rate) / FOR_RETURNERS
		const next = Math.max(last, at + inside * msEach) + msEach
		if (next - at > LONGEST_MS) return (LONGEST_MS * (1 + random())) / 2
		last = next
		return next - at
	}
}

/**
 * Admits as many concurrent calls as finish in time: by Little's law, throughput times {@link IN_TIME_MS}. A fixed limit
 * would fit only one machine. Staggers the retries of refused calls, which would otherwise return together. Refuses no
 * call that continues before `most`: its device would have been refused twice.
 * @param most maximum of concurrent calls. @param now monotonic, in ms. @param random from 0 up to 1; spreads retries
 * that do not fit in {@link LONGEST_MS}.
 */
export const createAdmission = (
	most: number,
	now: () => number = () => performance.now(),
	random: () => number = Math.random,
): Room => {
	const mostOthers = FOR_OTHERS * most
	const least = Math.min(LEAST, mostOthers)
	const first = Math.min(mostOthers, (FIRST_RATE * IN_TIME_MS) / 1000)
	const pace = createPace(now)
	const nextReturn = createReturns(random)
	let limit = first
	let inside = 0

	const roll = (at: number): void => {
		limit = first + (limit - first) * pace.roll(at)
	}

	const adjust = (tookMs: number, among: number): void => {
		// The duration of a call says little about the limit while few calls run.
		if (among < limit / 2) return
		const wanted =
			tookMs > IN_TIME_MS
				? limit + TOWARDS * Math.min(0, (among * IN_TIME_MS) / tookMs - limit)
				: limit + GROWTH / limit
		limit = Math.min(mostOthers, Math.max(least, wanted))
	}

	const enter = (continues = false): Entry => {
		const began = now()
		roll(began)
		if (inside >= Math.ceil(continues ? most : limit)) {
			pace.note('turned away')
			return { ok: false, comeBackIn: Math.ceil(nextReturn(began, inside, pace.rate()) / 1000) }
		}
		const among = ++inside
		const leave = (): void => {
			const at = now()
			inside--
			pace.note('answered')
			roll(at)
			adjust(at - began, among)
		}
		return { ok: true, leave }
	}
	return { enter }
}

export interface Attended {
	readonly method: string
	/** Route pattern with `:id` instead of the id, which can be the only key to a knowledge test. */
	readonly route: string
	readonly status: number
	readonly seconds: number
}

/** Default maximum of concurrent calls per process; {@link createAdmission} may lower it. */
export const MOST_AT_ONCE = { embedded: 100, postgres: 500 } as const

export const mostAtOnceOf = ({
	MOST_AT_ONCE: most,
	DATABASE_URL: url,
}: Pick<Config, 'MOST_AT_ONCE' | 'DATABASE_URL'>): number =>
	most ?? MOST_AT_ONCE[url === undefined ? 'embedded' : 'postgres']

/** Health checks bypass admission: a busy process must not be restarted or taken out of rotation. */
const HEALTH = new Set(['/api/health', '/api/health/live'])

/** Paths of batches, up to the id. A device sends a batch only after a call that was answered. */
const BATCHES = [endpoints.quiz.batch, endpoints.knowledgeTest.batch].map(
	({ path }) => `/api${path.replace(/:.*/, '')}`,
)
const isBatch = (path: string): boolean => BATCHES.some((batch) => path.startsWith(batch))

const BUSY = messageOf('service-busy')

const REQUEST_ID = 'x-request-id'

/** Accepts a request id only from our own proxy. */
const idOf = (c: Context, trustProxy: boolean): string => {
	const given = trustProxy ? c.req.header(REQUEST_ID) : undefined
	return given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/** Builds the response without throwing: a stack trace would cost more than the rest under load. */
const busy = (comeBackIn: number): Response =>
	problemResponse({
		serviceCode: 'unavailable',
		...BUSY,
		errors: [],
		headers: { 'retry-after': String(comeBackIn) },
	})

/** Reads the body before taking a slot, so slow senders cannot occupy it. Admin routes read larger bodies later. */
const awaitBody = async ({ req }: Context): Promise<void> => {
	const length = Number(req.header('content-length') ?? 0)
	if (length > 0 && length <= BODY_MAX_BYTES) await req.text()
}

/** Assigns request ids, answers 503 with `Retry-After` when overloaded, and reports each outcome. */
export const admit = ({
	log,
	trustProxy = false,
	mostAtOnce = MOST_AT_ONCE.postgres,
	logRequests = false,
	onAttended,
}: Pick<
	Deps,
	'log' | 'trustProxy' | 'mostAtOnce' | 'logRequests' | 'onAttended'
>): MiddlewareHandler => {
	const room = createAdmission(mostAtOnce)
	const letIn = async (c: Context, next: Next): Promise<void> => {
		// Reject chunked bodies: without a Content-Length we cannot bound the wait.
		if (c.req.header('transfer-encoding') !== undefined) {
			c.res = problemResponse(serviceError('length-required', 'content-length-missing'))
			return
		}
		await awaitBody(c)
		const entry = room.enter(isBatch(c.req.path))
		if (!entry.ok) {
			c.res = busy(entry.comeBackIn)
			return
		}
		try {
			await next()
		} finally {
			entry.leave()
		}
	}
	return async (c, next) => {
		const id = idOf(c, trustProxy)
		c.set(REQUEST, id)
		const began = performance.now()
		await (HEALTH.has(c.req.path) ? next() : letIn(c, next))
		const { status } = c.res
		if (status >= 400) c.res.headers.set(REQUEST_ID, id)
		const seconds = (performance.now() - began) / 1000
		const call = { method: c.req.method, route: routeOf(c), status, seconds }
		onAttended?.(call)
		if (logRequests) logOfRequest(log, id)('info', 'request', { ...call })
	}
}
