import type { Answers } from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'

export interface Sent {
	readonly method: string
	readonly path: string
	readonly token: string
	readonly body: Record<string, unknown> | null
	readonly key: string | null
	readonly stream: string | null
	readonly seq: number | null
	/** Duplicated by the network; the device sent it once. */
	readonly copy?: boolean
}

export interface Answered {
	readonly status: number
	readonly body: unknown
}

/** Path segment of the single call for each kind of batch operation. */
const VERBS = {
	INTERACT: 'interact',
	COMPLETE: 'complete',
	GUESS: 'submit-guess',
	PROGRESS: 'save-progress',
} as const

export interface SentOperation {
	readonly kind: keyof typeof VERBS
	readonly key: string
	readonly seq: number
	readonly body?: Record<string, unknown>
}

/** The operations of a batch in order, or null for a single call. */
export const operationsOf = ({ path, body }: Sent): readonly SentOperation[] | null =>
	path.includes('/batch') ? (body?.operations as readonly SentOperation[]) : null

export const keysOf = (sent: Sent): readonly (string | null)[] =>
	operationsOf(sent)?.map(({ key }) => key) ?? [sent.key]

export const asOwnCall = (sent: Sent, { kind, key, seq, body }: SentOperation): Sent => ({
	...sent,
	path: sent.path.replace('/batch', `/${VERBS[kind]}`),
	// The session id is in the body, the attempt id in the path.
	body:
		sent.body?.sessionId === undefined
			? (body ?? null)
			: { ...body, sessionId: sent.body.sessionId },
	key,
	seq,
})

/** Effect of a request, applied or repeated, as input for the oracle. */
export interface Effect {
	readonly user: string
	readonly key: string | null
	readonly stream: string | null
	readonly seq: number | null
	readonly kind: 'start' | 'interact' | 'complete' | 'reset' | 'guess' | 'finish' | 'feedback'
	/** Attempt or knowledge-test session. */
	readonly attemptId: string
	/** False if it arrived too late or was already done. */
	readonly applied: boolean
	readonly policyId: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
	/** True for a request that the network duplicated. */
	readonly copy?: boolean
}

/** A permanent refusal by the server itself. */
export interface Refusal {
	readonly key: string | null
	readonly path: string
	readonly copy: boolean
	/** Empty for refusals injected by the schedule. */
	readonly message: string
}

export interface Standing {
	readonly user: string
	readonly quizType: QuizType
	readonly status: string
	/** Replaced by a reset. */
	readonly superseded: boolean
	/** Null if skipped. */
	readonly answers: Answers
	readonly selection: readonly string[] | null
}

/** State of a knowledge-test session. `guesses`: correctness by policy. */
export interface TestStanding {
	readonly guesses: Readonly<Record<string, boolean>>
	readonly completed: boolean
	readonly feedback: number
}

/** A server that schedules run against, and its state for the oracle. */
export interface Backend {
	/** Makes `token` valid for a user. */
	issue(user: string, token: string): void
	revoke(token: string): void
	handle(sent: Sent): Promise<Answered>
	/** Simulates a crash between the effect and storing its key, on servers where the two are not atomic. */
	forgetKey(sent: Sent): void
	setType(quizId: string, quizType: QuizType): Promise<void>
	setOpen(quizId: string, open: boolean): Promise<void>
	effects(): Promise<readonly Effect[]>
	refuse(sent: Sent): void
	readonly refusals: readonly Refusal[]
	/** Keyed by the server's id. */
	standings(): Promise<ReadonlyMap<string, Standing>>
	/** Keyed by session. */
	testStandings(): Promise<ReadonlyMap<string, TestStanding>>
	/** Undefined where schedules restore no backups. */
	readonly backups?: Backups
}

export interface Backups {
	take(): void
	restore(): void
	/** Effects undone by a restore, in order. */
	readonly lost: readonly Effect[]
}
