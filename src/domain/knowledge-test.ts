import { SMALLEST_GROUP } from './limits.ts'

export interface TestCandidate {
	readonly id: string
	readonly name: string
	readonly logo: string | null
}

/**
 * Text whose SHA-256, cut to {@link DIGEST_LENGTH} hexadecimal digits, identifies the correct answer. Devices check
 * guesses offline with it, without storing the answer in plain text.
 */
export const answerText = (salt: string, policyId: string, candidateId: string): string =>
	`${salt}/${policyId}/${candidateId}`

export const DIGEST_LENGTH = 16

export interface GradedGuess {
	readonly correct: boolean
	/** 0 without a timer. */
	readonly responseTimeMs: number
}

/** Summary of a session so far. Only guessed policies count. */
export interface TestSummary {
	readonly totalPolicies: number
	readonly correctGuesses: number
	/** 0 to 100, one decimal, half up; 0 without guesses. */
	readonly accuracyPercentage: number
	/** Mean of the timed guesses, in whole ms; 0 if none was timed. */
	readonly avgResponseTimeMs: number
}

/** Percentage of correct guesses, one decimal, half up. */
export const accuracyOf = (correct: number, total: number): number =>
	total === 0 ? 0 : Math.floor((1000 * correct) / total + 0.5) / 10

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

interface Group {
	readonly tests: number
}

const sumOf = (groups: readonly Group[]): number =>
	groups.reduce((sum, { tests }) => sum + tests, 0)

/**
 * Keeps groups of at least {@link SMALLEST_GROUP} tests, in their order, to protect participants' privacy. More groups
 * are left out until the remainder is large enough too: readers can subtract the published groups from the total.
 */
export const groupsToTell = <Some extends Group>(groups: readonly Some[]): Some[] => {
	const bySize = groups.toSorted((one, other) => one.tests - other.tests)
	let left = bySize.findIndex(({ tests }) => tests >= SMALLEST_GROUP)
	if (left === -1) return []
	const rest = () => sumOf(bySize.slice(0, left))
	while (rest() > 0 && rest() < SMALLEST_GROUP) left++
	const reported = new Set(bySize.slice(left))
	return groups.filter((group) => reported.has(group))
}
