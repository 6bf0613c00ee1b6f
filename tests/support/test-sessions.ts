import { eq } from 'drizzle-orm'
import { endpoints } from '#contract/index.ts'
import type { TestSession } from '#contract/test-session.ts'
import type { CallOptions } from '#http/client.ts'
import { testSessions } from '#server/db/schema.ts'
import { replyOf } from './quizzes.ts'
import type { TestServer } from './server.ts'

const { knowledgeTest } = endpoints

/** Starts a session of the active pair: Roosevelt and Wilson in the sample data. */
export const begun = async (server: TestServer): Promise<TestSession> =>
	replyOf(await server.call(knowledgeTest.start, { body: {} }))

/** The candidate of the policy at `index`, read from the database. */
const ownerOf = async (server: TestServer, session: TestSession, index: number) => {
	const [row] = await server.db
		.select()
		.from(testSessions)
		.where(eq(testSessions.id, session.sessionId))
	return row?.policies[index]?.candidateId ?? ''
}

/** Body of a right or wrong guess of the policy at `index`. */
export const guessBody = async (
	server: TestServer,
	session: TestSession,
	index: number,
	{ right = true, responseTimeMs = 1200 } = {},
) => {
	const owner = await ownerOf(server, session, index)
	const ids = [session.candidate1.id, session.candidate2.id]
	return {
		sessionId: session.sessionId,
		policyId: session.policies[index]?.policyId ?? '',
		guessedCandidateId: ids.find((id) => (id === owner) === right) ?? '',
		responseTimeMs,
	}
}

/** Guesses the policy at `index`. */
export const guess = async (
	server: TestServer,
	session: TestSession,
	index: number,
	how: { right?: boolean; responseTimeMs?: number } = {},
	options: CallOptions = {},
) =>
	server.call(
		knowledgeTest.submitGuess,
		{ body: await guessBody(server, session, index, how) },
		options,
	)
