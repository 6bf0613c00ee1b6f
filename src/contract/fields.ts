import * as v from 'valibot'
import { ATTEMPT_STATUSES, JURISDICTIONS, QUIZ_TYPES } from '#domain/types.ts'

/** An id from a server, a number or a string; always a string in the output. */
export const Id = v.pipe(
	v.union([v.string(), v.number()]),
	v.transform((id) => String(id)),
)

const ID_PATTERN = /^(?:\d{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** An id in a URL: a whole number or a UUID. */
export const RequestId = v.pipe(
	v.string('must be a text'),
	v.regex(ID_PATTERN, 'must be a number or a UUID'),
	v.toLowerCase(),
)

/** An id in a request body, where numbers are allowed too. */
export const BodyId = v.pipe(
	v.union([v.string(), v.number()], 'must be a number or a UUID'),
	v.transform(String),
	RequestId,
)

export const OptionalText = v.nullish(v.string(), null)

export const RequestIds = v.pipe(
	v.array(BodyId, 'must be a list of ids'),
	v.maxLength(1000, 'must have at most 1000 ids'),
)

const DECIMAL_PATTERN = /^[+-]?(?:\d*\.)?\d+$/

export const Uuid = v.pipe(
	v.string('must be a text'),
	v.regex(/^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/, 'must be a UUID'),
	v.toLowerCase(),
)

/** An optional number, possibly sent as text. */
export const OptionalNumber = v.pipe(
	v.nullish(
		v.union([v.number(), v.pipe(v.string(), v.regex(DECIMAL_PATTERN), v.transform(Number))]),
		null,
	),
	v.transform((value) => value as number | null),
)

const DAY_PATTERN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/

/** A calendar day (YYYY-MM-DD). Drops a time after it, which some servers send. */
export const Day = v.pipe(
	v.string(),
	v.regex(DAY_PATTERN, 'must be a day (YYYY-MM-DD)'),
	v.transform((day) => day.slice(0, 10)),
)
export const OptionalDay = v.nullish(Day, null)

/** ISO 8601. */
export const OptionalMoment = v.nullish(v.string(), null)

export const JurisdictionName = v.picklist(JURISDICTIONS)
export const AttemptStatusName = v.picklist(ATTEMPT_STATUSES)

/** Unknown quiz types count as BINARY, as specified. */
export const QuizTypeName = v.fallback(v.picklist(QUIZ_TYPES), 'BINARY')

/** A non-negative integer; 0 if absent. */
export const Count = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)

export const idParams = <const Name extends string>(name: Name) =>
	v.object({ [name]: RequestId } as Record<Name, typeof RequestId>)

/** Known positions of candidates other than the owner, by candidate id. */
export const PositionsField = v.nullish(
	v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(-2), v.maxValue(2))),
	null,
)

export const ServerTimeZone = v.optional(v.nullable(v.string()))

/** Fields beside `message` in replies. Other servers may use these names for something else, which is ignored. */
export const codeFields = {
	code: v.fallback(v.optional(v.string()), undefined),
	values: v.fallback(
		v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
		undefined,
	),
}
