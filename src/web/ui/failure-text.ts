import type { Failure } from '#http/failure.ts'
import { account } from '#web/texts/en/account.ts'
import { messageText } from '#web/texts/language.ts'

/** Text of a failed call: the server's message, a network error if there was no reply, else `fallback`. */
export const failureText = (failure: Failure, fallback: string): string => {
	switch (failure.kind) {
		case 'offline':
		case 'timeout':
			return account.networkError
		case 'problem':
			return messageText(failure) || fallback
		case 'bad-response':
			return fallback
	}
}

export const fieldTexts = (failure: Failure): Readonly<Record<string, string>> =>
	failure.kind !== 'problem'
		? {}
		: Object.fromEntries(failure.errors.map((error) => [error.path, messageText(error)]))
