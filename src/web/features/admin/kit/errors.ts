import { type Failure, isOffline } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'

export const hasStatus = (failure: Failure | null, status: number): boolean =>
	failure?.kind === 'problem' && failure.status === status

/** Error message of a failed call: the server's English message, or `fallback` if it sent none. */
export const errorText = (failure: Failure, fallback: string): string => {
	if (isOffline(failure)) return common.networkError
	const message = failure.kind === 'problem' ? failure.message : ''
	return message || (hasStatus(failure, 403) ? common.forbidden : fallback)
}

/** Field messages end without a full stop. */
const asSentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/**
 * The error text plus every field error.
 * @param nameOf label for a field path, or '' if its message needs none
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

export const unsavedText = (failure: Failure, fallback: string): string =>
	isOffline(failure)
		? `${errorText(failure, fallback)} ${common.kept}`
		: errorText(failure, fallback)

const NAMES_MAX = 5

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

export const NOT_FOUND = {
	kind: 'problem',
	status: 404,
	message: '',
	errors: [],
	retryAfterMs: null,
} satisfies Failure
