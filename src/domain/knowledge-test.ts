import { createRandom, drawBalanced, type Pool, shuffle } from './draw.ts'
import { SMALLEST_GROUP } from './limits.ts'

export interface TestCandidate {
	readonly id: string
	readonly name: string
	readonly logo: string | null
}

/**
 * Draws a session's policies: up to 2 × `wanted`, in rounds that contain each candidate once. Below `wanted`, mixes in
 * policies of the longer list. The result depends on `seed` and the sets only.
 * @param pools validated policies of the two candidates. @param idOf returns a unique id.
 */
export const drawTest = <Item>(
	pools: readonly Pool<Item>[],
	seed: string,
	wanted: number,
	idOf: (item: Item) => string,
): Item[] => {
	const balanced = drawBalanced(pools, seed, idOf).slice(0, 2 * wanted)
	const missing = wanted - balanced.length
	if (missing <= 0) return balanced
	const random = createRandom(`${seed}/rest`)
	const drawn = new Set(balanced.map(idOf))
	const rest = pools
		.flatMap((pool) => pool.items)
		.filter((item) => !drawn.has(idOf(item)))
		.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
	const more = shuffle(rest, random).slice(0, missing)
	return more.length === 0 ? balanced : shuffle([...balanced, ...more], random)
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
