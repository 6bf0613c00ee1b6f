import type { Result } from '#domain/types.ts'
import type { StoredTestSession } from './db.ts'
import type { GuardedDeps } from './deps.ts'

/** Why a guess, an end or a feedback was not taken. */
export interface TestRefusal {
	readonly code: 'not-found' | 'finished' | 'unknown' | 'no-guess'
}

type Changed = Result<StoredTestSession, TestRefusal>

/** A refusal as a result and no fault: another tab may have been faster, which is no bug. */
export const refuseTest = (code: TestRefusal['code']) => ({ ok: false, error: { code } }) as const

/**
 * What every command of the knowledge test does: changes a session together with what it queues, in one transaction.
 * @param sent is called after each. @returns runs `run` on the session inside that transaction.
 */
export const createTestChange =
	({ db, guard }: GuardedDeps, sent: () => void) =>
	async (id: string, run: (session: StoredTestSession) => Promise<Changed>): Promise<Changed> => {
		const changed = await guard.save(() =>
			db.transaction('rw', db.testSessions, db.outbox, async () => {
				const session = await db.testSessions.get(id)
				if (session === undefined) return refuseTest('not-found')
				const result = await run(session)
				if (result.ok && result.value !== session) await db.testSessions.put(result.value)
				return result
			}),
		)
		sent()
		return changed
	}
