import type { FeedbackRecord } from '#contract/feedback.ts'
import { mentions } from '../lists/whole-list.ts'

/** Whether a feedback is what is looked for: by its text, its session, or whom the test was about. */
export const matchesTerm =
	(term: string) =>
	({ feedbackText, sessionId, testResult }: FeedbackRecord): boolean =>
		mentions(term, [
			feedbackText,
			sessionId,
			testResult?.candidate1Name ?? null,
			testResult?.candidate2Name ?? null,
		])
