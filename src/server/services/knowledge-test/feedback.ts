import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { knowledgeTest } from '#contract/knowledge-test.ts'
import { keyReused } from '../../db/key-lock.ts'
import { testFeedback } from '../../db/schema.ts'
import { lockSession, type TestContext } from './sessions.ts'

type Row = typeof knowledgeTest.feedback

/** Keeps what a visitor tells of the test; once for its key. */
export const giveFeedback = (
	{ db, now, key }: TestContext,
	{ sessionId, feedbackText }: HandlerInput<Row>['body'],
): Promise<Sent<Row>> =>
	db.transaction(async (tx) => {
		const thanks = { success: true, message: 'Thank you for your feedback!' }
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
