import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/table.ts'
import { attemptEvents } from '#server/db/schema.ts'
import { recorded } from '#server/services/quiz/keys.ts'
import { answerTo, replyOf, started } from '../support/quizzes.ts'
import { createTestServer } from '../support/server.ts'

const { quiz } = endpoints

it('a key that another call has used since it was looked up is said to be in work: the next try finds what it did', async () => {
	const server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	const state = await started(voter, 'SCALE')
	const options = { idempotencyKey: 'once' }
	replyOf(await voter.call(quiz.interact, answerTo(state, 0), options))
	const [event] = await server.db.select().from(attemptEvents).where(eq(attemptEvents.key, 'once'))
	const { id: _, ...again } = event ?? { id: 0 }
	const recording = recorded(() => server.db.insert(attemptEvents).values(again as never))
	await expect(recording).rejects.toMatchObject({
		serviceCode: 'conflict',
		headers: { 'retry-after': '1' },
	})
	replyOf(await voter.call(quiz.interact, answerTo(state, 0), options))
})
