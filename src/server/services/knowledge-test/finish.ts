import { eq } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { summarise } from '#domain/test-summary.ts'
import { testSessions } from '../../db/schema.ts'
import { serviceError } from '../../http/service-error.ts'
import {
	getSession,
	guessesOf,
	keyReused,
	lockSession,
	type SessionRow,
	summaryOf,
	type TestContext,
} from './sessions.ts'

type Rows = typeof knowledgeTest
type SentSummary = Sent<Rows['complete']>
type CompleteBody = HandlerInput<Rows['complete']>['body']

/** What a session has come to so far. Everything is recorded with each guess: there is nothing left to save. */
export const saveProgress = async (
	{ db }: Pick<TestContext, 'db'>,
	sessionId: string,
): Promise<SentSummary> => {
	const session = await getSession(db, sessionId)
	return summaryOf(db, session.id)
}

/** Ends a session that has a guess. One that is completed is returned again, with the demographics that it has. */
export const complete = (
	{ db, now, key }: TestContext,
	{ sessionId, demographics }: CompleteBody,
): Promise<SentSummary> =>
	db.transaction(async (tx) => {
		const session = await lockSession(tx, sessionId)
		const summary = await summaryOf(tx, session.id)
		const { age = null, gender = null } = demographics ?? {}
		if (session.completedAt !== null) {
			const same = session.age === age && session.gender === gender
			if (key !== null && key === session.completeKey && !same) throw keyReused()
			return summary
		}
		if (summary.totalPolicies === 0) {
			throw serviceError('conflict', 'Guess at least one policy before you finish the test.')
		}
		await tx
			.update(testSessions)
			.set({ completedAt: now, completeKey: key, age, gender })
			.where(eq(testSessions.id, session.id))
		return summary
	})

const nameIn = ({ candidate1, candidate2 }: SessionRow, id: string): string | null =>
	[candidate1, candidate2].find((candidate) => candidate.id === id)?.name ?? null

/** Every guess of a session with its outcome, in the order in which they are asked. What was not guessed stays unsaid. */
export const getResults = async (
	{ db }: Pick<TestContext, 'db'>,
	sessionId: string,
): Promise<Sent<Rows['results']>> => {
	const session = await getSession(db, sessionId)
	const guesses = await guessesOf(db, session.id)
	const byPolicy = new Map(guesses.map((guess) => [guess.policyId, guess]))
	return {
		summary: summarise(guesses),
		policyResults: session.policies.flatMap(({ policyId, text, candidateId }) => {
			const guess = byPolicy.get(policyId)
			if (guess === undefined) return []
			return {
				policyId,
				policyText: text,
				correct: guess.correct,
				guessedCandidateName: nameIn(session, guess.candidateId),
				correctCandidateName: nameIn(session, candidateId),
			}
		}),
	}
}
