import Dexie, { type DexieOptions, type EntityTable, type Table } from 'dexie'
import type { Candidate, Policy } from '#contract/candidates.ts'
import type { CompareQuiz, QuizValidation } from '#contract/compare-quizzes.ts'
import type { Election } from '#contract/elections.ts'
import type { Demographics, TestResults } from '#contract/knowledge-test.ts'
import type { MessageValues } from '#contract/messages.ts'
import type { Quote } from '#contract/quiz.ts'
import type { TestSession } from '#contract/test-session.ts'
import type { TestCandidate, TestSummary } from '#domain/knowledge-test.ts'
import type { Attempt } from '#domain/quiz.ts'
import type { TieBreak } from '#domain/tie-break.ts'

export type StoredElection = Omit<Election, 'timeZone'>
export type StoredCandidate = Candidate
export type StoredPolicy = Policy & { readonly candidateId: string }
export type StoredQuiz = Omit<CompareQuiz, 'timeZone'>

export interface StoredValidation extends QuizValidation {
	/** `<user key>/<quiz id>` */
	readonly key: string
}

/** Attempt on this device. `serverId` comes with the server's reply. One from the history has no statements yet. */
export interface StoredAttempt extends Attempt {
	readonly id: string
	readonly serverId: string | null
	readonly userId: string
	/** Empty if the server does not name it, e.g. for a deleted quiz. */
	readonly compareQuizId: string
	readonly electionId: string | null
	readonly quizName: string
	readonly electionName: string | null
	readonly seed: string
	readonly candidateIds: readonly string[]
	readonly startedAt: string | null
	readonly completedAt: string | null
	readonly revision?: number
	/** Last state that the server confirmed, without unsent changes. Missing in rows of older builds. */
	readonly confirmed?: Pick<Attempt, 'answers' | 'selection' | 'status'>
	readonly consent?: string
	/** Completed with unanswered statements. */
	readonly early?: boolean
	/** Number of settled replies. A read that began before the last one is stale. */
	readonly settled: number
	/** Reset, or its start was refused: kept, but not continued. */
	readonly superseded: boolean
	readonly notCounted?: NotCounted | null
	/** Server's progress, while it is ahead of this device. Null once the state was read. */
	readonly reported: {
		readonly answered: number
		readonly total: number
		readonly percentage: number
	} | null
}

/** Message for the voter. Rows of older builds have only the sentence. */
export interface StoredReason {
	readonly reason: string
	readonly code?: string | undefined
	readonly values?: MessageValues | undefined
}

export interface NotCounted extends StoredReason {
	/** YYYY-MM-DD. Null if there is another reason. */
	readonly closedOn: string | null
}

/** Server's results of an attempt, best first. */
export interface StoredResults {
	readonly attemptId: string
	readonly candidates: readonly {
		readonly id: string | null
		readonly name: string
		readonly logo: string | null
		readonly percentage: number | null
		readonly rank: number | null
		readonly low?: number | null | undefined
		readonly high?: number | null | undefined
	}[]
	readonly quotes?: readonly Quote[]
}

/** Waiting or refused command. `seq` orders entries; `id` is the idempotency key. */
export interface OutboxEntry extends Omit<StoredReason, 'reason'> {
	readonly seq: number
	readonly id: string
	readonly userId: string
	readonly stream: string
	readonly command: string
	readonly args: unknown
	readonly v: number
	readonly state: 'waiting' | 'refused'
	readonly tries: number
	/** Earliest time of the next try, ms since 1970 on this device. Null: now. */
	readonly notBefore: number | null
	/** Length of the wait when it was set, in ms. Detects a clock that was set back. */
	readonly waitMs: number
	readonly reason: string | null
	/** A check has run for this entry, so the next refusal is final. */
	readonly checked?: boolean
	readonly refusedAt?: number | null
}

/**
 * Time of a read ("elections/active"), `Retry-After` deadline ("hold/7") or first use by an account ("voter/7"), ms
 * since 1970 on this device.
 */
export interface Fetched {
	readonly key: string
	readonly at: number
	readonly waitMs?: number
}

/** Offline pack of an election. Its content is in the other tables; this records the voter's request and the size. */
export interface StoredPack {
	readonly electionId: string
	/** Time of the last complete read, ms since 1970 on this device. Null if there was none. */
	readonly savedAt: number | null
	readonly bytes: number
	readonly quizzes: number
	/** The voter asked to keep it, so it is not evicted to free space. */
	readonly kept: boolean
}

/** Remembered sign-in ("remember me") for the worker, which cannot read the page's storage. */
export interface StoredSession {
	readonly id: 'current'
	readonly key: string
	readonly token: string
}

/** Voter's own notes on an attempt. Never sent. */
export interface StoredNotes {
	readonly attemptId: string
	readonly userId: string
	/** Choice for the voting booth. Null ids: none yet, or someone who is not compared. */
	readonly choice?: {
		readonly candidateId: string | null
		readonly text: string
	}
	readonly tieBreak?: TieBreak & { readonly tied: readonly string[] }
	/** Marks of statements by policy id. Unmarked ones count once. */
	readonly priorities?: Readonly<Record<string, 'important' | 'out'>>
}

export interface StoredGuess {
	readonly policyId: string
	readonly candidateId: string
	/** Visible time only, capped. 0 if no timer ran. */
	readonly responseTimeMs: number
	/** Graded on the device until the server's grade arrives. Null if it cannot be graded here. */
	readonly correct: boolean | null
	readonly settled: boolean
	/** Time of the guess, ms since 1970 by the server's clock. Missing in rows of older builds. */
	readonly at?: number
	/** Refused by the server. Derived from the outbox on read, never stored. */
	readonly refused?: boolean
}

/** Knowledge-test session. It belongs to this device, not to an account. `id` is the server's. */
export interface StoredTestSession {
	readonly id: string
	readonly policies: readonly {
		readonly policyId: string
		readonly text: string
		readonly digest: string | null
	}[]
	readonly candidate1: TestCandidate
	readonly candidate2: TestCandidate
	readonly salt: string | null
	/** Missing if the server named none, and in rows of older builds. */
	readonly election?: TestSession['election']
	/** `spare`: prefetched for an offline start. `finished`: ended by the voter. */
	readonly stage: 'spare' | 'open' | 'finished'
	readonly guesses: readonly StoredGuess[]
	/** ms since 1970 by the server's clock. */
	readonly fetchedAt: number
	readonly finishedAt: number | null
	readonly summary: TestSummary | null
	readonly results: TestResults | null
	readonly feedbackGiven: boolean
	/** Demographics that the server confirmed. Missing in rows of older builds. */
	readonly ended?: Demographics
	/** Feedback that the server confirmed, with idempotency keys. Missing in rows of older builds. */
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
	readonly notes: EntityTable<StoredNotes, 'attemptId'>
}

export type LocalDb = Dexie & LocalTables

/**
 * Opens the device's database. Only add versions, never change them, so that tabs of older builds can still write.
 * "Strict" durability: saved data survives a crash of the machine. Declare the function of a transaction `async`:
 * otherwise Dexie can lose the transaction at an `await`, and the rest runs outside it. @param options replaces the platform's IndexedDB.
 */
export const openLocalDb = (
	name = 'evenhand',
	options: Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'> = {},
): LocalDb => {
	// In a browser without IndexedDB, Dexie runs no live query, not even on a database in memory.
	Dexie.dependencies.indexedDB ??= options.indexedDB as IDBFactory
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
	db.version(4).stores({ notes: 'attemptId, userId' })
	return db
}
