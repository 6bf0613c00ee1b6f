import { drawBalanced, type Pool } from './draw.ts'
import { hash32 } from './hash.ts'
import { createRandom, shuffle } from './random.ts'

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
