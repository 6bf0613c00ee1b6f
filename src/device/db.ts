import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { Candidate, Policy } from '#contract/candidates.ts'
import type { CompareQuiz, QuizValidation } from '#contract/compare-quizzes.ts'
import type { Election } from '#contract/elections.ts'
import type { Demographics, TestResults } from '#contract/knowledge-test.ts'
import type { Quote } from '#contract/quiz.ts'
import type { TestCandidate, TestSummary } from '#domain/knowledge-test.ts'
import type { Attempt } from '#domain/quiz.ts'

export type StoredElection = Omit<Election, 'timeZone'>
export type StoredCandidate = Candidate
export type StoredPolicy = Policy & { readonly candidateId: string }
export type StoredQuiz = Omit<CompareQuiz, 'timeZone'>

/** What a server said of a quiz to one voter. */
export interface StoredValidation extends QuizValidation {
	/** `<user key>/<quiz id>` */
	readonly key: string
}

/**
 * An attempt on this device. `id` is made here; `serverId` is learnt when the server answers. One that is known from the
 * history alone has no statements yet.
 */
export interface StoredAttempt extends Attempt {
	readonly id: string
	readonly serverId: string | null
	readonly userId: string
	/** Empty where the server does not say: the quiz has been deleted, say. */
	readonly compareQuizId: string
	readonly electionId: string | null
	readonly quizName: string
	readonly electionName: string | null
	readonly seed: string
	readonly candidateIds: readonly string[]
	readonly startedAt: string | null
	readonly completedAt: string | null
	/** Of the newest state that the server has told; missing where it tells none. */
	readonly revision?: number
	/** The server's own part of that state: it had all of this once. Older builds did not store it. */
	readonly confirmed?: Pick<Attempt, 'answers' | 'selection' | 'status'>
	/** What the voter agreed to by beginning; older builds did not store it. */
	readonly consent?: string
	/** How many replies have been settled into it. A read that was asked for before the last of them is out of date. */
	readonly settled: number
	/** A reset left it behind, or its beginning was refused: kept, not gone on with. */
	readonly superseded: boolean
	/** Why the server does not count it, if its beginning was refused: it stays listed with this. */
	readonly notCounted?: NotCounted | null
	/** What the server counted, where it knows more of the attempt than this device: until its state is read. */
	readonly reported: {
		readonly answered: number
		readonly total: number
		readonly percentage: number
	} | null
}

/** Why an attempt does not count. */
export interface NotCounted {
	/** Day on which its quiz closed, YYYY-MM-DD; null if it was refused for another reason. */
	readonly closedOn: string | null
	/** The server's words. */
	readonly reason: string
}

/** The server's figures for an attempt, best first. */
export interface StoredResults {
	readonly attemptId: string
	readonly candidates: readonly {
		readonly id: string | null
		readonly name: string
		readonly logo: string | null
		readonly percentage: number | null
		readonly rank: number | null
	}[]
	/** The candidates' own words behind the statements; missing until they were read. */
	readonly quotes?: readonly Quote[]
}

/** A command that waits to be sent, or that the server refused. `seq` orders; `id` is the idempotency key. */
export interface OutboxEntry {
	readonly seq: number
	readonly id: string
	readonly userId: string
	readonly stream: string
	readonly command: string
	readonly args: unknown
	readonly v: number
	readonly state: 'waiting' | 'refused'
	readonly tries: number
	/** Not to be tried before this moment (ms since 1970 on this device); null: now. */
	readonly notBefore: number | null
	/** How long the wait was when it was set, in ms: tells a clock that was put back. */
	readonly waitMs: number
	/** Why the server refused it, for the voter. */
	readonly reason: string | null
	/** The server was asked for the attempt since this was refused: the next refusal stands. */
	readonly checked?: boolean
	/** When it was refused (ms since 1970 on this device), for the voter; older builds did not note it. */
	readonly refusedAt?: number | null
}

/**
 * When something was last read from the server, by a name such as "elections/active"; or until when the server asked to be
 * left alone (`Retry-After`), by a name such as "hold/7". ms since 1970 on this device.
 */
export interface Fetched {
	readonly key: string
	readonly at: number
	/** Of a hold: how long it was when it was set, in ms; tells a clock that was put back. */
	readonly waitMs?: number
}

/**
 * An election whose quizzes are to be taken without a connection. What is there of them is told by the other tables; this
 * says what the voter asked for.
 */
export interface StoredPack {
	readonly electionId: string
	/** When all of it was last read, ms since 1970 on this device; null while it never was. */
	readonly savedAt: number | null
	/** What it takes on this device, in bytes, as near as JSON can tell. */
	readonly bytes: number
	/** How many quizzes it holds. */
	readonly quizzes: number
	/** The voter asked for it: it is not given up when room is needed. */
	readonly kept: boolean
}

/** Who is signed in on this device for good ("remember me"), for the worker, which cannot read the page's storage. */
export interface StoredSession {
	readonly id: 'current'
	readonly key: string
	readonly token: string
}

/** A guess of a knowledge test; the first of its policy, for good. */
export interface StoredGuess {
	readonly policyId: string
	readonly candidateId: string
	/** Visible time only, capped; 0 where no timer ran. */
	readonly responseTimeMs: number
	/** The device's own grading until the server's is there; null where it cannot tell. */
	readonly correct: boolean | null
	/** The server has graded it. */
	readonly settled: boolean
	/** The server refused it. Derived from the queue on reading, never stored. */
	readonly refused?: boolean
}

/** A session of the knowledge test. It belongs to this device and to no account; its id is the server's. */
export interface StoredTestSession {
	readonly id: string
	readonly policies: readonly {
		readonly policyId: string
		readonly text: string
		readonly digest: string | null
	}[]
	readonly candidate1: TestCandidate
	readonly candidate2: TestCandidate
	/** What the digests are salted with; null where the server sent none. */
	readonly salt: string | null
	/** `spare`: fetched ahead, for a start without a connection. `finished`: the voter has ended it. */
	readonly stage: 'spare' | 'open' | 'finished'
	/** In the order in which they were made. */
	readonly guesses: readonly StoredGuess[]
	/** When it was read from the server, ms since 1970 on this device. */
	readonly fetchedAt: number
	/** When the voter ended it, ms since 1970 on this device; null until then. */
	readonly finishedAt: number | null
	/** The server's word on what it has come to; null until it is there. */
	readonly summary: TestSummary | null
	/** The server's word on every guess; null until it was read. */
	readonly results: TestResults | null
	/** The voter has told something of the test. */
	readonly feedbackGiven: boolean
	/** Demographics that the server confirmed. Older builds did not store them. */
	readonly ended?: Demographics
	/** Feedback that the server confirmed, with idempotency keys. Older builds did not store it. */
	readonly feedback?: readonly { readonly id: string; readonly text: string }[]
	/** The server lost the session and refused to restore it: the results exist on this device only. */
	readonly notCounted?: boolean
}

export interface LocalTables {
	readonly elections: EntityTable<StoredElection, 'id'>
	readonly compareQuizzes: EntityTable<StoredQuiz, 'id'>
	readonly validations: EntityTable<StoredValidation, 'key'>
	readonly candidates: EntityTable<StoredCandidate, 'id'>
	readonly policies: EntityTable<StoredPolicy, 'id'>
	readonly attempts: EntityTable<StoredAttempt, 'id'>
	readonly results: EntityTable<StoredResults, 'attemptId'>
	readonly outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>
	readonly fetched: EntityTable<Fetched, 'key'>
	readonly packs: EntityTable<StoredPack, 'electionId'>
	readonly session: EntityTable<StoredSession, 'id'>
	readonly testSessions: EntityTable<StoredTestSession, 'id'>
}

export type LocalDb = Dexie & LocalTables

/**
 * Opens the device's database. Versions are only ever added to, so that a tab of an older build can still write.
 * "Strict" durability: what the voter was shown as saved survives a crash of the machine, not only of the browser.
 * @param options the IndexedDB to use instead of the platform's.
 */
export const openLocalDb = (
	name = 'evenhand',
	options: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {},
): LocalDb => {
	const db = new Dexie(name, { chromeTransactionDurability: 'strict', ...options }) as LocalDb
	db.version(1).stores({
		elections: 'id',
		compareQuizzes: 'id, electionId',
		validations: 'key',
		candidates: 'id, *electionIds',
		policies: 'id, candidateId',
		attempts: 'id, serverId, userId, [userId+compareQuizId]',
		results: 'attemptId',
		outbox: '++seq, &id, [userId+state], stream',
		fetched: 'key',
	})
	db.version(2).stores({ packs: 'electionId', session: 'id' })
	db.version(3).stores({ testSessions: 'id' })
	return db
}
