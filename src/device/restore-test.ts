import type { Demographics, TestResults } from '#contract/knowledge-test.ts'
import { VISITOR } from './context.ts'
import type { LocalDb, StoredTestSession } from './db.ts'
import { type NewEntry, newEntry, putBefore, waitingIn } from './entries.ts'

const visitors = (sessionId: string) => ({ id: sessionId, userId: VISITOR.key })

/**
 * Queues a check of a test session, ahead of its stream, in a transaction over `testSessions` and `outbox`.
 * @returns false if there is nothing to check.
 */
export const queueTestCheck = async (db: LocalDb, sessionId: string): Promise<boolean> => {
	const session = await db.testSessions.get(sessionId)
	if (session === undefined || session.notCounted) return false
	const waiting = await waitingIn(db, sessionId)
	if (waiting.some(({ command }) => command === 'test.check')) return true
	const check = newEntry(visitors(sessionId), `${sessionId}.check`, 'test.check', { sessionId })
	await putBefore(db, sessionId, [check], false)
	return true
}

const confirmedIn = ({ guesses }: StoredTestSession): StoredTestSession['guesses'] =>
	guesses.filter(({ settled }) => settled)

const lostFromTest = (session: StoredTestSession, results: TestResults) => {
	const { ended = null, feedback = [] } = session
	const there = new Set(results.policyResults.map(({ policyId }) => policyId))
	const lost = confirmedIn(session).filter(({ policyId }) => !there.has(policyId))
	// Results without policy ids cannot show that a guess is missing.
	const guesses = there.has(null) ? [] : lost
	const some = guesses.length > 0
	return {
		guesses,
		end: some || results.completed === false ? ended : null,
		feedback: some || (results.feedback ?? feedback.length) < feedback.length ? feedback : [],
	}
}

const sendAgain = async (
	db: LocalDb,
	session: StoredTestSession,
	results: TestResults,
): Promise<boolean> => {
	const { id: sessionId } = session
	const lost = lostFromTest(session, results)
	const of = visitors(sessionId)
	const entries: NewEntry[] = lost.guesses.map(({ policyId, candidateId, responseTimeMs }) => {
		const args = { sessionId, policyId, candidateId, responseTimeMs }
		return newEntry(of, `${sessionId}.again.${policyId}`, 'test.guess', args)
	})
	if (lost.end !== null) {
		const args = { sessionId, demographics: lost.end }
		entries.push(newEntry(of, `${sessionId}.again.end`, 'test.complete', args))
	}
	// Keep the keys to prevent duplicates: the server may have lost only some of the messages.
	for (const { id, text } of lost.feedback) {
		entries.push(newEntry(of, id, 'test.feedback', { sessionId, feedbackText: text }))
	}
	const queued = await db.outbox.where('stream').equals(sessionId).toArray()
	const ids = new Set(queued.map(({ id }) => id))
	const missing = entries.filter(({ id }) => !ids.has(id))
	await putBefore(db, sessionId, missing, true)
	const again = new Set(lost.guesses)
	await db.testSessions.update(sessionId, {
		guesses: session.guesses.map((guess) =>
			again.has(guess) ? { ...guess, settled: false } : guess,
		),
	})
	return entries.length > 0
}

/** Stores the server's summary. Queues a check instead if it counts fewer guesses than the server confirmed. */
export const applySummary = async (
	db: LocalDb,
	sessionId: string,
	summary: TestResults['summary'],
	ended?: Demographics,
): Promise<void> => {
	const session = await db.testSessions.get(sessionId)
	if (session === undefined) return
	const isShort = summary.totalPolicies < confirmedIn(session).length
	await db.testSessions.update(sessionId, { ...(!isShort && { summary }), ...(ended && { ended }) })
	if (isShort) await queueTestCheck(db, sessionId)
}

/**
 * Stores a session's results, or queues a check if they lack something, in a transaction over `testSessions` and
 * `outbox`. @param results null if the server has no such session. @returns true if a check was queued.
 */
export const applyResults = async (
	db: LocalDb,
	sessionId: string,
	results: TestResults | null,
): Promise<boolean> => {
	const session = await db.testSessions.get(sessionId)
	if (session === undefined) return false
	const lost = results && lostFromTest(session, results)
	if (lost === null || lost.guesses.length + lost.feedback.length > 0 || lost.end !== null) {
		return queueTestCheck(db, sessionId)
	}
	await db.testSessions.update(sessionId, { results, summary: results?.summary ?? null })
	return false
}

/**
 * Requeues what the server lost of a session, ahead of the stream, in a transaction over `testSessions` and `outbox`.
 * @param results null if the server has no such session.
 */
export const settleTestCheck = async (
	db: LocalDb,
	sessionId: string,
	results: TestResults | null,
): Promise<void> => {
	const session = await db.testSessions.get(sessionId)
	if (session === undefined) return
	if (results === null) {
		const args = { sessionId }
		const restore = newEntry(visitors(sessionId), `${sessionId}.restore`, 'test.restore', args)
		return putBefore(db, sessionId, [restore], true)
	}
	if (await sendAgain(db, session, results)) return
	await db.testSessions.update(sessionId, { results, summary: results.summary })
}

/** Requeues everything of a session that the server restored empty. */
export const settleTestRestore = async (db: LocalDb, sessionId: string): Promise<void> => {
	const session = await db.testSessions.get(sessionId)
	if (session === undefined) return
	const summary = {
		totalPolicies: 0,
		correctGuesses: 0,
		accuracyPercentage: 0,
		avgResponseTimeMs: 0,
	}
	await sendAgain(db, session, { summary, policyResults: [], completed: false, feedback: 0 })
}

/** Marks a session that the server lost and refused to restore. Its results stay on the device. */
export const giveUpTest = async (db: LocalDb, sessionId: string): Promise<void> =>
	void (await db.testSessions.update(sessionId, { notCounted: true }))
