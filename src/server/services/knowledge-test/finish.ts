import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { messageOf } from '#contract/messages.ts'
import { summarise } from '#domain/knowledge-test.ts'
import { keyReused } from '../../db/audit.ts'
import { testFeedback, testSessions } from '../../db/schema.ts'
import { serviceError } from '../../http/errors.ts'
import {
	type GuessRow,
	getSession,
	guessesOf,
	lockSession,
	type SessionRow,
	summaryOf,
	type TestContext,
} from './start.ts'

type Rows = typeof knowledgeTest
type SentSummary = Sent<Rows['complete']>
type CompleteBody = HandlerInput<Rows['complete']>['body']

/** Returns the summary so far. Nothing needs saving, because each guess is stored at once. */
export const saveProgress = async (
	{ db }: Pick<TestContext, 'db'>,
	sessionId: string,
): Promise<SentSummary> => {
	const session = await getSession(db, sessionId)
	return summaryOf(db, session.id)
}

type End = Pick<SessionRow, 'completedAt' | 'completeKey' | 'age' | 'gender'>

/** Decides how a session ends; null if completed. @throws 409 if guesses are missing; 422 for a reused key. */
export const judgeEnd = (
	session: SessionRow,
	guesses: readonly GuessRow[],
	{ demographics, guesses: confirmed = 0 }: Omit<CompleteBody, 'sessionId'>,
	{ key, now }: Pick<TestContext, 'key' | 'now'>,
): End | null => {
	const { age = null, gender = null } = demographics ?? {}
	if (session.completedAt !== null) {
		const same = session.age === age && session.gender === gender
		if (key !== null && key === session.completeKey && !same) throw keyReused()
		return null
	}
	if (guesses.length === 0) {
		throw serviceError('conflict', 'test-needs-guess')
	}
	if (guesses.length < confirmed) {
		throw serviceError('conflict', 'guesses-lost')
	}
	return { completedAt: now, completeKey: key, age, gender }
}

/** Completes a session. @throws as {@link judgeEnd}. */
export const complete = (
	{ db, now, key }: TestContext,
	{ sessionId, ...body }: CompleteBody,
): Promise<SentSummary> =>
	db.transaction(async (tx) => {
		const session = await lockSession(tx, sessionId)
		const guesses = await guessesOf(tx, session.id)
		const end = judgeEnd(session, guesses, body, { key, now })
		if (end !== null) await tx.update(testSessions).set(end).where(eq(testSessions.id, session.id))
		return summarise(guesses)
	})

const nameIn = ({ candidate1, candidate2 }: SessionRow, id: string): string | null =>
	[candidate1, candidate2].find((candidate) => candidate.id === id)?.name ?? null

/** Lists the outcomes of all guesses in question order. Leaves out policies without a guess. */
export const getResults = async (
	{ db }: Pick<TestContext, 'db'>,
	sessionId: string,
): Promise<Sent<Rows['results']>> => {
	const session = await getSession(db, sessionId)
	const guesses = await guessesOf(db, session.id)
	const byPolicy = new Map(guesses.map((guess) => [guess.policyId, guess]))
	return {
		summary: summarise(guesses),
		completed: session.completedAt !== null,
		feedback: await db.$count(testFeedback, eq(testFeedback.sessionId, session.id)),
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

type Row = typeof knowledgeTest.feedback

export const giveFeedback = (
	{ db, now, key }: TestContext,
	{ sessionId, feedbackText }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> =>
	db.transaction(async (tx) => {
		const thanks = { success: true, ...messageOf('feedback-thanks') }
		const session = await lockSession(tx, sessionId)
		if (key !== null) {
			const [before] = await tx
				.select({ text: testFeedback.text })
				.from(testFeedback)
				.where(and(eq(testFeedback.sessionId, session.id), eq(testFeedback.key, key)))
			if (before && before.text !== feedbackText) throw keyReused()
			if (before) return thanks
		}
		await tx.insert(testFeedback).values({
			id: randomUUID(),
			sessionId: session.id,
			text: feedbackText,
			key,
			submittedAt: now,
		})
		return thanks
	})
