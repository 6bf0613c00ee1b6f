import { quiz as calls, HISTORY_PAGE, type QuizAttempt, type QuizState } from '#contract/quiz.ts'
import { progress } from '#domain/attempt.ts'
import { isMissing } from '#http/failure.ts'
import { applyState, waitingOf } from './apply-state.ts'
import type { LocalDb, StoredAttempt } from './db.ts'
import { type LocalCore, userKey } from './deps.ts'
import { waitingIn } from './enqueue.ts'
import {
	byEitherId,
	isOutdated,
	leaveBehind,
	type Merged,
	mergeHistory,
	unlisted,
} from './history.ts'
import { isLacking } from './merge.ts'
import type { Reading } from './reads.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'
import { isRestorable, queueCheck } from './restore.ts'

/** An attempt as My Activity and a quiz's intro show it. */
export interface AttemptSummary {
	readonly attempt: StoredAttempt
	readonly answered: number
	readonly total: number
	/** 0 to 100. */
	readonly percentage: number
	/** Some of it waits to be sent. */
	readonly unsent: boolean
}

export interface Attempts {
	/** The voter's own attempt with this id, the device's or the server's; null where there is none. */
	find(id: string): Promise<StoredAttempt | null>
	/** The voter's attempts, newest first: not those that a reset left behind, but those that the server will not count. */
	list(): Promise<AttemptSummary[]>
	/** How much of the attempt with this id waits to be sent. */
	unsent(id: string): Promise<number>
	/**
	 * Reads the newest part of the voter's history, or all of it. Attempts begun on other devices appear; what is unsent
	 * here stays as it is.
	 */
	refreshHistory(options?: { readonly whole?: boolean }): Promise<Refreshed>
	/** Reads where an attempt stands, by either id: also one that this device has never seen. */
	refresh(id: string): Promise<Refreshed>
}

const summarise = (attempt: StoredAttempt, unsent: boolean): AttemptSummary => {
	if (attempt.reported) return { attempt, ...attempt.reported, unsent }
	const { answered, total, percentage } = progress(attempt)
	return { attempt, answered, total, percentage, unsent }
}

/** Takes in an attempt of the voter that was begun on another device. */
const addFromServer = async (
	deps: LocalCore,
	reading: Reading,
	serverId: string,
): Promise<Refreshed> => {
	const query = { quizAttemptId: serverId }
	const reply = await deps.call(calls.attempt, { query }, reading.options)
	if (!reply.ok) return reply
	await reading.store([deps.db.attempts, deps.db.outbox], () =>
		mergeHistory(deps, reading.user.key, [reply.value], []),
	)
	return REFRESHED
}

const UNCHANGED: Merged = { changed: false, checks: false }

/** Takes in a state, unless the server seems to have lost something. @param state null if it has no such attempt. */
const takeState = async (
	db: LocalDb,
	known: StoredAttempt,
	state: QuizState | null,
): Promise<Merged> => {
	if (state === null || isLacking(known, state)) {
		await queueCheck(db, known)
		return { changed: true, checks: true }
	}
	await applyState(db, known, state)
	return { changed: true, checks: false }
}

/** Reads a page of the history. @param before the attempt that the one before ended with; undefined for the newest. */
const readPage = (deps: LocalCore, reading: Reading, before: string | undefined) =>
	deps.call(calls.history, before === undefined ? {} : { query: { before } }, reading.options)

/** Moments are ISO 8601 in UTC, which sort as they are. */
const newestFirst = (a: AttemptSummary, b: AttemptSummary): number => {
	const [first, second] = [a.attempt.startedAt ?? '', b.attempt.startedAt ?? '']
	return Number(first < second) - Number(first > second)
}

/**
 * Attempts on the device, whichever of the voter's devices they were begun on.
 * @param sent is called after a read found something to check with the server.
 */
export const createAttempts = (deps: LocalCore, sent: () => void): Attempts => {
	const { db, call, reads } = deps

	/** Stores what was read, and has what it found suspicious checked. */
	const storing = async (reading: Reading, write: () => Promise<Merged>): Promise<void> => {
		let checks = false
		await reading.store([db.attempts, db.outbox], async () => {
			const merged = await write()
			checks = merged.checks
			return merged.changed
		})
		if (checks) sent()
	}

	return {
		find: (id) => byEitherId(db, userKey(deps), id),

		async unsent(id) {
			const attempt = await byEitherId(db, userKey(deps), id)
			return attempt === null ? 0 : (await waitingIn(db, attempt.id)).length
		},

		async list() {
			const userId = userKey(deps)
			const streams = new Set((await waitingOf(db, userId)).map((entry) => entry.stream))
			const rows = await db.attempts.where({ userId }).toArray()
			return rows
				.filter(({ superseded, notCounted }) => !superseded || Boolean(notCounted))
				.map((attempt) => summarise(attempt, streams.has(attempt.id)))
				.sort(newestFirst)
		},

		async refreshHistory({ whole = false } = {}) {
			const reading = reads.begin()
			const userId = reading.user.key
			const before = await db.attempts.where({ userId }).toArray()
			const read = new Map<string, QuizAttempt>()
			for (;;) {
				const reply = await readPage(deps, reading, [...read.keys()].at(-1))
				if (!reply.ok) return reply
				// A server that knows no pages sends the same ones again.
				const added = reply.value.filter(({ id }) => !read.has(id))
				for (const row of added) read.set(row.id, row)
				await storing(reading, async () => {
					const merged = await mergeHistory(deps, userId, added, before)
					const rows = [...read.values()]
					const left = await leaveBehind(db, userId, unlisted(before, rows), rows)
					return {
						changed: merged.changed || left.changed,
						checks: merged.checks || left.checks,
					}
				})
				const more = added.length > 0 && reply.value.length >= HISTORY_PAGE
				if (!whole || !more) return REFRESHED
			}
		},

		async refresh(id) {
			const reading = reads.begin()
			const userId = reading.user.key
			const attempt = await byEitherId(db, userId, id)
			if (attempt === null) {
				const added = await addFromServer(deps, reading, id)
				if (!added.ok) return added
			}
			const serverId = attempt === null ? id : attempt.serverId
			// Begun here and not sent yet, or refused: the server has nothing to say.
			if (serverId === null || attempt?.notCounted) return REFRESHED
			const params = { attemptId: serverId }
			const reply = await call(calls.state, { params }, reading.options)
			if (!reply.ok && !(isMissing(reply.error) && attempt && isRestorable(attempt))) return reply
			await storing(reading, async () => {
				const known = await byEitherId(db, userId, id)
				if (known === null || isOutdated(known, attempt)) return UNCHANGED
				return takeState(db, known, reply.ok ? reply.value : null)
			})
			return REFRESHED
		},
	}
}
