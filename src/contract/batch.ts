import * as v from 'valibot'
import { codeFields } from './fields.ts'

/** Maximum batch size: an offline voter's answers to a quiz fit into two or three calls. */
export const BATCH_MAX = 50

const operationText = v.pipe(
	v.string('must be a text'),
	v.nonEmpty('must not be empty'),
	v.maxLength(255, 'must have at most 255 characters'),
)

/** Values that a single call sends as headers: the `Idempotency-Key` and the position in the stream. */
export const operationHeaders = {
	key: operationText,
	seq: v.pipe(
		v.number('must be a whole number'),
		v.integer('must be a whole number'),
		v.minValue(0, 'must be 0 or more'),
		v.maxValue(Number.MAX_SAFE_INTEGER, 'is too large'),
	),
}

/** Operations of one stream, in execution order. */
export const operationsOf = <Operation extends v.GenericSchema>(operation: Operation) => ({
	stream: operationText,
	operations: v.pipe(
		v.array(operation, 'must be a list of operations'),
		v.minLength(1, 'must have at least 1 operation'),
		v.maxLength(BATCH_MAX, `must have at most ${BATCH_MAX} operations`),
	),
})

export const operationOutcome = {
	/** 200, or the status that a separate call would have received. */
	status: v.pipe(v.number(), v.integer()),
	message: v.optional(v.string(), ''),
	...codeFields,
}
