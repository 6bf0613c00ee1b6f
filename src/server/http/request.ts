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
import { type Message, readIssue } from '#contract/messages.ts'
import { isStorable } from '../db/sql.ts'
import { invalid, serviceError } from './errors.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Parses a JSON body; undefined when empty. @throws 415 for another content type, 400 for invalid JSON. */
export const readJson = async (request: HonoRequest): Promise<unknown> => {
	const text = await request.text()
	if (text === '') return undefined
	if (!JSON_TYPE.test(request.header('content-type') ?? '')) {
		throw serviceError('unsupported-type', 'body-not-json')
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

interface Nested {
	readonly pipe?: readonly Nested[]
	readonly wrapped?: Nested
	readonly item?: Nested
	readonly entries?: Readonly<Record<string, Nested>>
	readonly options?: readonly Nested[]
}

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

const ownMessage = ({ message }: { readonly message: string }): Message | null =>
	message.startsWith('Invalid ') ? null : readIssue(message)

/** Returns only schema-defined messages: valibot's defaults quote the value, which may be a secret. */
const messageOf = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): Message => {
	const own = ownMessage(issue)
	if (own !== null) return own
	if (issue.received !== 'undefined') return { message: 'has the wrong form' }
	const path = issue.path?.map(({ key }) => key) ?? []
	for (const field of schemasAt(schema as Nested, path)) {
		const [first] = v.safeParse(field as v.GenericSchema, undefined).issues ?? []
		const text = first === undefined ? null : ownMessage(first)
		if (text !== null && !/^\p{Ll}/u.test(text.message)) return text
	}
	return { message: 'is required' }
}

/** Validates a part of a request ("body", "query"). @throws 400 with every invalid field. */
export const parsePart = (
	schema: v.GenericSchema | undefined,
	value: unknown,
	part: string,
): unknown => {
	if (schema === undefined) return undefined
	// Object schemas accept arrays.
	if (Array.isArray(value) && schema.type !== 'array') {
		throw invalid([{ path: part, message: 'must be an object' }])
	}
	const parsed = v.safeParse(schema, value)
	if (!parsed.success) {
		throw invalid(
			parsed.issues.map((issue) => ({
				path: v.getDotPath(issue) ?? part,
				...messageOf(schema, issue),
			})),
		)
	}
	const found: FieldError[] = []
	unstorable(parsed.output, '', found)
	if (found.length > 0) throw invalid(found)
	return parsed.output
}

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
		// The parser throws on a malformed header; the caller answers 400.
		return null
	}
}

/** Parses `Idempotency-Key`, a quoted string of 1 to 255 characters; null without a header. */
export const parseIdempotencyKey = (header: string | undefined): string | null => {
	if (header === undefined) return null
	const item = stringItem(header)
	if (item === null) {
		const message = `must be a quoted string of 1 to ${TEXT_MAX} characters`
		throw invalid([{ path: IDEMPOTENCY_HEADER, message }])
	}
	return item.text
}

/** Parses `Evenhand-Order`, `"<stream>";seq=<n>`; null without a header. */
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

/** The etags a change may apply to; "any" (`*`) requires only that the record exists. */
export type IfMatch = 'any' | readonly string[]

/** Parses `If-Match`; null without a header. Accepts weak etags, because compression weakens ours. */
export const parseIfMatch = (header: string | undefined): IfMatch | null => {
	if (header === undefined) return null
	const text = header.trim()
	if (text === '*') return 'any'
	if (!ETAGS.test(text)) {
		throw invalid([{ path: IF_MATCH_HEADER, message: 'must be a version in quotes, or *' }])
	}
	return [...text.matchAll(new RegExp(ETAG, 'g'))].map(([, tag]) => `"${tag}"`)
}

const UNKNOWN = 'unknown'

const GROUPS = 8
const NETWORK_GROUPS = 4

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

/** Maps an IPv6 address to its /64 network, because one subscriber controls all addresses in it. */
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
 * Returns the caller's IPv4 address or IPv6 network for rate limits.
 * @param trustProxy use the last `X-Forwarded-For` entry, which our proxy appends. Callers can forge all others.
 */
export const addressOf = (c: Context, trustProxy: boolean): string => {
	const last = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
	// Some gateways add the port: 203.0.113.7:5678, [2001:db8::7]:5678.
	const forwarded = last
		?.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
		.replace(/^\[(.+)\](?::\d+)?$/, '$1')
	if (forwarded !== undefined && isIP(forwarded) !== 0) return networkOf(forwarded)
	// Absent when Hono is called without a Node server.
	const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
	return networkOf(incoming?.socket.remoteAddress ?? UNKNOWN)
}
