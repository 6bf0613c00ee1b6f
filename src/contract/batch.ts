import * as v from 'valibot'

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
