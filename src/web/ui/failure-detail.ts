import { type Failure, failureText } from '#http/failure.ts'
import { refusalText } from '#local/sync/refusal-text.ts'
import { said } from '#web/texts/language.ts'

/** What is known of why something could not be read, to stand below what failed; empty where that is nothing. */
export const failureDetail = (failure: Failure): string => {
	const otherwise = failure.kind === 'problem' ? refusalText(failure.status, 'read') : ''
	return said(failureText(failure, otherwise))
}
