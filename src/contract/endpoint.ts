import * as v from 'valibot'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, any signed-in user, moderators and administrators, or administrators. */
export type Access = 'public' | 'user' | 'moderator' | 'admin'

/** One call of the REST API, as data. Server, client, tests and the OpenAPI document all read the same rows. */
export interface Endpoint {
	readonly method: Method
	/** Below the base path; parameters as `:name`. */
	readonly path: `/${string}`
	readonly access: Access
	readonly summary: string
	readonly params?: v.GenericSchema<unknown, Record<string, string>>
	readonly query?: v.GenericSchema<unknown, Record<string, unknown> | undefined>
	readonly body?: v.GenericSchema
	/** Tolerant on the way in: variants that servers send are handed on in one shape. */
	readonly reply: v.GenericSchema
	/** The status of a success; 200 where it is left out. */
	readonly status?: 200 | 201
	/** What the reply is where it is no JSON: a text that comes piece by piece, as a file of this name. */
	readonly file?: { readonly type: 'text/csv'; readonly name: string }
	/** Takes an `Idempotency-Key`: the same key and body have one effect and one outcome. */
	readonly idempotent?: true
	/** Takes `If-Match`: it has its effect on that version of the record alone. */
	readonly conditional?: true
	/** The most bytes that its body may have, where that is not what all others may. */
	readonly maxBytes?: number
}

/** Types a row of the table without widening it. */
export const endpoint = <const Row extends Endpoint>(row: Row): Row => row

type Part<Name extends 'params' | 'query' | 'body', Row extends Endpoint> = Row extends {
	readonly [Key in Name]: infer Schema extends v.GenericSchema
}
	? undefined extends v.InferInput<Schema>
		? { readonly [Key in Name]?: v.InferInput<Schema> }
		: { readonly [Key in Name]: v.InferInput<Schema> }
	: unknown

/** What a caller passes: `{ params, query, body }`, each only where the row declares it. */
export type CallInput<Row extends Endpoint> = Part<'params', Row> &
	Part<'query', Row> &
	Part<'body', Row>

type Parsed<Name extends 'params' | 'query' | 'body', Row extends Endpoint> = Row extends {
	readonly [Key in Name]: infer Schema extends v.GenericSchema
}
	? v.InferOutput<Schema>
	: undefined

/** What a handler on the server gets, parsed. */
export interface HandlerInput<Row extends Endpoint> {
	readonly params: Parsed<'params', Row>
	readonly query: Parsed<'query', Row>
	readonly body: Parsed<'body', Row>
}

/** What a caller gets back: the one shape. */
export type Reply<Row extends Endpoint> = v.InferOutput<Row['reply']>

/** What our own server sends. */
export type Sent<Row extends Endpoint> = v.InferInput<Row['reply']>

/** The order of an operation inside its stream: `Evenhand-Order: "<stream>";seq=<n>` (a structured-field string with a parameter). */
export const ORDER_HEADER = 'Evenhand-Order'
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
/** The version that a change is meant for: the `etag` of the record, in its quotes. */
export const IF_MATCH_HEADER = 'If-Match'

/** The body of every error: RFC 9457 problem details, plus `message` for the person and `errors` for bad fields. */
export const Problem = v.object({
	type: v.optional(v.string()),
	title: v.optional(v.string()),
	status: v.optional(v.number()),
	detail: v.optional(v.string()),
	message: v.optional(v.string()),
	errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
	/** With {@link QUIZ_CLOSED}: the last day on which the quiz could be taken, YYYY-MM-DD. */
	closedOn: v.optional(v.string()),
})
export type Problem = v.InferOutput<typeof Problem>

/** One bad field: its path ("email", "candidates.0.name") and what is wrong with it. */
export interface FieldError {
	readonly path: string
	readonly message: string
}

/**
 * Type of a 401 for a valid token whose account the server does not have: it was erased, or a restored backup lacks it.
 * A device must not delete anything for this reason alone.
 */
export const ACCOUNT_GONE = 'urn:evenhand:account-gone'

/** The `type` of a refused start or reset: the quiz was open once and takes no new attempts. */
export const QUIZ_CLOSED = 'urn:evenhand:quiz-closed'
