/** What was asked for: to see something, or to do something. */
export type Act = 'read' | 'write'

const NO_RIGHT: Readonly<Record<Act, string>> = {
	read: 'You are not authorized to access this resource.',
	write: 'You are not authorized to perform this action.',
}

/** What is said of a server's no that came without a word of its own. @returns an empty text where its status says nothing. */
export const refusalText = (status: number, act: Act): string => {
	if (status >= 500) return 'An error occurred. Please try again.'
	switch (status) {
		case 401:
		case 403:
			return NO_RIGHT[act]
		case 404:
		case 410:
			return 'The requested resource was not found.'
		case 400:
		case 422:
			return 'Please check your input and try again.'
		default:
			return ''
	}
}
