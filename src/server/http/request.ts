import { isIP, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, HonoRequest } from 'hono'
import { parseItem } from 'structured-headers'
import * as v from 'valibot'
import {
	type FieldError,
	IDEMPOTENCY_HEADER,
	IF_MATCH_HEADER,
	ORDER_HEADER,
} from '#contract/endpoint.ts'
import { isStorable } from '../db/sql.ts'
import { invalid, serviceError } from './errors.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * The parsed JSON of a request, undefined where it has no body.
 * @throws 415 for another content type, 400 for what is not JSON.
 */
export const readJson = async (request: HonoRequest): Promise<unknown> => {
	const text = await request.text()
	if (text === '') return undefined
	if (!JSON_TYPE.test(request.header('content-type') ?? '')) {
		throw serviceError('unsupported-type', 'The request body must be application/json.')
	}
	try {
		return JSON.parse(text)
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error
		throw invalid([{ path: '', message: 'is not valid JSON' }])
	}
}

const unstorable = (value: unknown, path: string, found: FieldError[]): void => {
	if (typeof value === 'string') {
		if (!isStorable(value)) found.push({ path, message: 'has a character that is not allowed' })
		return
	}
	if (typeof value !== 'object' || value === null) return
	for (const [key, part] of Object.entries(value)) {
		unstorable(part, path === '' ? key : `${path}.${key}`, found)
	}
}

/** The parts of a schema that lead to the schemas inside it. */
interface Nested {
	readonly pipe?: readonly Nested[]
	readonly wrapped?: Nested
	readonly item?: Nested
	readonly entries?: Readonly<Record<string, Nested>>
	readonly options?: readonly Nested[]
}

/** The schemas of a field, by its path: several where the field may belong to one of several forms. */
const schemasAt = (schema: Nested, path: readonly unknown[]): Nested[] => {
	const [key, ...rest] = path
	if (key === undefined) return [schema]
	const inner = schema.pipe?.[0] !== undefined && schema.pipe[0] !== schema ? [schema.pipe[0]] : []
	const next = typeof key === 'number' ? schema.item : schema.entries?.[String(key)]
	return [
		...(next === undefined ? [] : schemasAt(next, rest)),
		...[...inner, ...(schema.wrapped ? [schema.wrapped] : []), ...(schema.options ?? [])].flatMap(
			(each) => schemasAt(each, path),
		),
	]
}

const ownText = ({ message }: { readonly message: string }): string | null =>
	message.startsWith('Invalid ') ? null : message

/**
 * A schema's own text where it has one; valibot's standard text quotes the value, which may be a secret. A missing field
 * has the text that its schema has for a value of the wrong type.
 */
const messageOf = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string => {
	const own = ownText(issue)
	if (own !== null) return own
	if (issue.received !== 'undefined') return 'has the wrong form'
	const path = issue.path?.map(({ key }) => key) ?? []
	for (const field of schemasAt(schema as Nested, path)) {
		const [first] = v.safeParse(field as v.GenericSchema, undefined).issues ?? []
		const text = first === undefined ? null : ownText(first)
		if (text !== null && !/^\p{Ll}/u.test(text)) return text
	}
	return 'is required'
}

/**
 * Validates a part of a request by the endpoint's schema.
 * @param part its name, which stands as the path where the whole of it is wrong: "body", "query".
 * @throws 400 with every field that is wrong.
 */
export const parsePart = (
	schema: v.GenericSchema | undefined,
	value: unknown,
	part: string,
): unknown => {
	if (schema === undefined) return undefined
	// To an object's schema a list is an object without its fields.
	if (Array.isArray(value) && schema.type !== 'array') {
		throw invalid([{ path: part, message: 'must be an object' }])
	}
	const parsed = v.safeParse(schema, value)
	if (!parsed.success) {
		throw invalid(
			parsed.issues.map((issue) => ({
				path: v.getDotPath(issue) ?? part,
				message: messageOf(schema, issue),
			})),
		)
	}
	const found: FieldError[] = []
	unstorable(parsed.output, '', found)
	if (found.length > 0) throw invalid(found)
	return parsed.output
}

/** An operation's place in its stream, for the guard against late duplicates. */
export interface Order {
	readonly stream: string
	readonly seq: number
}

const TEXT_MAX = 255

type Parameters = ReturnType<typeof parseItem>[1]

const stringItem = (header: string): { text: string; parameters: Parameters } | null => {
	try {
		const [text, parameters] = parseItem(header)
		const fits = typeof text === 'string' && text.length >= 1 && text.length <= TEXT_MAX
		return fits ? { text, parameters } : null
	} catch {
		// The parser says "this is no such header" by throwing; the caller turns that into a 400.
		return null
	}
}

/** The value of `Idempotency-Key`, a quoted string of 1 to 255 characters; null where there is no header. */
export const parseIdempotencyKey = (header: string | undefined): string | null => {
	if (header === undefined) return null
	const item = stringItem(header)
	if (item === null) {
		const message = `must be a quoted string of 1 to ${TEXT_MAX} characters`
		throw invalid([{ path: IDEMPOTENCY_HEADER, message }])
	}
	return item.text
}

/** The value of `Evenhand-Order`, `"<stream>";seq=<n>`; null where there is no header. */
export const parseOrder = (header: string | undefined): Order | null => {
	if (header === undefined) return null
	const item = stringItem(header)
	const seq = item?.parameters.get('seq')
	if (item === null || typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) {
		throw invalid([{ path: ORDER_HEADER, message: 'must be a quoted stream with a whole seq' }])
	}
	return { stream: item.text, seq }
}

const ETAG = '(?:W/)?"([\\x21\\x23-\\x7e]*)"'
const ETAGS = new RegExp(`^${ETAG}(?:[ \\t]*,[ \\t]*${ETAG})*$`)

/** The versions that a change may be meant for, as a record's `etag` says them; "any" only wants it to exist. */
export type IfMatch = 'any' | readonly string[]

/**
 * The value of `If-Match`: `"3"`, several of these, or `*`; null where there is no header. A weak one counts like the
 * version that it names: it is how an `ETag` of ours comes back from who took the reply compressed.
 */
export const parseIfMatch = (header: string | undefined): IfMatch | null => {
	if (header === undefined) return null
	const text = header.trim()
	if (text === '*') return 'any'
	if (!ETAGS.test(text)) {
		throw invalid([{ path: IF_MATCH_HEADER, message: 'must be a version in quotes, or *' }])
	}
	return [...text.matchAll(new RegExp(ETAG, 'g'))].map(([, tag]) => `"${tag}"`)
}

/** Where nothing is known of who calls: requests that came over no network. */
const UNKNOWN = 'unknown'

const GROUPS = 8
/** The first half of an IPv6 address, which is its network. */
const NETWORK_GROUPS = 4

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/** Whoever has one IPv6 address has the 2^64 of its network, so a limit counts the network. IPv4 stays as it is. */
const networkOf = (address: string): string => {
	if (!isIPv6(address)) return address
	const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
	if (mapped !== undefined) return mapped
	const [head = '', tail = ''] = address.replace(/%.*$/, '').split('::')
	const [left, right] = [groupsOf(head), groupsOf(tail)]
	const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0')
	const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
	return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * Where a request comes from, for limits: an IPv4 address, or the network of an IPv6 one; "unknown" where nothing is known.
 * @param trustProxy whether a proxy of ours is in front: the last address of `X-Forwarded-For` is then the one that it saw.
 * The ones before it are the caller's own words, and without a proxy all of them are.
 */
export const addressOf = (c: Context, trustProxy: boolean): string => {
	const last = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
	// Some gateways add the port: 203.0.113.7:5678, [2001:db8::7]:5678.
	const told = last?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1')
	if (told !== undefined && isIP(told) !== 0) return networkOf(told)
	// Absent where no server handed the request on.
	const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
	return networkOf(incoming?.socket.remoteAddress ?? UNKNOWN)
}
