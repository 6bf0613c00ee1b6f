import type { QuizType } from '#domain/types.ts'

/** A request as the server sees it. */
export interface Sent {
	readonly method: string
	readonly path: string
	readonly token: string
	readonly body: Record<string, unknown> | null
	readonly key: string | null
	readonly stream: string | null
	readonly seq: number | null
	/** The network made it of a request that went before: the device sent it once. */
	readonly copy?: boolean
}

export interface Answered {
	readonly status: number
	readonly body: unknown
}

/** The verb of the call that an operation would be by itself, by the kinds of quiz and of knowledge test. */
const VERBS = {
	INTERACT: 'interact',
	COMPLETE: 'complete',
	GUESS: 'submit-guess',
	PROGRESS: 'save-progress',
} as const

/** An operation of a batch. */
export interface SentOperation {
	readonly kind: keyof typeof VERBS
	readonly key: string
	readonly seq: number
	readonly body?: Record<string, unknown>
}

/** The operations of a batch, in order; null for a call that is one by itself. */
export const operationsOf = ({ path, body }: Sent): readonly SentOperation[] | null =>
	path.includes('/batch') ? (body?.operations as readonly SentOperation[]) : null

/** The keys of what a call is to do, in order. */
export const keysOf = (sent: Sent): readonly (string | null)[] =>
	operationsOf(sent)?.map(({ key }) => key) ?? [sent.key]

/** What a batch sends of one operation, as a call of its own. */
export const asOwnCall = (sent: Sent, { kind, key, seq, body }: SentOperation): Sent => ({
	...sent,
	path: sent.path.replace('/batch', `/${VERBS[kind]}`),
	// A session is named in the body, an attempt in the path.
	body:
		sent.body?.sessionId === undefined
			? (body ?? null)
			: { ...body, sessionId: sent.body.sessionId },
	key,
	seq,
})

/** Something that a request did, or found done: what the oracle asks about. */
export interface Effect {
	readonly user: string
	readonly key: string | null
	readonly stream: string | null
	readonly seq: number | null
	readonly kind: 'start' | 'interact' | 'complete' | 'reset' | 'guess' | 'finish' | 'feedback'
	/** Of the attempt, or of the knowledge test's session. */
	readonly attemptId: string
	/** False for one that arrived too late, or found everything done. */
	readonly applied: boolean
	readonly policyId: string | null
	readonly value: number | null
	readonly selected: readonly string[] | null
	/** Of a request that the network repeated. */
	readonly copy?: boolean
}

/** A word of the server's own that an operation will never be done. */
export interface Refusal {
	readonly key: string | null
	readonly path: string
	readonly copy: boolean
	/** Empty where the schedule had it refused. */
	readonly message: string
}

/** Where an attempt stands. */
export interface Standing {
	readonly user: string
	readonly quizType: QuizType
	readonly status: string
	/** A reset left it behind. */
	readonly superseded: boolean
	readonly answers: Readonly<Record<string, number>>
	readonly selection: readonly string[] | null
}

/** Where a session of the knowledge test stands: whether each guess was right, by policy. */
export interface TestStanding {
	readonly guesses: Readonly<Record<string, boolean>>
	readonly completed: boolean
	/** How many feedbacks were given. */
	readonly feedback: number
}

/** A server that schedules run against, and what the oracle may ask it afterwards. */
export interface Backend {
	/** Signs a user in: from now on `token` is theirs. */
	issue(user: string, token: string): void
	/** The token is not accepted any more. */
	revoke(token: string): void
	handle(sent: Sent): Promise<Answered>
	/** It goes down between the effect and its key, where the two are not one. */
	forgetKey(sent: Sent): void
	/** An administrator changes the type of a quiz. */
	setType(quizId: string, quizType: QuizType): Promise<void>
	/** An administrator closes a quiz or opens it again. */
	setOpen(quizId: string, open: boolean): Promise<void>
	/** Everything that was ever done, in order. */
	effects(): Promise<readonly Effect[]>
	/** It refuses an operation for good, whatever it is. */
	refuse(sent: Sent): void
	/** What it refused for good, in order. */
	readonly refusals: readonly Refusal[]
	/** By the server's id. */
	standings(): Promise<ReadonlyMap<string, Standing>>
	/** By session. */
	testStandings(): Promise<ReadonlyMap<string, TestStanding>>
	/** Missing where schedules restore no backups. */
	readonly backups?: Backups
}

export interface Backups {
	take(): void
	/** Goes back to the backup taken last. */
	restore(): void
	/** What was done and then undone by a restore, in order. */
	readonly lost: readonly Effect[]
}
