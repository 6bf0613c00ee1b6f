import type * as v from 'valibot'
import type { QuizState } from '#contract/quiz.ts'
import type { BatchOperation } from '#contract/quiz-bodies.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { LocalDb } from '../db.ts'

/** Writes what a reply says. */
export type Settle = (db: LocalDb) => Promise<void>

/** What sending an entry came to: a reply to write, a failure to judge, or a reply that nothing can be done with. */
export type Sent =
	| {
			readonly do: 'settle'
			readonly write: Settle
			/** How many operations on an attempt the server takes at once; undefined where the reply says nothing of it. */
			readonly batch?: number | undefined
	  }
	| { readonly do: 'judge'; readonly failure: Failure }
	| { readonly do: 'refuse'; readonly reason: string }

/** What an operation is, beside its key and its place. */
type InBatch<Operation> = Operation extends unknown ? Omit<Operation, 'key' | 'seq'> : never

/** What may go with others of its stream, to a server that takes several at once. */
export interface Together {
	/** The attempt, as the server names it. */
	readonly serverId: string
	readonly operation: InBatch<BatchOperation>
	/** Writes where the attempt stands after it. */
	readonly write: (state: QuizState) => Settle
}

/** What an entry comes to when its turn has come. */
export type Prepared =
	| {
			readonly do: 'send'
			readonly send: (call: Call, options: CallOptions) => Promise<Sent>
			/** Left out by what goes alone. */
			readonly together?: Together
	  }
	/** Something else has to be settled first. */
	| { readonly do: 'wait' }
	/** It can never be sent; the reason is for the voter. */
	| { readonly do: 'refuse'; readonly reason: string }

/** A command that can stand in the outbox: the form of its arguments, and what it comes to when its turn has come. */
export interface Command<Schema extends v.GenericSchema> {
	readonly args: Schema
	/** What the voter is told where the server takes it no more and says nothing. */
	readonly failed?: string
	readonly prepare: (db: LocalDb, args: v.InferOutput<Schema>) => Promise<Prepared>
}

/** Types a command without widening it. */
export const command = <Schema extends v.GenericSchema>(
	definition: Command<Schema>,
): Command<Schema> => definition
