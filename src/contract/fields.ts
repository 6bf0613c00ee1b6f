import * as v from 'valibot'
import { ATTEMPT_STATUSES, JURISDICTIONS, QUIZ_TYPES } from '#domain/types.ts'
import { BodyId, RequestId } from './primitives.ts'

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
