import { beforeEach, describe, expect, it } from 'vitest'
import { HISTORY_PAGE, quiz } from '#contract/quiz.ts'
import { copyAttempt } from '#tests/support/long-history.ts'
import { refusalOf, replyOf, started } from '#tests/support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '#tests/support/server.ts'

let server: TestServer
let voter: Voter

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const idsOf = async (before?: string): Promise<string[]> => {
	const input = before === undefined ? {} : { query: { before } }
	return replyOf(await voter.call(quiz.history, input)).map(({ id }) => id)
}

describe('paged history', () => {
	it('has no gaps or repeats across equal start times', async () => {
		const { attemptId } = await started(voter, 'BINARY')
		const copies = await copyAttempt(server.db, attemptId, HISTORY_PAGE + 20)
		const all = [attemptId, ...copies]
		const first = await idsOf()
		// The call without a cursor, as specified, returns the newest page.
		expect(first).toEqual(all.slice(0, HISTORY_PAGE))
		expect(await idsOf(first.at(-1))).toEqual(all.slice(HISTORY_PAGE))
		expect(await idsOf(all[1])).toEqual(all.slice(2, HISTORY_PAGE + 2))
		expect(await idsOf(all[2])).toEqual(all.slice(3, HISTORY_PAGE + 3))
		expect(await idsOf(all.at(-1))).toEqual([])
	})

	it('continues after an attempt reset since the previous page', async () => {
		const { attemptId } = await started(voter, 'BINARY')
		const copies = await copyAttempt(server.db, attemptId, 3)
		server.clock.now = new Date(server.clock.now.getTime() + 1000)
		replyOf(await voter.call(quiz.reset, { params: { attemptId } }))
		expect(await idsOf(attemptId)).toEqual(copies)
	})

	it('refuses the attempt of another user as a cursor', async () => {
		const other = await server.registerVoter()
		const { attemptId: before } = await started(other, 'BINARY')
		await started(voter, 'BINARY')
		expect(refusalOf(await voter.call(quiz.history, { query: { before } })).status).toBe(404)
		const query = { before: 'no-id' }
		expect(refusalOf(await voter.call(quiz.history, { query }))).toMatchObject({
			status: 400,
			errors: [{ path: 'before' }],
		})
	})
})
