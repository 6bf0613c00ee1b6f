import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import {
	type Endpoint,
	type HandlerInput,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
	type Sent,
} from '#contract/endpoint.ts'
import { BODY_MAX_BYTES } from '#domain/limits.ts'
import type { Actor, Deps } from '../context.ts'
import { countCatalogueChanges } from '../db/audit.ts'
import { harmlessMessage } from '../db/errors.ts'
import type { Db } from '../db/open.ts'
import { logOfRequest } from '../log.ts'
import { REQUEST, routeOf, serviceError } from './errors.ts'
import {
	addressOf,
	type IfMatch,
	type Order,
	parseIdempotencyKey,
	parseIfMatch,
	parseOrder,
	parsePart,
	readJson,
} from './request.ts'
import { sendFile, sendJson } from './responses.ts'
import { readSession, requireActor, type Session } from './session.ts'

export interface Api {
	readonly app: Hono
	readonly deps: Deps
}

export interface CallContext<User extends Actor | null> extends Deps {
	readonly user: User
	readonly now: Date
	readonly address: string
	readonly key: string | null
	readonly order: Order | null
	/** Versions required by If-Match; null for any. */
	readonly ifMatch: IfMatch | null
}

type ContextOf<Row extends Endpoint> = CallContext<Row['access'] extends 'public' ? null : Actor>

type Outcome<Row extends Endpoint> = Row extends { readonly file: object }
	? AsyncIterable<string>
	: Promise<Sent<Row>>

export type Handler<Row extends Endpoint> = (
	context: ContextOf<Row>,
	input: HandlerInput<Row>,
) => Outcome<Row>

const limitBody = ({ maxBytes = BODY_MAX_BYTES, body }: Endpoint) => {
	const onError = () => {
		throw serviceError('too-large', { code: 'body-too-large', values: { bytes: maxBytes } })
	}
	const limit = bodyLimit({ maxSize: maxBytes, onError })
	return async (c: Context): Promise<void> => {
		const length = c.req.header('content-length')
		// Hono's check asks for the body as a stream, which costs as much CPU as the rest of a short call.
		if (length === undefined) await (body && limit(c, async () => undefined))
		else if (Number(length) > maxBytes) onError()
	}
}

const etagOf = (reply: unknown): string | null =>
	typeof reply === 'object' && reply !== null && 'etag' in reply && typeof reply.etag === 'string'
		? reply.etag
		: null

/** Reads and validates a call's input. */
const createReader = (deps: Deps, row: Endpoint) => {
	const limit = limitBody(row)
	return async (c: Context) => {
		await limit(c)
		const input = {
			params: parsePart(row.params, c.req.param(), 'params'),
			query: parsePart(row.query, c.req.query(), 'query'),
			body: row.body && parsePart(row.body, await readJson(c.req), 'body'),
		}
		// The client may have given up while the request was read.
		if (c.req.raw.signal.aborted) throw serviceError('unavailable', 'service-busy')
		const context: CallContext<null> = {
			...deps,
			log: logOfRequest(deps.log, c.get(REQUEST)),
			user: null,
			now: deps.clock(),
			address: addressOf(c, deps.trustProxy ?? false),
			key: row.idempotent ? parseIdempotencyKey(c.req.header(IDEMPOTENCY_HEADER)) : null,
			order: row.idempotent ? parseOrder(c.req.header(ORDER_HEADER)) : null,
			ifMatch: row.conditional ? parseIfMatch(c.req.header(IF_MATCH_HEADER)) : null,
		}
		return { context, input }
	}
}

/** Mounts an endpoint. Checks access before the input, so validation errors reveal nothing to strangers. */
export const mount = <Row extends Endpoint>(
	{ app, deps }: Api,
	row: Row,
	handler: Handler<Row>,
	send: typeof sendJson = sendJson,
): void => {
	const read = createReader(deps, row)
	const { access } = row
	app.on(row.method, `/api${row.path}`, async (c) => {
		const user =
			access === 'public' ? null : await requireActor(deps, await readSession(deps, c, access))
		const { context, input } = await read(c)
		// Safe: the row's schemas validated the input, and its access level guarantees the user.
		const outcome = handler({ ...context, user } as ContextOf<Row>, input as HandlerInput<Row>)
		if (row.file) {
			return sendFile(outcome as AsyncIterable<string>, row.file, (error) => {
				const message = harmlessMessage(error)
				context.log('error', 'reply broken off', { route: routeOf(c), message })
			})
		}
		const reply = await outcome
		const etag = etagOf(reply)
		if (etag !== null) c.header('ETag', etag)
		return send(c, reply, row.status)
	})
}

export interface SessionContext extends Omit<CallContext<null>, 'user'> {
	readonly session: Session
}

type SessionRow = Endpoint & { readonly access: Session['access'] }

/** Mounts an endpoint whose handler calls `checkSession` with what its own statement read, which saves a query. */
export const mountSession = <Row extends SessionRow>(
	{ app, deps }: Api,
	row: Row,
	handler: (context: SessionContext, input: HandlerInput<Row>) => Promise<Sent<Row>>,
): void => {
	const read = createReader(deps, row)
	app.on(row.method, `/api${row.path}`, async (c) => {
		const session = await readSession(deps, c, row.access)
		const { context, input } = await read(c).catch(async (error) => {
			await requireActor(deps, session)
			throw error
		})
		const reply = await handler({ ...context, session }, input as HandlerInput<Row>)
		return sendJson(c, reply, row.status, true)
	})
}

type Shared<Read> = (read: () => Promise<Read>) => Promise<Read>

const settled = (reading: Promise<unknown>): Promise<unknown> => reading.catch(() => undefined)

/** Coalesces simultaneous reads. A call never joins a read that began earlier, so results are as fresh as without. */
export const createCoalescer = <Read>(): Shared<Read> => {
	let underWay: Promise<Read> | null = null
	let next: Promise<Read> | null = null
	const begin: Shared<Read> = (read) => {
		const reading = read()
		underWay = reading
		void settled(reading).then(() => {
			if (underWay === reading) underWay = null
		})
		return reading
	}
	return (read) => {
		if (next !== null) return next
		if (underWay === null) return begin(read)
		next = settled(underWay).then(() => {
			next = null
			return begin(read)
		})
		return next
	}
}

/** Reads data that is the same for every caller, so it gets no user. */
type SharedRead<Row extends Endpoint> = (db: Db, input: HandlerInput<Row>) => Promise<Sent<Row>>

export type MountShared = <Row extends Endpoint>(row: Row, read: SharedRead<Row>) => void

/** Cached replies per endpoint; the least recently used is evicted first. */
const MOST_KEPT = 200

/** Weak, because the reply may be compressed. Twelve bytes of the hash are enough. */
const tagged = () =>
	etag({
		weak: true,
		generateDigest: async (body) => (await crypto.subtle.digest('SHA-256', body)).slice(0, 12),
	})

/** Uncompressed, because {@link tagged} has to read it. */
const sendTagged: typeof sendJson = (c, reply, status) => c.json(reply as object, status)

interface Kept<Reply> {
	readonly changes: string
	readonly reply: Promise<Reply>
}

/** Caches replies by input until the catalogue changes. */
const createKeeper = <Reply>() => {
	const kept = new Map<string, Kept<Reply>>()
	return (asked: string, changes: string, read: () => Promise<Reply>): Promise<Reply> => {
		const before = kept.get(asked)
		if (before?.changes === changes) {
			kept.delete(asked)
			kept.set(asked, before)
			return before.reply
		}
		// A Drizzle query is a thenable that runs again for each `await`; wrap it in a real promise.
		const reply = Promise.resolve(read())
		kept.delete(asked)
		kept.set(asked, { changes, reply })
		const [oldest = asked] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		// Drop failed reads from the cache. Callers handle the error themselves.
		reply.catch(() => {
			if (kept.get(asked)?.reply === reply) kept.delete(asked)
		})
		return reply
	}
}

/** Mounts endpoints cached until the catalogue changes. Every call checks the shared change count. */
export const createMountShared = (api: Api): MountShared => {
	const { app, deps } = api
	const countChanges = createCoalescer<string>()
	return (row, read) => {
		const keep = createKeeper<Sent<typeof row>>()
		app.on(row.method, `/api${row.path}`, tagged())
		const answer = async (input: HandlerInput<typeof row>) => {
			const changes = await countChanges(() => countCatalogueChanges(deps.db))
			return keep(JSON.stringify(input), changes, () => read(deps.db, input))
		}
		const handler = (_: Deps, input: HandlerInput<typeof row>): unknown => answer(input)
		// Shared endpoints never return files, which the type does not express.
		mount(api, row, handler as Handler<typeof row>, sendTagged)
	}
}
