import { setImmediate as breathe } from 'node:timers/promises'
import { eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { forgetActor } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import {
	attempts,
	audit,
	candidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	testConfigurations,
	testSessions,
	users,
} from '../../db/schema.ts'
import { forgetCounts } from '../../http/rate-limits.ts'
import { restorableSince } from './change.ts'

type User = typeof users.$inferSelect

/** Runs the work on every item, even after failures. @throws the first failure. */
const doEach = async <Item>(
	items: readonly Item[],
	work: (item: Item) => Promise<unknown>,
): Promise<void> => {
	const failures: unknown[] = []
	for (const item of items) {
		try {
			await work(item)
		} catch (error) {
			failures.push(error)
		}
	}
	if (failures.length > 0) throw failures[0]
}

/** Keeps the history entry of the deletion, without personal data. */
const purgeUser = (db: Db, user: Pick<User, 'id' | 'username' | 'email'>): Promise<void> =>
	db.transaction(async (tx) => {
		const { id } = user
		// Lock attempts before the user, as writers of attempts do, to avoid deadlocks.
		await tx.select({ id: attempts.id }).from(attempts).where(eq(attempts.userId, id)).for('update')
		await tx
			.update(audit)
			.set({
				...{ target: '', name: null, before: null, after: null, reply: null },
				// Keep only whether the server or an erased user acted, which identifies no one.
				detail: sql`jsonb_strip_nulls(jsonb_build_object('by', ${audit.detail} -> 'by'))`,
			})
			.where(eq(audit.target, id))
		await forgetActor(tx, id)
		await tx.delete(users).where(eq(users.id, id))
		await forgetCounts(tx, user)
	})

/** Purges users whose restore period has ended. One failure does not stop the others. */
export const purgeUsers = async (db: Db, now: Date): Promise<void> => {
	const gone = await db
		.select({ id: users.id, username: users.username, email: users.email })
		.from(users)
		.where(lte(users.deletedAt, restorableSince(now)))
	await doEach(gone, (user) => purgeUser(db, user))
}

/** Rows per statement. Larger ones could exceed the statement timeout and would block the embedded database. */
const BATCH = 500

/** Nulls foreign keys in batches before a delete. Rows locked by others are left to the cascade. */
const forget = async (
	db: Db,
	table: typeof attempts | typeof testSessions,
	nothing: Readonly<Record<string, null>>,
	which: SQL | undefined,
): Promise<void> => {
	const some = db
		.select({ id: table.id })
		.from(table)
		.where(which)
		.limit(BATCH)
		.for('update', { skipLocked: true })
	for (let changed = BATCH; changed >= BATCH; ) {
		const rows = await db
			.update(table)
			.set(nothing)
			.where(inArray(table.id, some))
			.returning({ id: table.id })
		changed = rows.length
		await breathe()
	}
}

const purgeQuiz = async (db: Db, id: string): Promise<void> => {
	await forget(db, attempts, { compareQuizId: null }, eq(attempts.compareQuizId, id))
	await db.delete(compareQuizzes).where(eq(compareQuizzes.id, id))
}

const purgeElection = async (db: Db, id: string): Promise<void> => {
	const quizzes = await db
		.select({ id: compareQuizzes.id })
		.from(compareQuizzes)
		.where(eq(compareQuizzes.electionId, id))
	await doEach(quizzes, (quiz) => purgeQuiz(db, quiz.id))
	await forget(db, attempts, { electionId: null }, eq(attempts.electionId, id))
	await db.delete(elections).where(eq(elections.id, id))
}

const purgeCandidate = async (db: Db, id: string): Promise<void> => {
	const pairs = db
		.select({ id: testConfigurations.id })
		.from(testConfigurations)
		.where(or(eq(testConfigurations.candidate1Id, id), eq(testConfigurations.candidate2Id, id)))
	const ofPairs = inArray(testSessions.configurationId, pairs)
	await forget(db, testSessions, { configurationId: null }, ofPairs)
	await db.delete(candidates).where(eq(candidates.id, id))
}

/** Purges records whose restore period has ended. One failure does not stop the others. */
export const purgeRecords = async (db: Db, now: Date): Promise<void> => {
	const since = restorableSince(now)
	const gone = async (table: typeof compareQuizzes | typeof elections | typeof candidates) => {
		const rows = await db.select({ id: table.id }).from(table).where(lte(table.deletedAt, since))
		return rows.map(({ id }) => id)
	}
	await doEach(
		[
			async () => doEach(await gone(compareQuizzes), (id) => purgeQuiz(db, id)),
			async () => doEach(await gone(elections), (id) => purgeElection(db, id)),
			() => db.delete(positions).where(lte(positions.deletedAt, since)),
			() => db.delete(policies).where(lte(policies.deletedAt, since)),
			async () => doEach(await gone(candidates), (id) => purgeCandidate(db, id)),
		],
		(part) => part(),
	)
}
