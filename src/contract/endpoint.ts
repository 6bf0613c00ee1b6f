import * as v from 'valibot'
import { codeFields } from './fields.ts'
import type { Message } from './messages.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Access = 'public' | 'user' | 'moderator' | 'admin'

/** One API call as data, shared by server, client, tests and the OpenAPI document. */
export interface Endpoint {
	readonly method: Method
	/** Below the base path; parameters as `:name`. */
	readonly path: `/${string}`
	readonly access: Access
	readonly summary: string
	readonly params?: v.GenericSchema<unknown, Record<string, string>>
	readonly query?: v.GenericSchema<unknown, Record<string, unknown> | undefined>
	readonly body?: v.GenericSchema
	/** Accepts variants of other servers and normalizes them. */
	readonly reply: v.GenericSchema
	/** Success status; defaults to 200. */
	readonly status?: 200 | 201
	/** Set if the reply is a streamed text file instead of JSON. */
	readonly file?: { readonly type: 'text/csv'; readonly name: string }
	/** Accepts an `Idempotency-Key`: retries with the same key and body have one effect and one outcome. */
	readonly idempotent?: true
	/** Accepts `If-Match`: applies only to that version of the record. */
	readonly conditional?: true
	readonly maxBytes?: number
}

export const endpoint = <const Row extends Endpoint>(row: Row): Row => row

type Part<Name extends 'params' | 'query' | 'body', Row extends Endpoint> = Row extends {
	readonly [Key in Name]: infer Schema extends v.GenericSchema
}
	? undefined extends v.InferInput<Schema>
		? { readonly [Key in Name]?: v.InferInput<Schema> }
		: { readonly [Key in Name]: v.InferInput<Schema> }
	: unknown

/** A caller's input: `params`, `query` and `body`, as far as the endpoint declares them. */
export type CallInput<Row extends Endpoint> = Part<'params', Row> &
	Part<'query', Row> &
	Part<'body', Row>

type Parsed<Name extends 'params' | 'query' | 'body', Row extends Endpoint> = Row extends {
	readonly [Key in Name]: infer Schema extends v.GenericSchema
}
	? v.InferOutput<Schema>
	: undefined

export interface HandlerInput<Row extends Endpoint> {
	readonly params: Parsed<'params', Row>
	readonly query: Parsed<'query', Row>
	readonly body: Parsed<'body', Row>
}

export type Reply<Row extends Endpoint> = v.InferOutput<Row['reply']>

/** Reply as our server sends it. */
export type Sent<Row extends Endpoint> = v.InferInput<Row['reply']>

/**
 * Position of an operation in its stream: `Evenhand-Order: "<stream>";seq=<n>` (structured-field string with a
 * parameter).
 */
export const ORDER_HEADER = 'Evenhand-Order'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
export const IF_MATCH_HEADER = 'If-Match'

/**
 * Error body: RFC 9457 problem details, plus `message` for the user with its `code` and the `values` it contains, and
 * `errors` for invalid fields. Messages that only a faulty client can cause, such as "must be a text", have no code.
 */
export const Problem = v.object({
	type: v.optional(v.string()),
	title: v.optional(v.string()),
	status: v.optional(v.number()),
	detail: v.optional(v.string()),
	message: v.optional(v.string()),
	...codeFields,
	errors: v.optional(v.array(v.object({ path: v.string(), message: v.string(), ...codeFields }))),
	/** With {@link QUIZ_CLOSED}: the quiz's last day, YYYY-MM-DD. */
	closedOn: v.optional(v.string()),
})
export type Problem = v.InferOutput<typeof Problem>

/** An invalid field; `path` is like "email" or "candidates.0.name". */
export interface FieldError extends Message {
	readonly path: string
}

/**
 * Type of a 401 for a valid token without an account: it was erased, or a restored backup lacks it. Devices must not
 * delete data because of it.
 */
export const ACCOUNT_GONE = 'urn:evenhand:account-gone'

/** Type of a refused start or reset of a quiz that is over. */
export const QUIZ_CLOSED = 'urn:evenhand:quiz-closed'
