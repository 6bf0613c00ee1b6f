import { type Failure, failureText } from '#http/failure.ts'
import type { StoredAttempt } from '#local/db.ts'
import { refusalText } from '#local/sync/refusal-text.ts'
import { said } from '#web/texts/language.ts'
import { ui } from '#web/texts/ui.ts'
import { dayText } from './dates.ts'

/** What is known of why something could not be read, to stand below what failed; empty where that is nothing. */
export const failureDetail = (failure: Failure): string => {
	const otherwise = failure.kind === 'problem' ? refusalText(failure.status, 'read') : ''
	return said(failureText(failure, otherwise))
}

/** Why the server does not count an attempt; null if it does. */
export const notCountedText = ({ notCounted }: StoredAttempt): string | null => {
	if (!notCounted) return null
	const { closedOn, reason } = notCounted
	return closedOn === null ? ui.notCounted(said(reason)) : ui.closedOn(dayText(closedOn))
}

/** Whether the server says that it has no such thing, or none for this voter. Asking again would not help. */
export const isUnknown = (failure: Failure): boolean =>
	failure.kind === 'problem' && [400, 403, 404, 410].includes(failure.status)
