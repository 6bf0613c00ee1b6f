import { expect, it } from 'vitest'
import { testGuesses, testSessions } from '#server/db/schema.ts'
import { judgeGuess } from '#server/services/knowledge-test/answer.ts'
import { purgeUnused } from '#server/services/knowledge-test/purge.ts'
import { lockSession } from '#server/services/knowledge-test/start.ts'
import { createTestServer } from '../support/server.ts'
import { begun } from '../support/test-sessions.ts'

it('the purge keeps a session that is receiving a guess', async () => {
	const server = await createTestServer({ sample: true })
	const { sessionId } = await begun(server)
	const later = new Date(server.clock.now.getTime() + 31 * 86_400_000)
	await server.db.transaction(async (tx) => {
		const session = await lockSession(tx, sessionId)
		const [policy] = session.policies
		const guess = {
			policyId: policy?.policyId ?? '',
			guessedCandidateId: session.candidate1.id,
			responseTimeMs: 900,
		}
		const { row } = judgeGuess(session, [], guess, { key: null, now: later })
		await tx.insert(testGuesses).values(row)
		expect(await purgeUnused(server.db, later)).toBe(0)
	})
	expect(await purgeUnused(server.db, later)).toBe(0)
	expect(await server.db.$count(testSessions)).toBe(1)
	expect(await server.db.$count(testGuesses)).toBe(1)
})
