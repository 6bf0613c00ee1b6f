import { knowledgeTest as calls, type Demographics, testConfig } from '#contract/knowledge-test.ts'
import type { Result } from '#domain/types.ts'
import { isMissing } from '#http/failure.ts'
import type { OutboxEntry, StoredTestSession } from './db.ts'
import { type GuardedDeps, userKey } from './deps.ts'
import { enqueue } from './enqueue.ts'
import type { Reads } from './reads.ts'
import { REFRESHED, type Refreshed } from './refreshed.ts'
import { applyResults } from './restore.ts'
import { createTestChange, refuseTest, type TestRefusal } from './test-change.ts'
import { forgetOtherTests, tidyTests } from './tidy-tests.ts'

/** What comes after the guesses of a knowledge test. Commands commit and fail like those of `knowledge-test.ts`. */
export interface TestEnds {
	/** Ends a session that has a guess. */
	finish(id: string, demographics: Demographics): Promise<Result<StoredTestSession, TestRefusal>>
	/** Queues what the voter tells of the test. @param text 1 to 5000 characters. */
	feedback(id: string, text: string): Promise<Result<StoredTestSession, TestRefusal>>
	/** Reads the server's word on every guess. */
	refreshResults(id: string): Promise<Refreshed>
	/** What of a session waits to be sent, or was refused, in order. */
	unsent(id: string): Promise<OutboxEntry[]>
	/** The sessions of which the server refused something, the oldest first. */
	refusedSessions(): Promise<string[]>
	/** Forgets the sessions that nobody has a use for any more. */
	tidy(): Promise<void>
	/** Asks the server which test there is, and forgets what was fetched ahead of another one. */
	keepUp(): Promise<Refreshed>
}

/** @param deps with the visitor as their user; @param sent is called after every command that queued something. */
export const createTestEnds = (
	deps: GuardedDeps & { readonly reads: Reads },
	sent: () => void,
): TestEnds => {
	const { db, reads } = deps
	const change = createTestChange(deps, sent)
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
			// Its results here are all that there are.
			if (session?.notCounted) return REFRESHED
			const reading = reads.begin()
			const reply = await deps.call(calls.results, { params: { sessionId: id } }, reading.options)
			if (!reply.ok && !isMissing(reply.error)) return reply
			let checks = false
			await reading.store([db.testSessions, db.outbox], async () => {
				checks = await applyResults(db, id, reply.ok ? reply.value : null)
			})
			if (checks) sent()
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
			const off = !reply.ok && reply.error.kind === 'problem' && reply.error.status === 404
			if (!reply.ok && !off) return reply
			const pair = reply.ok ? [reply.value.candidate1Id, reply.value.candidate2Id] : []
			await reading.store([db.testSessions, db.outbox], () => forgetOtherTests(deps, pair))
			return REFRESHED
		},
	}
}
