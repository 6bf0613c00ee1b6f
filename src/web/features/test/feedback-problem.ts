import * as v from 'valibot'
import { FeedbackText } from '#contract/knowledge-test.ts'
import { said } from '#web/texts/language.ts'

/** What is wrong with a feedback, in the specified words; null where nothing is. */
export const feedbackProblem = (text: string): string | null => {
	const checked = v.safeParse(FeedbackText, text)
	return checked.success ? null : said(checked.issues[0].message)
}
