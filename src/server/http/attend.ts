import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { BODY_MAX_BYTES } from '#domain/constants.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../context.ts'
import { inRequest } from '../log.ts'
import { problemResponse } from './on-error.ts'
import { createRoom } from './room.ts'
import { routeOf } from './route-of.ts'
import { BUSY, serviceError } from './service-error.ts'

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
 * answered in time ({@link createRoom}).
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
export const attend = ({
	log,
	trustProxy = false,
	mostAtOnce = MOST_AT_ONCE.postgres,
	logRequests = false,
	onAttended,
}: Pick<
	Deps,
	'log' | 'trustProxy' | 'mostAtOnce' | 'logRequests' | 'onAttended'
>): MiddlewareHandler => {
	const room = createRoom(mostAtOnce)
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
