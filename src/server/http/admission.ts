import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { BODY_MAX_BYTES, SEND_TIMEOUT_MS } from '#domain/limits.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import { inRequest } from '../log.ts'
import { BUSY, problemResponse, routeOf, serviceError } from './errors.ts'

/** What comes of asking for room. */
export type Entry =
	/** There is; `leave` is called once, when the call is answered. */
	| { readonly ok: true; readonly leave: () => void }
	/** There is none; seconds after which it is this call's turn to ask again. */
	| { readonly ok: false; readonly comeBackIn: number }

/** How many calls are let in at once. */
export interface Room {
	readonly enter: () => Entry
}

/** So long may a call take, in ms. Who sent it waits three times that, and the way there and back takes its time. */
const IN_TIME_MS = SEND_TIMEOUT_MS / 3
/** However slow it gets, so many are let in: enough for the database to have something to do all the time. */
const LEAST = 20
/** Where calls are late, the limit goes so far towards what would have been in time, with each of them. */
const TOWARDS = 0.1
/** Where they are in time, and there is a crowd, so much is added with each, over the limit: some five a second. */
const GROWTH = 5
/** Whoever is sent away is away for so long at most, in ms. */
const LONGEST_MS = 300_000
/** The part of what is answered that is meant for who was sent away and comes back; the others go on meanwhile. */
const FOR_RETURNERS = 0.5
/** Before anything is known: the part of the most that is let in, and how many are thought to be answered in a second. */
const FIRST = 0.75
const FIRST_RATE = 50
const WINDOW_MS = 1000
/** What a window counts beside those before: more where it shows that more can be done than was thought. */
const FASTER = 0.3
const SLOWER = 0.1
/** What is forgotten with each window without a crowd, of limit and rate: the next one may ask for other things. */
const FORGOTTEN = 0.1

/** How many calls are answered in a second where there is a crowd, as the windows of a second tell one after the other. */
const createPace = (now: () => number) => {
	let rate = FIRST_RATE
	let window = { since: now(), answered: 0, crowded: false }
	return {
		rate: () => rate,
		note: (what: 'answered' | 'turned away'): void => {
			if (what === 'answered') window.answered++
			else window.crowded = true
		},
		/** Closes a window that is over. @returns what is left of what the crowd taught: all of it while there is one. */
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

/** Where calls come back to that were sent away. @returns gives the next one its moment: so many ms from now. */
const createReturns = (random: () => number) => {
	let last = 0
	return (at: number, inside: number, rate: number): number => {
		const msEach = 1000 / Math.max(1, rate)
		const next = Math.max(last, at + inside * msEach) + msEach / FOR_RETURNERS
		if (next - at > LONGEST_MS) return (LONGEST_MS * (1 + random())) / 2
		last = next
		return next - at
	}
}

/**
 * Lets in as many calls as are answered in time, which is found out as they are: by Little's law as many as the process
 * answers in {@link IN_TIME_MS}. A fixed number would be one for a machine: on a slower one each that is let in waits for
 * longer than its sender does, and then nothing that is done is of use to anybody.
 *
 * Whoever is sent away is given a moment of their own to come back, one after the other at the rate at which calls are
 * answered. Told the same, they would come back together, to be sent away together.
 *
 * @param most never more than that
 * @param now a clock that never goes back, in ms
 * @param random from 0 up to 1; spreads those for whom there is no moment within {@link LONGEST_MS}
 */
export const createAdmission = (
	most: number,
	now: () => number = () => performance.now(),
	random: () => number = Math.random,
): Room => {
	const least = Math.min(LEAST, most)
	const first = Math.max(least, FIRST * most)
	const pace = createPace(now)
	const nextReturn = createReturns(random)
	let limit = first
	let inside = 0

	const roll = (at: number): void => {
		limit = first + (limit - first) * pace.roll(at)
	}

	const adjust = (tookMs: number, among: number): void => {
		// What a few calls take says nothing of how many would be in time.
		if (among < limit / 2) return
		const wanted =
			tookMs > IN_TIME_MS
				? limit + TOWARDS * Math.min(0, (among * IN_TIME_MS) / tookMs - limit)
				: limit + GROWTH / limit
		limit = Math.min(most, Math.max(least, wanted))
	}

	const enter = (): Entry => {
		const began = now()
		roll(began)
		if (inside >= Math.floor(limit)) {
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

/** A call that was answered. */
export interface Attended {
	readonly method: string
	/** As the contract has it: with `:id` and never the id itself, which may be all that a knowledge test is kept by. */
	readonly route: string
	readonly status: number
	readonly seconds: number
}

/**
 * So many calls may be under way in a process, unless the configuration says otherwise; fewer where they would not be
 * answered in time ({@link createAdmission}).
 */
export const MOST_AT_ONCE = { embedded: 100, postgres: 500 } as const

/** How many calls a process lets in at once. */
export const mostAtOnceOf = ({
	MOST_AT_ONCE: most,
	DATABASE_URL: url,
}: Pick<Config, 'MOST_AT_ONCE' | 'DATABASE_URL'>): number =>
	most ?? MOST_AT_ONCE[url === undefined ? 'embedded' : 'postgres']

/** Answered however much there is to do: a process that is busy is no process to be replaced, nor to be left out. */
const HEALTH = new Set(['/api/health', '/api/health/live'])

const REQUEST_ID = 'x-request-id'

/** The id that our proxy gave the request, where it did; its word alone is taken. */
const idOf = (c: Context, trustProxy: boolean): string => {
	const told = trustProxy ? c.req.header(REQUEST_ID) : undefined
	return told !== undefined && /^[\w-]{8,64}$/.test(told) ? told : randomUUID()
}

/** No error: taking down where it was thrown would cost more than all the rest of it, just when there is no time. */
const busy = (comeBackIn: number): Response =>
	problemResponse({
		serviceCode: 'unavailable',
		message: BUSY,
		errors: [],
		headers: { 'retry-after': String(comeBackIn) },
		type: undefined,
	})

/**
 * Has a body be there before its call takes a place: who sends slowly would keep one for as long as a request may take,
 * and a hundred of them everybody else out. What is larger only administrators send, who are asked for first.
 */
const awaitBody = async ({ req }: Context): Promise<void> => {
	const length = Number(req.header('content-length') ?? 0)
	if (length > 0 && length <= BODY_MAX_BYTES) await req.text()
}

/**
 * Attends to every call: gives it an id, which is in each line that is logged meanwhile and in every refusal's
 * `X-Request-Id`; sends it away with 503 and `Retry-After` where too many are under way, so that those that are let in
 * have an answer while somebody waits for it; and tells what came of it.
 */
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
		// How long a body is to be waited for nobody can say who does not know how much there is of it.
		if (c.req.header('transfer-encoding') !== undefined) {
			c.res = problemResponse(
				serviceError('length-required', 'The request body needs a Content-Length.'),
			)
			return
		}
		await awaitBody(c)
		const entry = room.enter()
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
	return (c, next) => {
		const id = idOf(c, trustProxy)
		return inRequest(id, async () => {
			const began = performance.now()
			await (HEALTH.has(c.req.path) ? next() : letIn(c, next))
			const { status } = c.res
			if (status >= 400) c.res.headers.set(REQUEST_ID, id)
			const seconds = (performance.now() - began) / 1000
			const call = { method: c.req.method, route: routeOf(c), status, seconds }
			onAttended?.(call)
			if (logRequests) log('info', 'request', { ...call })
		})
	}
}
