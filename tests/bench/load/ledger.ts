import type { Failure } from '#http/failure.ts'

/** The database change that an entry must cause. */
export interface Effect {
	readonly kind: 'START' | 'INTERACT' | 'COMPLETE' | 'TEST_START' | 'GUESS' | 'TEST_COMPLETE'
	readonly policyId: string | null
	/** The answer, or the guessed candidate. */
	readonly value: string | number | null
}

/** In ms. */
interface Done {
	readonly dueAt: number
	readonly doneAt: number
	readonly isWrite: boolean
}

export interface Ledger {
	readonly name: string
	readonly done: Done[]
	/** In ms. */
	readonly served: number[]
	/** By idempotency key. */
	readonly acknowledged: Map<string, Effect>
	/** Idempotency keys. */
	readonly sent: Set<string>
	/** By kind. */
	readonly errors: Map<string, number>
	requests: number
	/** Responses that shed load (503, 429), and those without Retry-After. */
	sheds: number
	shedsWithoutRetryAfter: number
	/** Permanently rejected entries. */
	refused: number
	/** Queued entries without a response. */
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

/** Records a failed request. */
export const noteFailure = (ledger: Ledger, failure: Failure): void => {
	const name = nameOf(failure)
	ledger.errors.set(name, (ledger.errors.get(name) ?? 0) + 1)
	if (failure.kind !== 'problem' || (failure.status !== 503 && failure.status !== 429)) return
	ledger.sheds++
	if (failure.retryAfterMs === null) ledger.shedsWithoutRetryAfter++
}

/** Merges the sent and acknowledged entries of several ledgers. */
export const addUp = (name: string, pages: readonly Ledger[]): Ledger => ({
	...createLedger(name),
	acknowledged: new Map(pages.flatMap((page) => [...page.acknowledged])),
	sent: new Set(pages.flatMap((page) => [...page.sent])),
})

/** Formats the failures by kind. */
export const errorsOf = ({ errors }: Ledger): string =>
	errors.size === 0 ? 'none' : [...errors].map(([name, count]) => `${count} × ${name}`).join('; ')
