import { quiz as calls, type QuizAttempt, type QuizState } from '#contract/quiz.ts'
import { progress } from '#domain/attempt.ts'
import type { LocalDb, OutboxEntry, StoredAttempt } from './db.ts'
import { type LocalDeps, userKey } from './deps.ts'
import { REFRESHED, type Refreshed } from './fresh.ts'
import { attemptFromHistory, mergeState, reportedOf, type Unsent } from './merge.ts'
import { waitingIn } from './outbox.ts'

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
	/** The voter's attempts, newest first, without those that a reset left behind. */
	list(): Promise<AttemptSummary[]>
	/** Reads the voter's history. Attempts begun on other devices appear; what is unsent here stays as it is. */
	refreshHistory(): Promise<Refreshed>
	/** Reads where an attempt stands, by either id: also one that this device has never seen. */
	refresh(id: string): Promise<Refreshed>
}

const byEitherId = async (
	db: LocalDb,
	userId: string,
	id: string,
): Promise<StoredAttempt | null> => {
	const attempt = (await db.attempts.get(id)) ?? (await db.attempts.where({ serverId: id }).first())
	return attempt?.userId === userId ? attempt : null
}

/** What of a stream's waiting entries the server's state does not hold yet. */
const unsentOf = (entries: readonly OutboxEntry[]): Unsent => {
	const policyIds = new Set<string>()
	let selection = false
	for (const { command, args } of entries) {
		if (command !== 'quiz.interact') continue
		const { policyId } = args as { policyId?: string }
		if (policyId === undefined) selection = true
		else policyIds.add(policyId)
	}
	const completion = entries.some((entry) => entry.command === 'quiz.complete')
	return { policyIds, selection, completion }
}

/** Writes the server's state into an attempt, inside a transaction over `attempts` and `outbox`. */
export const applyState = async (
	db: LocalDb,
	attempt: StoredAttempt,
	state: QuizState,
): Promise<void> => {
	const merged = mergeState(attempt, state, unsentOf(await waitingIn(db, attempt.id)))
	if (merged.serverId !== null) {
		// The history may have brought the same attempt in under another id of this device.
		await db.attempts
			.where({ serverId: merged.serverId })
			.filter((row) => row.id !== attempt.id && row.userId === attempt.userId)
			.delete()
	}
	await db.attempts.put(merged)
}

const summarise = (attempt: StoredAttempt, unsent: boolean): AttemptSummary => {
	if (attempt.reported) return { attempt, ...attempt.reported, unsent }
	const { answered, total, percentage } = progress(attempt)
	return { attempt, answered, total, percentage, unsent }
}

/** Whether a read is out of date: since it was asked for, the reply to something newer has been settled. */
const isOutdated = (now: StoredAttempt, before: StoredAttempt | null | undefined): boolean =>
	now.settled > (before?.settled ?? 0)

/** @param before the attempts as they were when the history was asked for. */
const mergeHistoryRow = async (
	deps: LocalDeps,
	userId: string,
	row: QuizAttempt,
	before: readonly StoredAttempt[],
): Promise<void> => {
	const { db } = deps
	const { compareQuizId } = row
	const known = await byEitherId(db, userId, row.id)
	if (known === null) {
		if (compareQuizId === null) return
		await db.attempts.add(attemptFromHistory({ ...row, compareQuizId }, deps.uuid(), userId))
		return
	}
	const asked = before.find((attempt) => attempt.id === known.id)
	if (isOutdated(known, asked)) return
	const waiting = await waitingIn(db, known.id)
	await db.attempts.put({
		...known,
		quizName: row.quizName || known.quizName,
		electionName: row.electionName ?? known.electionName,
		electionId: row.electionId ?? known.electionId,
		status: unsentOf(waiting).completion ? known.status : row.status,
		startedAt: row.startedAt ?? known.startedAt,
		completedAt: row.completedAt ?? known.completedAt,
		reported: known.statements.length > 0 ? null : reportedOf(row),
	})
}

/** The server no longer lists it: it was reset elsewhere. What still waits to be sent keeps it in sight until that is settled. */
const leaveBehind = async (db: LocalDb, id: string): Promise<void> => {
	const waiting = await waitingIn(db, id)
	if (waiting.length === 0) await db.attempts.update(id, { superseded: true })
}

/** Takes in an attempt of the voter that was begun on another device. */
const addFromServer = async (
	deps: LocalDeps,
	userId: string,
	serverId: string,
): Promise<Refreshed> => {
	const reply = await deps.call(calls.attempt, { query: { quizAttemptId: serverId } })
	if (!reply.ok) return reply
	const { db } = deps
	await db.transaction('rw', db.attempts, db.outbox, () =>
		mergeHistoryRow(deps, userId, reply.value, []),
	)
	return REFRESHED
}

const newestFirst = (a: AttemptSummary, b: AttemptSummary): number =>
	(b.attempt.startedAt ?? '').localeCompare(a.attempt.startedAt ?? '')

export const createAttempts = (deps: LocalDeps): Attempts => {
	const { db, call } = deps

	return {
		find: (id) => byEitherId(db, userKey(deps), id),

		async list() {
			const userId = userKey(deps)
			const waiting = await db.outbox.where('[userId+state]').equals([userId, 'waiting']).toArray()
			const streams = new Set(waiting.map((entry) => entry.stream))
			const rows = await db.attempts.where({ userId }).toArray()
			return rows
				.filter((attempt) => !attempt.superseded)
				.map((attempt) => summarise(attempt, streams.has(attempt.id)))
				.sort(newestFirst)
		},

		async refreshHistory() {
			const userId = userKey(deps)
			const before = await db.attempts.where({ userId }).toArray()
			const reply = await call(calls.history, {})
			if (!reply.ok) return reply
			const listed = new Set(reply.value.map((row) => row.id))
			const gone = before.filter(({ serverId }) => serverId !== null && !listed.has(serverId))
			await db.transaction('rw', db.attempts, db.outbox, async () => {
				for (const row of reply.value) await mergeHistoryRow(deps, userId, row, before)
				for (const attempt of gone) await leaveBehind(db, attempt.id)
			})
			return REFRESHED
		},

		async refresh(id) {
			const userId = userKey(deps)
			const attempt = await byEitherId(db, userId, id)
			if (attempt === null) {
				const added = await addFromServer(deps, userId, id)
				if (!added.ok) return added
			}
			const serverId = attempt === null ? id : attempt.serverId
			// Begun here and not sent yet: the server has nothing to say.
			if (serverId === null) return REFRESHED
			const reply = await call(calls.state, { params: { attemptId: serverId } })
			if (!reply.ok) return reply
			await db.transaction('rw', db.attempts, db.outbox, async () => {
				const known = await byEitherId(db, userId, id)
				if (known !== null && !isOutdated(known, attempt)) {
					await applyState(db, known, reply.value)
				}
			})
			return REFRESHED
		},
	}
}
