import { createRandom, drawBalanced, hash32, type Pool, shuffle } from './draw.ts'
import { SMALLEST_GROUP } from './limits.ts'

/** A candidate of a test as the voter sees them. */
export interface TestCandidate {
	readonly id: string
	readonly name: string
	readonly logo: string | null
}

/**
 * Draws the policies of a session: up to twice `wanted`, of both candidates alike, in rounds in which each comes once.
 * Where that gives fewer than `wanted`, what the longer list has left fills them up, at random places.
 * What is drawn follows from `seed` and the sets alone.
 * @param pools the two candidates' validated policies; @param idOf names an item uniquely.
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
 * Which of the pair stands on the left: fixed within a session, and drawn by its id, so that over sessions neither
 * candidate gains from a side.
 */
export const sidesOf = <Candidate>(
	sessionId: string,
	pair: readonly [Candidate, Candidate],
): readonly [Candidate, Candidate] =>
	hash32(`${sessionId}/sides`) % 2 === 0 ? pair : [pair[1], pair[0]]

/**
 * The text whose digest stands for the answer to a policy. A device can tell by it whether a guess is right, without
 * the answer lying about for everybody to read: the digest is the first 16 hexadecimal digits of the text's SHA-256.
 */
export const answerText = (salt: string, policyId: string, candidateId: string): string =>
	`${salt}/${policyId}/${candidateId}`

/** How many hexadecimal digits of the SHA-256 are kept. */
export const DIGEST_LENGTH = 16

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

/** Some of those who took a test. */
interface Group {
	readonly tests: number
}

const sumOf = (groups: readonly Group[]): number =>
	groups.reduce((sum, { tests }) => sum + tests, 0)

/**
 * The groups that may be told, in the order in which they come. One that is too small says something of somebody; and
 * whoever knows the sum of all can take the others from it: so what is left out together is never too small either.
 */
export const groupsToTell = <Some extends Group>(groups: readonly Some[]): Some[] => {
	const bySize = groups.toSorted((one, other) => one.tests - other.tests)
	let left = bySize.findIndex(({ tests }) => tests >= SMALLEST_GROUP)
	if (left === -1) return []
	const rest = () => sumOf(bySize.slice(0, left))
	while (rest() > 0 && rest() < SMALLEST_GROUP) left++
	const told = new Set(bySize.slice(left))
	return groups.filter((group) => told.has(group))
}
