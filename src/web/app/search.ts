/** The address's search as plain texts. The router's own form would turn ids into numbers and put quotes around them. */
export const parseSearch = (search: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(search))

/** The counterpart: `true` is written as it stands, what is undefined is left out. */
export const stringifySearch = (search: Record<string, unknown>): string => {
	const params = new URLSearchParams()
	for (const [key, value] of Object.entries(search)) {
		if (value !== undefined) params.set(key, String(value))
	}
	const text = params.toString()
	return text === '' ? '' : `?${text}`
}

/** A parameter as a text that says something. */
export const textParam = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

/** A parameter that is there and true: from the address a text, from a link the value itself. */
export const isSet = (value: unknown): boolean => value === true || value === 'true'

export interface ResultsSearch {
	readonly quizAttemptId?: string
	/** The quiz was finished a moment ago: the attempt is completed first where it is not yet. */
	readonly freshCompletion?: true
	readonly compareQuizId?: string
}

/** The search parameters of the results; unknown ones fall away. */
export const readResultsSearch = (search: Record<string, unknown>): ResultsSearch => {
	const quizAttemptId = textParam(search.quizAttemptId)
	const compareQuizId = textParam(search.compareQuizId)
	return {
		...(quizAttemptId !== undefined && { quizAttemptId }),
		...(isSet(search.freshCompletion) && { freshCompletion: true as const }),
		...(compareQuizId !== undefined && { compareQuizId }),
	}
}
