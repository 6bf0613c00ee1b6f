import type * as v from 'valibot'
import type { TestBatchReply, TestOperation } from '#contract/knowledge-test.ts'
import type { Message } from '#contract/messages.ts'
import type { BatchOperation, QuizState } from '#contract/quiz.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { LocalDb } from '../db.ts'

export type ApplyReply = (db: LocalDb) => Promise<void>

export type Sent =
	| {
			readonly do: 'settle'
			readonly write: ApplyReply
			readonly batchSizes?: Partial<BatchSizes>
	  }
	| { readonly do: 'failed'; readonly failure: Failure }
	| { readonly do: 'refuse'; readonly reason: Message }

type InBatch<Operation> = Operation extends unknown ? Omit<Operation, 'key' | 'seq'> : never

/** Maximum number of operations per call: 1, unless the server allows more. */
export type BatchSizes = Record<'attempt' | 'session', number>

export interface OnAttempt {
	readonly of: 'attempt'
	readonly id: string
	readonly operation: InBatch<BatchOperation>
	readonly write: (state: QuizState) => ApplyReply
}

export interface OnSession {
	readonly of: 'session'
	readonly id: string
	readonly operation: InBatch<TestOperation>
	readonly write: (
		outcome: TestBatchReply['outcomes'][number],
		summary: TestBatchReply['summary'],
	) => ApplyReply
}

export type Batchable = OnAttempt | OnSession

export type Prepared =
	| {
			readonly do: 'send'
			readonly send: (call: Call, options: CallOptions) => Promise<Sent>
			/** Missing if the entry must be sent alone. */
			readonly batched?: Batchable
	  }
	| { readonly do: 'wait' }
	/** Can never be sent. The reason is for the voter. */
	| { readonly do: 'refuse'; readonly reason: Message }

export interface Command<Schema extends v.GenericSchema> {
	readonly args: Schema
	/** Message for the voter if the server refuses without one. */
	readonly failed?: Message
	readonly prepare: (db: LocalDb, args: v.InferOutput<Schema>) => Promise<Prepared>
}

export const command = <Schema extends v.GenericSchema>(
	definition: Command<Schema>,
): Command<Schema> => definition
