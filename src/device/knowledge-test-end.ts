import { knowledgeTest as calls, type Demographics, testConfig } from '#contract/knowledge-test.ts'
import type { Result } from '#domain/types.ts'
import { isMissing } from '#http/failure.ts'
import { type GuardedContext, userKey } from './context.ts'
import type { LocalDb, OutboxEntry, StoredTestSession } from './db.ts'
import { enqueue } from './entries.ts'
import {
	createTestChange,
	isAlive,
	isUsableTest,
	refuseTest,
	type TestRefusal,
} from './knowledge-test.ts'
import { REFRESHED, type Reads, type Refreshed } from './reads.ts'
import { applyResults } from './restore-test.ts'

const FINISHED_KEPT = 5

const useless = (all: readonly StoredTestSession[], now: number): StoredTestSession[] => {
	const finished = all
		.filter(({ stage }) => stage === 'finished')
		.sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
	const begun = all.filter(({ stage }) => stage === 'open')
	const spare = all.filter(({ stage }) => stage === 'spare')
	return [
		...spare.filter((session) => !isUsableTest(session, now)),
		// An empty session can never be ended, and one that the server has deleted accepts no guess.
		...begun.filter((session) => !isAlive(session, now)),
		...finished.slice(FINISHED_KEPT),
	]
}

const forget = async (db: LocalDb, sessions: readonly StoredTestSession[]): Promise<void> => {
	for (const { id } of sessions) {
		if ((await db.outbox.where('stream').equals(id).count()) === 0) await db.testSessions.delete(id)
	}
}

/** Deletes expired, empty and surplus finished sessions. Sessions with queued entries stay. @throws StoreFault */
const tidyTests = ({
	db,
	guard,
	serverClock,
}: Pick<GuardedContext, 'db' | 'guard' | 'serverClock'>): Promise<void> =>
	guard.run(() =>
		db.transaction('rw', db.testSessions, db.outbox, async () => {
			await forget(db, useless(await db.testSessions.toArray(), serverClock.now()))
		}),
	)

/** Sessions fetched within this time (ms) belong to the current test, even if another reply disagrees. */
const CURRENT_MS = 60_000

/**
 * Deletes sessions of other tests that have no guesses. Call it in a transaction over `testSessions` and `outbox`.
 * @param pair candidates of the current test. Null ids are unknown. Empty: there is no test.
 */
const forgetOtherTests = async (
	{ db, serverClock }: Pick<GuardedContext, 'db' | 'serverClock'>,
	pair: readonly (string | null)[],
): Promise<void> => {
	const isOther = ({ candidate1, candidate2 }: StoredTestSession): boolean =>
		pair.length === 0 ||
		pair.some((id) => id !== null && id !== candidate1.id && id !== candidate2.id)
	const others = (await db.testSessions.toArray()).filter(
		(session) =>
			session.stage !== 'finished' &&
			session.guesses.length === 0 &&
			Math.abs(serverClock.now() - session.fetchedAt) > CURRENT_MS &&
			isOther(session),
	)
	await forget(db, others)
}

/** Knowledge test after the guesses. Commands commit and fail like those of `knowledge-test.ts`. */
export interface TestEnds {
	finish(id: string, demographics: Demographics): Promise<Result<StoredTestSession, TestRefusal>>
	feedback(id: string, text: string): Promise<Result<StoredTestSession, TestRefusal>>
	refreshResults(id: string): Promise<Refreshed>
	unsent(id: string): Promise<OutboxEntry[]>
	refusedSessions(): Promise<string[]>
	tidy(): Promise<void>
	/** Reads the current test and deletes sessions prefetched for another one. */
	keepUp(): Promise<Refreshed>
}

/** @param deps with the visitor as their user. @param startSending called after each command. */
export const createTestEnds = (
	deps: GuardedContext & { readonly reads: Reads },
	startSending: () => void,
): TestEnds => {
	const { db, reads } = deps
	const change = createTestChange(deps, startSending)
	return {
		finish: (id, demographics) =>
			change(id, async (session) => {
				if (session.stage === 'finished') return { ok: true, value: session }
				if (session.guesses.length === 0) return refuseTest('no-guess')
				await enqueue(deps, id, 'test.complete', { sessionId: id, demographics })
				const finishedAt = deps.serverClock.now()
				return { ok: true, value: { ...session, stage: 'finished', finishedAt } }
			}),
		feedback: (id, text) =>
			change(id, async (session) => {
				await enqueue(deps, id, 'test.feedback', { sessionId: id, feedbackText: text })
				return { ok: true, value: { ...session, feedbackGiven: true } }
			}),
		async refreshResults(id) {
			const session = await db.testSessions.get(id)
			// The device has the only results.
			if (session?.notCounted) return REFRESHED
			const reading = reads.begin()
			const reply = await deps.call(calls.results, { params: { sessionId: id } }, reading.options)
			if (!reply.ok && !isMissing(reply.error)) return reply
			let checks = false
			await reading.store([db.testSessions, db.outbox], async () => {
				checks = await applyResults(db, id, reply.ok ? reply.value : null)
			})
			if (checks) startSending()
			return REFRESHED
		},
		unsent: (id) => db.outbox.where('stream').equals(id).sortBy('seq'),
		async refusedSessions() {
			const refused = db.outbox.where('[userId+state]').equals([userKey(deps), 'refused'])
			return [...new Set((await refused.sortBy('seq')).map(({ stream }) => stream))]
		},
		tidy: () => tidyTests(deps),
		async keepUp() {
			const reading = reads.begin()
			const reply = await deps.call(testConfig.active, {}, reading.options)
			if (!reply.ok && !isMissing(reply.error)) return reply
			const pair = reply.ok ? [reply.value.candidate1Id, reply.value.candidate2Id] : []
			await reading.store([db.testSessions, db.outbox], () => forgetOtherTests(deps, pair))
			return REFRESHED
		},
	}
}
