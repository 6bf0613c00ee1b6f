import type { Failure } from '#http/failure.ts'

/** What an entry has to have done in the database. */
export interface Effect {
	readonly kind: 'START' | 'INTERACT' | 'COMPLETE' | 'TEST_START' | 'GUESS' | 'TEST_COMPLETE'
	readonly policyId: string | null
	/** The answer, or who was guessed. */
	readonly value: string | number | null
}

/** An entry or a read that was answered, in ms: when it was to be sent, and when its answer was there. */
interface Done {
	readonly dueAt: number
	readonly doneAt: number
	readonly isWrite: boolean
}

/** What happened in a part of the run. */
export interface Ledger {
	readonly name: string
	readonly done: Done[]
	/** How long the server took for each request that it answered with success, in ms. */
	readonly served: number[]
	/** What was acknowledged, by its idempotency key. */
	readonly acknowledged: Map<string, Effect>
	/** Every key that was sent, answered or not. */
	readonly sent: Set<string>
	/** How often each kind of failure was met. */
	readonly errors: Map<string, number>
	requests: number
	/** How often the server said that it has too much to do, and how often without a Retry-After. */
	sheds: number
	shedsWithoutRetryAfter: number
	/** Entries that the server refused for good, and that no device sends again. */
	refused: number
	/** Entries that have come and have no answer yet. */
	waiting: number
}

export const createLedger = (name: string): Ledger => ({
	name,
	done: [],
	served: [],
	acknowledged: new Map(),
	sent: new Set(),
	errors: new Map(),
	requests: 0,
	sheds: 0,
	shedsWithoutRetryAfter: 0,
	refused: 0,
	waiting: 0,
})

const nameOf = (failure: Failure): string => {
	if (failure.kind !== 'problem') return failure.kind
	const { status, retryAfterMs, message } = failure
	if (status === 503 || status === 429) {
		return `${status} ${retryAfterMs === null ? 'without' : 'with'} Retry-After`
	}
	return `${status} ${message.slice(0, 80)}`
}

/** Notes a request that was not answered with success. */
export const noteFailure = (ledger: Ledger, failure: Failure): void => {
	const name = nameOf(failure)
	ledger.errors.set(name, (ledger.errors.get(name) ?? 0) + 1)
	if (failure.kind !== 'problem' || (failure.status !== 503 && failure.status !== 429)) return
	ledger.sheds++
	if (failure.retryAfterMs === null) ledger.shedsWithoutRetryAfter++
}

/** Several pages as one, of which only what was sent and acknowledged is wanted any more. */
export const addUp = (name: string, pages: readonly Ledger[]): Ledger => ({
	...createLedger(name),
	acknowledged: new Map(pages.flatMap((page) => [...page.acknowledged])),
	sent: new Set(pages.flatMap((page) => [...page.sent])),
})

/** The kinds of failure with their numbers, for a line; "none" where there was none. */
export const errorsOf = ({ errors }: Ledger): string =>
	errors.size === 0 ? 'none' : [...errors].map(([name, count]) => `${count} × ${name}`).join('; ')
