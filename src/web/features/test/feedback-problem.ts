import * as v from 'valibot'
import { FeedbackText } from '#contract/knowledge-test.ts'

/** What is wrong with a feedback, in the specified words; null where nothing is. */
export const feedbackProblem = (text: string): string | null => {
	const checked = v.safeParse(FeedbackText, text)
	return checked.success ? null : checked.issues[0].message
}
