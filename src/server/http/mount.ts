import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import {
	type Access,
	type Endpoint,
	type HandlerInput,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
	type Sent,
} from '#contract/endpoint.ts'
import { BODY_MAX_BYTES } from '#domain/limits.ts'
import type { Role } from '#domain/types.ts'
import type { Actor, Deps } from '../context.ts'
import { countCatalogueChanges } from '../db/audit.ts'
import { harmlessMessage } from '../db/errors.ts'
import type { Db } from '../db/open.ts'
import { authenticate } from '../services/auth/sign-in.ts'
import { accountGone, BUSY, routeOf, serviceError, unauthorized } from './errors.ts'
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
import { sendFile } from './responses.ts'

/** The API under construction: rows are mounted on `app` and act on `deps`. */
export interface Api {
	readonly app: Hono
	readonly deps: Deps
}

/** What a handler knows beside the input. */
export interface CallContext<User extends Actor | null> extends Deps {
	/** The signed-in user; null on public rows. */
	readonly user: User
	/** The moment of the call. */
	readonly now: Date
	/** Where it comes from, for limits. */
	readonly address: string
	readonly key: string | null
	readonly order: Order | null
	/** The versions of the record that the call is meant for; null for whatever there is. */
	readonly ifMatch: IfMatch | null
}

/** The context of a row: there is a user wherever the row asks for one. */
type ContextOf<Row extends Endpoint> = CallContext<Row['access'] extends 'public' ? null : Actor>

/** A reply, or the pieces of a file. */
type Outcome<Row extends Endpoint> = Row extends { readonly file: object }
	? AsyncIterable<string>
	: Promise<Sent<Row>>

/** What a row does when it is called. */
export type Handler<Row extends Endpoint> = (
	context: ContextOf<Row>,
	input: HandlerInput<Row>,
) => Outcome<Row>

const ALLOWED: Readonly<Record<Exclude<Access, 'public'>, readonly Role[]>> = {
	user: ['ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN'],
	moderator: ['ROLE_MODERATOR', 'ROLE_ADMIN'],
	admin: ['ROLE_ADMIN'],
}

const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

const requireActor = async (deps: Deps, c: Context, access: Access): Promise<Actor | null> => {
	if (access === 'public') return null
	const token = BEARER.exec(c.req.header('authorization') ?? '')?.[1]
	const actor = token === undefined ? null : await authenticate(deps, token)
	if (actor === 'gone') throw accountGone()
	if (actor === null) throw unauthorized()
	if (!actor.roles.some((role) => ALLOWED[access].includes(role))) {
		throw serviceError('forbidden', 'You are not authorized to perform this action.')
	}
	return actor
}

/** Reads no more of a body than a row lets it have. */
const limitBody = ({ maxBytes = BODY_MAX_BYTES }: Endpoint) => {
	const limit = bodyLimit({
		maxSize: maxBytes,
		onError: () => {
			throw serviceError('too-large', `The request body is larger than ${maxBytes} bytes.`)
		},
	})
	return (c: Context) => limit(c, async () => undefined)
}

/** The version in a reply, for those that read headers; null where the reply says none. */
const etagOf = (reply: unknown): string | null =>
	typeof reply === 'object' && reply !== null && 'etag' in reply && typeof reply.etag === 'string'
		? reply.etag
		: null

/**
 * Puts a row of the contract on the server: who may call, what is valid and the status of a success come from the row.
 * The caller is checked before the input, so that a stranger learns nothing from the answers.
 */
export const mount = <Row extends Endpoint>(
	{ app, deps }: Api,
	row: Row,
	handler: Handler<Row>,
): void => {
	const limit = limitBody(row)
	app.on(row.method, `/api${row.path}`, async (c) => {
		const user = await requireActor(deps, c, row.access)
		await limit(c)
		const input = {
			params: parsePart(row.params, c.req.param(), 'params'),
			query: parsePart(row.query, c.req.query(), 'query'),
			body: row.body && parsePart(row.body, await readJson(c.req), 'body'),
		}
		// Who called may have waited for all this longer than they do.
		if (c.req.raw.signal.aborted) throw serviceError('unavailable', BUSY)
		const context: CallContext<Actor | null> = {
			...deps,
			user,
			now: deps.clock(),
			address: addressOf(c, deps.trustProxy ?? false),
			key: row.idempotent ? parseIdempotencyKey(c.req.header(IDEMPOTENCY_HEADER)) : null,
			order: row.idempotent ? parseOrder(c.req.header(ORDER_HEADER)) : null,
			ifMatch: row.conditional ? parseIfMatch(c.req.header(IF_MATCH_HEADER)) : null,
		}
		// Both follow the row: the types of its schemas, and a user exactly where its access asks for one.
		const outcome = handler(context as ContextOf<Row>, input as HandlerInput<Row>)
		if (row.file) {
			return sendFile(outcome as AsyncIterable<string>, row.file, (error) => {
				const message = harmlessMessage(error)
				deps.log('error', 'reply broken off', { route: routeOf(c), message })
			})
		}
		const reply = await outcome
		const etag = etagOf(reply)
		if (etag !== null) c.header('ETag', etag)
		return c.json(reply as object, row.status ?? 200)
	})
}

/** Reads something, or hands on what others have of it. */
type Shared<Read> = (read: () => Promise<Read>) => Promise<Read>

const settled = (reading: Promise<unknown>): Promise<unknown> => reading.catch(() => undefined)

/**
 * Has calls that ask for the same at the same moment share one read. Nobody is given a read that began before they asked:
 * whoever comes while one is under way shares the next one with all others who come meanwhile. So nothing is ever older
 * than without sharing, and beside the read that is under way one waits, however many ask.
 */
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

/** Reads what is the same for everybody who may call the row: it is not told who that is. */
type SharedRead<Row extends Endpoint> = (db: Db, input: HandlerInput<Row>) => Promise<Sent<Row>>

/** Puts a row on the server whose reply is the same for everybody who may call it. */
export type MountShared = <Row extends Endpoint>(row: Row, read: SharedRead<Row>) => void

/** So many replies are kept of a row: those that were asked for last. */
const MOST_KEPT = 200

/** A weak one: the same text may go out compressed. Twelve bytes of the hash tell two texts apart as well. */
const tagged = () =>
	etag({
		weak: true,
		generateDigest: async (body) => (await crypto.subtle.digest('SHA-256', body)).slice(0, 12),
	})

/** A reply, and how often the catalogue had changed before it was read. */
interface Kept<Reply> {
	readonly changes: string
	readonly reply: Promise<Reply>
}

/** Keeps replies by what was asked, for as long as the catalogue does not change. */
const createKeeper = <Reply>() => {
	const kept = new Map<string, Kept<Reply>>()
	return (asked: string, changes: string, read: () => Promise<Reply>): Promise<Reply> => {
		const before = kept.get(asked)
		if (before?.changes === changes) {
			kept.delete(asked)
			kept.set(asked, before)
			return before.reply
		}
		// A statement of Drizzle's looks like a promise, but runs anew for each who waits for it.
		const reply = Promise.resolve(read())
		kept.delete(asked)
		kept.set(asked, { changes, reply })
		const [oldest = asked] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		// What fails is asked again; whoever waits for it hears of it themselves.
		reply.catch(() => {
			if (kept.get(asked)?.reply === reply) kept.delete(asked)
		})
		return reply
	}
}

/**
 * Mounts rows of the catalogue. Each call asks who calls and how often the catalogue has changed, and reads it only where
 * it has since: so every process and host answers with what is there now, whoever wrote it. Whoever says by
 * `If-None-Match` what they have is answered with 304 where that is still it.
 */
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
		// No row that is shared is a file, which its type leaves open.
		mount(api, row, handler as Handler<typeof row>)
	}
}
