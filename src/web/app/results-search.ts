import { isSet, textParam } from './search.ts'

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
