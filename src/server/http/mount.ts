import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import {
	type Access,
	type Endpoint,
	type HandlerInput,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
	type Sent,
} from '#contract/endpoint.ts'
import { BODY_MAX_BYTES } from '#domain/constants.ts'
import type { Role } from '#domain/types.ts'
import type { Actor, Deps } from '../context.ts'
import { harmlessMessage } from '../db/errors.ts'
import { authenticate } from '../services/auth/authenticate.ts'
import { addressOf } from './address.ts'
import { parsePart, readJson } from './input.ts'
import {
	type IfMatch,
	type Order,
	parseIdempotencyKey,
	parseIfMatch,
	parseOrder,
} from './operation-headers.ts'
import { routeOf } from './route-of.ts'
import { sendFile } from './send-file.ts'
import { accountGone, BUSY, serviceError, unauthorized } from './service-error.ts'

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
