import type { LocalDb, StoredTestSession } from './db.ts'
import type { GuardedDeps } from './deps.ts'
import { isAlive, isUsableTest } from './usable-test.ts'

/** How many finished sessions stay on the device, the newest. */
const FINISHED_KEPT = 5

/** The sessions that nobody has a use for any more. */
const useless = (all: readonly StoredTestSession[], now: number): StoredTestSession[] => {
	const finished = all
		.filter(({ stage }) => stage === 'finished')
		.sort((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
	const begun = all.filter(({ stage }) => stage === 'open')
	const spare = all.filter(({ stage }) => stage === 'spare')
	return [
		...spare.filter((session) => !isUsableTest(session, now)),
		// One that asks nothing could never be ended, and one that the server has deleted takes no guess.
		...begun.filter((session) => !isAlive(session, now)),
		...finished.slice(FINISHED_KEPT),
	]
}

/** Deletes sessions, inside a transaction; what waits to be sent, or was refused, keeps its own. */
const forget = async (db: LocalDb, sessions: readonly StoredTestSession[]): Promise<void> => {
	for (const { id } of sessions) {
		if ((await db.outbox.where('stream').equals(id).count()) === 0) await db.testSessions.delete(id)
	}
}

/**
 * Forgets spare sessions that are too old, sessions that ask nothing, and finished ones beyond the newest five. What
 * waits to be sent, or was refused, keeps its session. Rejects with a StoreFault where the store does not answer.
 */
export const tidyTests = ({
	db,
	guard,
	serverClock,
}: Pick<GuardedDeps, 'db' | 'guard' | 'serverClock'>): Promise<void> =>
	guard.run(() =>
		db.transaction('rw', db.testSessions, db.outbox, async () => {
			await forget(db, useless(await db.testSessions.toArray(), serverClock.now()))
		}),
	)

/** A session that was fetched so lately, in ms, is of the test that there is, whatever another call says. */
const CURRENT_MS = 60_000

/**
 * Forgets sessions of other tests than the one that there is, unless somebody has begun to guess. Inside a transaction
 * on test sessions and outbox. @param pair the ids of its candidates; those that are not known say nothing; empty: there is no test.
 */
export const forgetOtherTests = async (
	{ db, serverClock }: Pick<GuardedDeps, 'db' | 'serverClock'>,
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
