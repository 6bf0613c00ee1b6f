import { eq, lte, sql } from 'drizzle-orm'
import {
	attempts,
	audit,
	candidates,
	compareQuizzes,
	elections,
	policies,
	users,
} from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { forgetActor } from '../../db/write-audit.ts'
import { forgetCounts } from '../../http/account-limits.ts'
import { restorableSince } from './deletion.ts'

type User = typeof users.$inferSelect

/** Deletes a user for good, with everything that the history holds about them; that there was a deletion stays. */
const purgeUser = (db: Db, user: Pick<User, 'id' | 'username' | 'email'>): Promise<void> =>
	db.transaction(async (tx) => {
		const { id } = user
		// As in an erasure: whoever changes an attempt holds it, and goes on to its user.
		await tx.select({ id: attempts.id }).from(attempts).where(eq(attempts.userId, id)).for('update')
		await tx
			.update(audit)
			.set({
				...{ target: '', name: null, before: null, after: null, reply: null },
				// Who did it, where that was nobody or is somebody erased, tells nothing of them.
				detail: sql`jsonb_strip_nulls(jsonb_build_object('by', ${audit.detail} -> 'by'))`,
			})
			.where(eq(audit.target, id))
		await forgetActor(tx, id)
		await tx.delete(users).where(eq(users.id, id))
		await forgetCounts(tx, user)
	})

/** Deletes for good what administrators deleted 30 days ago or earlier. */
export const purgeDeleted = async (db: Db, now: Date): Promise<void> => {
	const since = restorableSince(now)
	for (const table of [compareQuizzes, elections, policies, candidates]) {
		await db.delete(table).where(lte(table.deletedAt, since))
	}
	const gone = await db
		.select({ id: users.id, username: users.username, email: users.email })
		.from(users)
		.where(lte(users.deletedAt, since))
	for (const user of gone) await purgeUser(db, user)
}
