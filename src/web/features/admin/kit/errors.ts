import { type Failure, failureText } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'

/** Whether no answer came at all. */
export const isOffline = (failure: Failure | null): boolean =>
	failure?.kind === 'offline' || failure?.kind === 'timeout'

/** Whether the server refused with a status. */
export const hasStatus = (failure: Failure | null, status: number): boolean =>
	failure?.kind === 'problem' && failure.status === status

/** Whether a server has no such call: it says so, or answers with something that is no answer. */
export const isLacking = (failure: Failure | null): boolean =>
	hasStatus(failure, 404) ||
	hasStatus(failure, 405) ||
	hasStatus(failure, 501) ||
	failure?.kind === 'bad-response'

/** What an administrator is told of a call that failed: the server's message where there is one, else `fallback`. */
export const errorText = (failure: Failure, fallback: string): string =>
	hasStatus(failure, 403) ? failureText(failure, common.forbidden) : failureText(failure, fallback)

/** A message of a field, which ends without a full stop, as one sentence among others. */
const asSentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/**
 * The same with what the server has against each part of what was sent.
 * @param nameOf what a part is called, by its path; empty where its message says so itself.
 */
export const faultTexts = (
	failure: Failure,
	fallback: string,
	nameOf: (path: string) => string,
): string => {
	const errors = failure.kind === 'problem' ? failure.errors : []
	const parts = errors.map(({ path, message }) =>
		[nameOf(path), message].filter(Boolean).join(': '),
	)
	const texts = [...new Set([errorText(failure, fallback), ...parts])].filter(Boolean)
	return texts.length > 1 ? texts.map(asSentence).join(' ') : texts.join('')
}

/** The same of something that was being saved: where no answer came, what was typed is kept. */
export const unsavedText = (failure: Failure, fallback: string): string =>
	isOffline(failure)
		? `${errorText(failure, fallback)} ${common.kept}`
		: errorText(failure, fallback)

/** How many names a sentence has. */
const NAMES_MAX = 5

/** Names in a sentence: the first few, and how many more there are. */
export const namesText = ({
	count,
	names,
}: {
	readonly count: number
	readonly names: readonly string[]
}): string => {
	const shown = names.slice(0, NAMES_MAX)
	const more = count - shown.length
	return [...shown, ...(more > 0 ? [common.removal.andMore(more)] : [])].join(', ')
}
