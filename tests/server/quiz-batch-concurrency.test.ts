import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { lockKey } from '#server/db/audit.ts'
import { attemptEvents } from '#server/db/schema.ts'
import { answerTo, refusalOf, replyOf, started } from '../support/quizzes.ts'
import { createTestServer } from '../support/server.ts'

const { quiz } = endpoints

it('a batch stops before an operation that another call is processing', async () => {
	const server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	const state = await started(voter, 'SCALE')
	const params = { attemptId: state.attemptId }
	const send = (from: number, to: number) => {
		const seqs = [0, 1, 2, 3].slice(from, to)
		const operations = seqs.map((seq) => {
			const { body } = answerTo(state, seq)
			return { kind: 'INTERACT', key: `k${seq}`, seq, body } as const
		})
		return voter.call(quiz.batch, { params, body: { stream: 'phone', operations } })
	}
	await server.db.transaction(async (tx) => {
		await lockKey(tx, voter.user.id, 'k2')
		expect(replyOf(await send(0, 4)).outcomes.map(({ status }) => status)).toEqual([200, 200])
		expect(refusalOf(await send(2, 4))).toMatchObject({ status: 409, retryAfterMs: 1000 })
	})
	expect(replyOf(await send(2, 4)).outcomes.map(({ status }) => status)).toEqual([200, 200])
	const events = await server.db
		.select()
		.from(attemptEvents)
		.where(eq(attemptEvents.attemptId, state.attemptId))
	expect(events).toHaveLength(1 + 4)
})
