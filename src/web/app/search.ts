/** Parses search parameters as plain strings. The router's default would turn ids into numbers and add quotes. */
export const parseSearch = (search: string): Record<string, string> =>
	Object.fromEntries(new URLSearchParams(search))

/** Inverse of {@link parseSearch}. Skips undefined values. */
export const stringifySearch = (search: Record<string, unknown>): string => {
	const params = new URLSearchParams()
	for (const [key, value] of Object.entries(search)) {
		if (value !== undefined) params.set(key, String(value))
	}
	const text = params.toString()
	return text === '' ? '' : `?${text}`
}

export const textParam = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined

/** Reads the named parameters and drops the empty ones. */
export const textParams = <Name extends string>(
	raw: Record<string, unknown>,
	...names: readonly Name[]
): { readonly [Key in Name]?: string } => {
	const given: { [Key in Name]?: string } = {}
	for (const name of names) {
		const text = textParam(raw[name])
		if (text !== undefined) given[name] = text
	}
	return given
}

/** True for `true` from a link or "true" from the URL. */
export const isSet = (value: unknown): boolean => value === true || value === 'true'

export interface ResultsSearch {
	readonly quizAttemptId?: string
	/** The quiz was just finished: complete the attempt first if needed. */
	readonly freshCompletion?: true
	readonly compareQuizId?: string
	/** Shows the candidates side by side. */
	readonly view?: 'side-by-side'
}

/** Reads the search parameters of the results and drops unknown ones. */
export const readResultsSearch = (search: Record<string, unknown>): ResultsSearch => {
	return {
		...textParams(search, 'quizAttemptId', 'compareQuizId'),
		...(isSet(search.freshCompletion) && { freshCompletion: true as const }),
		...(search.view === 'side-by-side' && { view: 'side-by-side' as const }),
	}
}
