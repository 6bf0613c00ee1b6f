import type * as v from 'valibot'
import type { TestBatchReply, TestOperation } from '#contract/knowledge-test.ts'
import type { BatchOperation, QuizState } from '#contract/quiz.ts'
import type { Call, CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import type { LocalDb } from '../db.ts'

/** Writes what a reply says. */
export type ApplyReply = (db: LocalDb) => Promise<void>

/** What sending an entry came to: a reply to write, a failure to judge, or a reply that nothing can be done with. */
export type Sent =
	| {
			readonly do: 'settle'
			readonly write: ApplyReply
			/** How many operations the server takes at once; left out where the reply says nothing of it. */
			readonly atOnce?: Partial<AtOnce>
	  }
	| { readonly do: 'judge'; readonly failure: Failure }
	| { readonly do: 'refuse'; readonly reason: string }

/** What an operation is, beside its key and its place. */
type InBatch<Operation> = Operation extends unknown ? Omit<Operation, 'key' | 'seq'> : never

/** How many operations on an attempt or a session the server takes in one call: one, unless it says otherwise. */
export type AtOnce = Record<'attempt' | 'session', number>

/** An operation on an attempt. */
export interface OnAttempt {
	readonly of: 'attempt'
	/** The attempt, as the server names it. */
	readonly id: string
	readonly operation: InBatch<BatchOperation>
	/** Writes where the attempt stands after it. */
	readonly write: (state: QuizState) => ApplyReply
}

/** An operation on a session of the knowledge test. */
export interface OnSession {
	readonly of: 'session'
	readonly id: string
	readonly operation: InBatch<TestOperation>
	/** Writes what became of it, and what the session has come to. */
	readonly write: (
		outcome: TestBatchReply['outcomes'][number],
		summary: TestBatchReply['summary'],
	) => ApplyReply
}

/** What may go with others of its stream, to a server that takes several at once. */
export type Together = OnAttempt | OnSession

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
