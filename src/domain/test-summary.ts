/** What a summary is made of: one guess, graded. */
export interface GradedGuess {
	readonly correct: boolean
	/** 0 where no timer ran. */
	readonly responseTimeMs: number
}

/** What a session has come to so far. Policies that were not guessed count nowhere. */
export interface TestSummary {
	/** How many policies were guessed. */
	readonly totalPolicies: number
	readonly correctGuesses: number
	/** 0 to 100, one decimal, half up; 0 without a guess. */
	readonly accuracyPercentage: number
	/** The mean over the guesses that were timed, in whole ms; 0 where none was. */
	readonly avgResponseTimeMs: number
}

/** Correct guesses in percent, rounded to one decimal, half up. */
export const accuracyOf = (correct: number, total: number): number =>
	total === 0 ? 0 : Math.floor((1000 * correct) / total + 0.5) / 10

/** Adds graded guesses up. */
export const summarise = (guesses: readonly GradedGuess[]): TestSummary => {
	const correctGuesses = guesses.filter(({ correct }) => correct).length
	const times = guesses.map(({ responseTimeMs }) => responseTimeMs).filter((ms) => ms > 0)
	const sum = times.reduce((total, ms) => total + ms, 0)
	return {
		totalPolicies: guesses.length,
		correctGuesses,
		accuracyPercentage: accuracyOf(correctGuesses, guesses.length),
		avgResponseTimeMs: times.length === 0 ? 0 : Math.round(sum / times.length),
	}
}
