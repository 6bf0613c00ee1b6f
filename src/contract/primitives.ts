import * as v from 'valibot'

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
