import * as v from 'valibot'
import { ATTEMPT_STATUSES, JURISDICTIONS, QUIZ_TYPES } from '#domain/types.ts'

/** An id as servers send it, a number or a string; a string inside. */
export const Id = v.pipe(
	v.union([v.string(), v.number()]),
	v.transform((id) => String(id)),
)

const ID_PATTERN = /^(?:\d{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** An id as it may stand in a request: a whole number or a UUID. */
export const RequestId = v.pipe(
	v.string('must be a text'),
	v.regex(ID_PATTERN, 'must be a number or a UUID'),
	v.toLowerCase(),
)

/** An id in a request body; a number is allowed there too. */
export const BodyId = v.pipe(
	v.union([v.string(), v.number()], 'must be a number or a UUID'),
	v.transform(String),
	RequestId,
)

/** A text that may be missing; null inside. */
export const OptionalText = v.nullish(v.string(), null)

/** A list of ids in a request body. */
export const RequestIds = v.pipe(
	v.array(BodyId, 'must be a list of ids'),
	v.maxLength(1000, 'must have at most 1000 ids'),
)

const DECIMAL_PATTERN = /^[+-]?(?:\d*\.)?\d+$/

/** A UUID in a request; in lower case inside. */
export const Uuid = v.pipe(
	v.string('must be a text'),
	v.regex(/^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/, 'must be a UUID'),
	v.toLowerCase(),
)

/** A number that may be missing or come as a text; null inside. */
export const OptionalNumber = v.pipe(
	v.nullish(
		v.union([v.number(), v.pipe(v.string(), v.regex(DECIMAL_PATTERN), v.transform(Number))]),
		null,
	),
	v.transform((value) => value as number | null),
)

const DAY_PATTERN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/

/** A calendar day: YYYY-MM-DD. A time that follows it, as some servers send, is cut off. */
export const Day = v.pipe(
	v.string(),
	v.regex(DAY_PATTERN, 'must be a day (YYYY-MM-DD)'),
	v.transform((day) => day.slice(0, 10)),
)
export const OptionalDay = v.nullish(Day, null)

/** A moment in ISO 8601. */
export const OptionalMoment = v.nullish(v.string(), null)

export const JurisdictionName = v.picklist(JURISDICTIONS)
export const AttemptStatusName = v.picklist(ATTEMPT_STATUSES)

/** The quiz type; one that is unknown falls back to the binary style, as specified. */
export const QuizTypeName = v.fallback(v.picklist(QUIZ_TYPES), 'BINARY')

/** A whole number, 0 where a server sends none. */
export const Count = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)

/** Path parameters that are ids: `idParams('electionId')`. */
export const idParams = <const Name extends string>(name: Name) =>
	v.object({ [name]: RequestId } as Record<Name, typeof RequestId>)

/** The zone (IANA name) whose days the dates are, where the server says so. */
export const ServerTimeZone = v.optional(v.nullable(v.string()))

/** The most operations of one batch: what a voter gives at one go without a connection, in two or three calls. */
export const BATCH_MAX = 50

const operationText = v.pipe(
	v.string('must be a text'),
	v.nonEmpty('must not be empty'),
	v.maxLength(255, 'must have at most 255 characters'),
)

/** What are headers of a call by itself: its `Idempotency-Key`, and its place in the stream. */
export const operationHeaders = {
	key: operationText,
	seq: v.pipe(
		v.number('must be a whole number'),
		v.integer('must be a whole number'),
		v.minValue(0, 'must be 0 or more'),
		v.maxValue(Number.MAX_SAFE_INTEGER, 'is too large'),
	),
}

/** Operations of one stream, in the order in which they are to take effect. */
export const operationsOf = <Operation extends v.GenericSchema>(operation: Operation) => ({
	stream: operationText,
	operations: v.pipe(
		v.array(operation, 'must be a list of operations'),
		v.minLength(1, 'must have at least 1 operation'),
		v.maxLength(BATCH_MAX, `must have at most ${BATCH_MAX} operations`),
	),
})

/** What became of an operation. */
export const operationOutcome = {
	/** 200, or the status that a call of its own would have got. */
	status: v.pipe(v.number(), v.integer()),
	/** Why it was refused, for the person. */
	message: v.optional(v.string(), ''),
}
