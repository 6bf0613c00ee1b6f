import { type Failure, failureText } from '#http/failure.ts'
import { common } from '#web/texts/admin/common.ts'

/** Whether no answer came at all. */
export const isOffline = (failure: Failure | null): boolean =>
	failure?.kind === 'offline' || failure?.kind === 'timeout'

/** Whether the server refused with a status. */
export const hasStatus = (failure: Failure | null, status: number): boolean =>
	failure?.kind === 'problem' && failure.status === status

/** What an administrator is told of a call that failed: the server's message where there is one, else `fallback`. */
export const faultText = (failure: Failure, fallback: string): string =>
	hasStatus(failure, 403) ? failureText(failure, common.forbidden) : failureText(failure, fallback)

/** The same of something that was being saved: where no answer came, what was typed is kept. */
export const unsavedText = (failure: Failure, fallback: string): string =>
	isOffline(failure)
		? `${faultText(failure, fallback)} ${common.kept}`
		: faultText(failure, fallback)
