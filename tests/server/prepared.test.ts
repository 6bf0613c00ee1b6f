import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { type Db, openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { prepared, rowsOf } from '#server/db/sql.ts'
import { newDatabase } from '../support/database.ts'
import { answerTo, replyOf, started } from '../support/quizzes.ts'
import { createTestServer } from '../support/server.ts'

const counted = prepared((db) =>
	db.select({ users: sql<number>`count(*)::int` }).from(users).prepare('counted'),
)

const parsedOn = (db: Db) =>
	rowsOf(
		db,
		sql`select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements
			where name in ('counted', 'record_event') order by name`,
	)

it('a statement is prepared once per connection across transactions', async () => {
	const { DATABASE_URL: url = '' } = await newDatabase()
	const { db, prepare, close } = await openDb(
		{ kind: 'postgres', url, connections: 1 },
		() => undefined,
	)
	await prepare(async () => undefined)
	const count = () => db.transaction((tx) => counted(tx).execute())
	expect([await count(), await count()]).toEqual([[{ users: 0 }], [{ users: 0 }]])
	expect(await parsedOn(db)).toEqual([{ name: 'counted', runs: 2 }])
	// Same connection and statement outside a transaction.
	await counted(db).execute()
	expect(await parsedOn(db)).toEqual([{ name: 'counted', runs: 3 }])
	await close()
})

it('a prepared statement runs in its transaction and rolls back with it', async () => {
	const server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	const state = await started(voter, 'SCALE')
	replyOf(await voter.call(endpoints.quiz.interact, answerTo(state, 0)))
	const [before] = await counted(server.db).execute()
	const undone = server.db.transaction(async (tx) => {
		await tx.delete(users)
		expect(await counted(tx).execute()).toEqual([{ users: 0 }])
		tx.rollback()
	})
	await expect(undone).rejects.toThrow('Rollback')
	expect(await counted(server.db).execute()).toEqual([before])
})
