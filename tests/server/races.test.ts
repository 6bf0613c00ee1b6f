import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { attemptEvents, attempts, users } from '#server/db/schema.ts'
import { answerAll, answerTo, refusalOf, replyOf, started } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

const { auth, quiz } = endpoints

let server: TestServer
let voter: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

/**
 * Waits until a second transaction waits for the first one's row lock. The embedded database has one connection and
 * runs them in sequence.
 */
const untilLockWait = async (): Promise<void> => {
	if (inject('postgresUrl') === undefined) return
	for (let tries = 0; tries < 5000; tries++) {
		// Outside the transaction, in which pg_stat_activity would not change.
		const [row] = await server.db
			.select({ waiting: sql<number>`count(*)::int` })
			.from(sql`pg_stat_activity`)
			.where(sql`datname = current_database() and wait_event_type = 'Lock'`)
		if (row !== undefined && row.waiting > 0) return
	}
	throw new Error('nobody waits')
}

describe('concurrent calls', () => {
	it('report a taken name to the second registration', async () => {
		const row = {
			id: crypto.randomUUID(),
			username: 'ada',
			usernameKey: 'ada',
			email: 'first@example.org',
			emailKey: 'first@example.org',
			passwordHash: '',
			roles: [],
			createdAt: server.clock.now,
		}
		const body = { username: 'Ada', email: 'second@example.org', password: 'engines' }
		let second: ReturnType<typeof register> | undefined
		const register = () => server.call(auth.register, { body })
		await server.db.transaction(async (tx) => {
			await tx.insert(users).values(row)
			second = register()
			await untilLockWait()
		})
		if (second === undefined) throw new Error('nobody registered')
		const refusal = refusalOf(await second)
		expect(refusal.status).toBe(409)
		expect(refusal.errors.map(({ path }) => path)).toEqual(['username'])
	})

	it('refuse an answer that waited for a completion', async () => {
		const state = await started(voter, 'BINARY')
		await answerAll(voter, state)
		let answer: ReturnType<typeof change> | undefined
		const change = () => voter.call(quiz.interact, answerTo(state, 0, 1))
		await server.db.transaction(async (tx) => {
			await tx.select().from(attempts).where(eq(attempts.id, state.attemptId)).for('update')
			answer = change()
			await untilLockWait()
			await tx.insert(attemptEvents).values({
				attemptId: state.attemptId,
				userId: voter.user.id,
				kind: 'COMPLETE',
				fingerprint: '',
				applied: true,
				at: server.clock.now,
			})
		})
		if (answer === undefined) throw new Error('nobody answered')
		expect(refusalOf(await answer).message).toBe('You have already completed this quiz.')
	})

	it('resume the first start in the second', async () => {
		const state = await started(voter, 'SCALE')
		await server.db.delete(attempts)
		const params = { compareQuizId: state.compareQuizId ?? '' }
		let second: ReturnType<typeof start> | undefined
		const start = () => voter.call(quiz.start, { params })
		await server.db.transaction(async (tx) => {
			await tx.select().from(users).where(eq(users.id, voter.user.id)).for('no key update')
			second = start()
			await untilLockWait()
		})
		if (second === undefined) throw new Error('nobody started')
		expect(replyOf(await second).answeredQuestions).toBe(0)
		expect(await server.db.$count(attempts)).toBe(1)
	})
})
