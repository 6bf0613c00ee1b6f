import { quiz as calls, HISTORY_PAGE, type QuizAttempt, type QuizState } from '#contract/quiz.ts'
import { progress } from '#domain/quiz.ts'
import { isMissing } from '#http/failure.ts'
import {
	applyState,
	attemptFromHistory,
	isBeingReset,
	isLacking,
	isOld,
	reportedOf,
	unsentOf,
	waitingOf,
} from './attempt-merge.ts'
import { type CoreContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { byStream, waitingIn } from './entries.ts'
import { REFRESHED, type Reading, type Refreshed } from './reads.ts'
import { isRestorable, queueCheck } from './restore.ts'

const byEitherId = async (
	db: LocalDb,
	userId: string,
	id: string,
): Promise<StoredAttempt | null> => {
	const attempt = (await db.attempts.get(id)) ?? (await db.attempts.where({ serverId: id }).first())
	return attempt?.userId === userId ? attempt : null
}

const isOutdated = (now: StoredAttempt, before: StoredAttempt | null | undefined): boolean =>
	now.settled > (before?.settled ?? 0)

interface LocalAttempts {
	readonly attempts: StoredAttempt[]
	readonly byId: Map<string, StoredAttempt>
	readonly waiting: readonly OutboxEntry[]
	readonly streams: ReadonlyMap<string, readonly OutboxEntry[]>
}

const readLocal = async (db: LocalDb, userId: string): Promise<LocalAttempts> => {
	const [attempts, waiting] = await Promise.all([
		db.attempts.where({ userId }).toArray(),
		waitingOf(db, userId),
	])
	const byId = new Map<string, StoredAttempt>()
	// If two rows share a server id, the first one wins, as in `byEitherId`.
	for (const attempt of attempts.toReversed()) {
		if (attempt.serverId !== null) byId.set(attempt.serverId, attempt)
	}
	for (const attempt of attempts) byId.set(attempt.id, attempt)
	return { attempts, byId, waiting, streams: byStream(waiting) }
}

/** True if an attempt at this quiz has no server id yet. The server's attempt in progress is then the same one. */
const isStillUnsent = ({ attempts, streams }: LocalAttempts, row: QuizAttempt): boolean =>
	attempts.some(
		({ id, serverId, superseded, compareQuizId, quizName }) =>
			serverId === null &&
			!superseded &&
			streams.has(id) &&
			(row.compareQuizId === null
				? quizName === row.quizName
				: compareQuizId === row.compareQuizId),
	)

const isBehind = (known: StoredAttempt, row: QuizAttempt): boolean =>
	row.revision === undefined
		? row.totalQuestions > 0 && row.answeredQuestions !== progress(known).answered
		: row.revision > (known.revision ?? 0)

/** True if the server lists a superseded attempt only because it lost the reset: the attempt after it is missing. */
const isLeftStill = (
	{ attempts }: LocalAttempts,
	known: StoredAttempt,
	listed: ReadonlySet<string>,
): boolean =>
	known.superseded &&
	attempts.some(
		({ compareQuizId, superseded, serverId }) =>
			compareQuizId === known.compareQuizId &&
			!superseded &&
			serverId !== null &&
			!listed.has(serverId),
	)

const isLeft = (local: LocalAttempts, known: StoredAttempt, listed: ReadonlySet<string>): boolean =>
	isBeingReset(known, local.waiting) || isLeftStill(local, known, listed)

/** Lets a superseded attempt go on if no reset of it is left. Its check then sends what the server lost. */
const mergeSuspect = (
	local: LocalAttempts,
	known: StoredAttempt,
	listed: ReadonlySet<string>,
): StoredAttempt => ({
	...known,
	superseded: known.superseded && isLeft(local, known, listed),
})

const mergeRow = (
	local: LocalAttempts,
	known: StoredAttempt,
	row: QuizAttempt,
	listed: ReadonlySet<string>,
): StoredAttempt => {
	const waiting = local.streams.get(known.id) ?? []
	const behind = waiting.length === 0 && isBehind(known, row)
	const status = unsentOf(waiting).completion ? known.status : row.status
	return {
		...known,
		compareQuizId: known.compareQuizId || (row.compareQuizId ?? ''),
		quizName: row.quizName || known.quizName,
		electionName: row.electionName ?? known.electionName,
		electionId: row.electionId ?? known.electionId,
		status,
		startedAt: row.startedAt ?? known.startedAt,
		completedAt: row.completedAt ?? known.completedAt,
		superseded: isLeft(local, { ...known, status }, listed),
		reported: known.statements.length === 0 || behind ? reportedOf(row) : null,
	}
}

/** Skips unchanged rows, because a write reruns the live queries of every page that shows attempts. */
const isChanged = (known: StoredAttempt, next: StoredAttempt): boolean =>
	(Object.keys(next) as (keyof StoredAttempt)[]).some(
		(key) => known[key] !== next[key] && JSON.stringify(known[key]) !== JSON.stringify(next[key]),
	)

export interface Merged {
	readonly changed: boolean
	readonly checks: boolean
}

const isSuspicious = (row: QuizAttempt, known: StoredAttempt): boolean => {
	const { answers = {}, selection = null, status } = known.confirmed ?? {}
	const given = Object.values(answers).filter((value) => value !== null)
	const lost = given.length > row.answeredQuestions
	const unpicked = selection !== null && row.answeredQuestions === 0
	const reopened = status === 'COMPLETED' && row.status !== 'COMPLETED'
	return isOld(row, known) || lost || unpicked || reopened
}

/**
 * Merges history rows into the stored attempts, in a transaction over `attempts` and `outbox`. Checks attempts whose
 * rows lack confirmed data instead. @param before the attempts when the read began.
 */
const mergeHistory = async (
	deps: CoreContext,
	userId: string,
	rows: readonly QuizAttempt[],
	before: readonly StoredAttempt[],
): Promise<Merged> => {
	const { db } = deps
	const local = await readLocal(db, userId)
	const asked = new Map(before.map((attempt) => [attempt.id, attempt]))
	const listed = new Set(rows.map(({ id }) => id))
	const written: StoredAttempt[] = []
	const suspects: StoredAttempt[] = []
	for (const row of rows) {
		const known = local.byId.get(row.id)
		if (known === undefined) {
			if (row.status === 'IN_PROGRESS' && isStillUnsent(local, row)) continue
			written.push(attemptFromHistory(row, deps.uuid(), userId))
			continue
		}
		// A reply settled during this read is newer.
		if (isOutdated(known, asked.get(known.id))) continue
		if (isSuspicious(row, known)) {
			suspects.push(known)
			written.push(mergeSuspect(local, known, listed))
		} else written.push(mergeRow(local, known, row, listed))
	}
	const changes = written.filter((next) => {
		const known = local.byId.get(next.id)
		return known === undefined || isChanged(known, next)
	})
	if (changes.length > 0) await db.attempts.bulkPut(changes)
	for (const suspect of suspects) await queueCheck(db, suspect)
	const checks = suspects.length > 0
	return { changed: changes.length > 0 || checks, checks }
}

/**
 * True if the history has another attempt at the same quiz, begun by a reset.
 * @param others attempts on this device. A superseded or an older one replaces none.
 */
const isReplaced = (
	known: StoredAttempt,
	rows: readonly QuizAttempt[],
	others: readonly StoredAttempt[],
): boolean =>
	known.status !== 'COMPLETED' &&
	rows.some((row) => {
		const other = others.find(({ serverId }) => serverId === row.id)
		const [begun, own] = [row.startedAt ?? '', known.startedAt ?? '']
		const older = begun < own || (begun === own && other?.status === 'COMPLETED')
		if (other?.superseded || (other && older)) return false
		return row.compareQuizId === null
			? row.quizName === known.quizName
			: row.compareQuizId === known.compareQuizId
	})

/**
 * Supersedes attempts that the server no longer lists because they were reset elsewhere. Attempts with unsent entries
 * stay listed. Attempts that the server may have lost are checked.
 */
const leaveBehind = async (
	db: LocalDb,
	userId: string,
	attempts: readonly StoredAttempt[],
	rows: readonly QuizAttempt[],
): Promise<Merged> => {
	const listed = attempts.filter(({ superseded }) => !superseded)
	if (listed.length === 0) return { changed: false, checks: false }
	const streams = new Set((await waitingOf(db, userId)).map(({ stream }) => stream))
	const others = await db.attempts.where({ userId }).toArray()
	let checks = false
	let changed = false
	for (const attempt of listed.filter(({ id }) => !streams.has(id))) {
		changed = true
		if (isRestorable(attempt) && !isReplaced(attempt, rows, others)) {
			await queueCheck(db, attempt)
			checks = true
		} else await db.attempts.update(attempt.id, { superseded: true })
	}
	return { changed, checks }
}

/** Finds attempts that the server no longer lists, except those older than all rows: a long history is cut off. */
const unlisted = (
	before: readonly StoredAttempt[],
	history: readonly QuizAttempt[],
): StoredAttempt[] => {
	const listed = new Set(history.map((row) => row.id))
	const oldest = history.map((row) => row.startedAt ?? '').sort()[0] ?? ''
	return before.filter(
		({ serverId, startedAt }) =>
			serverId !== null && !listed.has(serverId) && (startedAt ?? '') >= oldest,
	)
}

export interface AttemptSummary {
	readonly attempt: StoredAttempt
	readonly answered: number
	readonly total: number
	readonly percentage: number
	readonly unsent: boolean
}

export interface Attempts {
	/** Finds the voter's attempt by device id or server id. */
	find(id: string): Promise<StoredAttempt | null>
	/** Lists the voter's attempts, newest first. Includes those that the server will not count, but no reset ones. */
	list(): Promise<AttemptSummary[]>
	unsent(id: string): Promise<number>
	/** Reads the newest page of the history, or all of it. Unsent changes stay. */
	refreshHistory(options?: { readonly whole?: boolean }): Promise<Refreshed>
	/** Reads an attempt's state by either id. Adds attempts that this device has never seen. */
	refresh(id: string): Promise<Refreshed>
}

const summarise = (attempt: StoredAttempt, unsent: boolean): AttemptSummary => {
	if (attempt.reported) return { attempt, ...attempt.reported, unsent }
	const { answered, total, percentage } = progress(attempt)
	return { attempt, answered, total, percentage, unsent }
}

const addFromServer = async (
	deps: CoreContext,
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

const readPage = (deps: CoreContext, reading: Reading, before: string | undefined) =>
	deps.call(calls.history, before === undefined ? {} : { query: { before } }, reading.options)

/** ISO 8601 times in UTC sort as text. */
const newestFirst = (a: AttemptSummary, b: AttemptSummary): number => {
	const [first, second] = [a.attempt.startedAt ?? '', b.attempt.startedAt ?? '']
	return Number(first < second) - Number(first > second)
}

export const createAttempts = (deps: CoreContext, startSending: () => void): Attempts => {
	const { db, call, reads } = deps

	const storing = async (reading: Reading, write: () => Promise<Merged>): Promise<void> => {
		let checks = false
		await reading.store([db.attempts, db.notes, db.outbox], async () => {
			const merged = await write()
			checks = merged.checks
			return merged.changed
		})
		if (checks) startSending()
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
				// A server without paging sends the same page again.
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
			// Not sent yet, or refused: the server has no state.
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
