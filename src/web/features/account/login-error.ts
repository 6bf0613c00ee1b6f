import type { Failure } from '#http/failure.ts'
import { account } from '#web/texts/account.ts'

/** What a failure of the sign-in says of itself, before it is put into the person's words. */
const rawText = (failure: Failure): string => {
	switch (failure.kind) {
		case 'offline':
		case 'timeout':
			return 'Network error'
		case 'problem':
			return failure.message || (failure.status === 401 ? 'Unauthorized' : '')
		case 'bad-response':
			return ''
	}
}

/** The text of a failed sign-in, as specified. */
export const loginErrorText = (failure: Failure): string => {
	const text = rawText(failure)
	if (/unauthorized|401|bad credentials/i.test(text)) return account.badCredentials
	if (/network/i.test(text)) return account.noAnswer
	return text || account.loginFailed
}
