import { QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE } from './limits.ts'

/**
 * 32 bits of a text, alike on every platform: FNV-1a over its UTF-16 units, finished with MurmurHash3's mixer, so that
 * every bit depends on the whole text. Not for secrets. @returns an integer from 0 to 2^32 - 1.
 */
export const hash32 = (text: string, offset = 0): number => {
	let h = (0x811c9dc5 ^ offset) >>> 0
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
	return (h ^ (h >>> 16)) >>> 0
}

/**
 * Seeded pseudo-random numbers that come out alike on every platform: 32-bit integer arithmetic only.
 *
 * Generator: sfc32 of Chris Doty-Humphrey's PractRand (three words of state and a counter).
 * Seeding: {@link hash32} of the seed, three times with different offsets.
 */

export interface Random {
	/** The next 32 random bits, as an integer from 0 to 2^32 - 1. */
	next(): number
	/** An integer from 0 to `bound` - 1, each equally likely; `bound` from 1 to 2^32. */
	below(bound: number): number
}

/** A generator whose whole sequence follows from `seed`. */
export const createRandom = (seed: string): Random => {
	let a = hash32(seed, 0x9e3779b9)
	let b = hash32(seed, 0x243f6a88)
	let c = hash32(seed, 0xb7e15162)
	let counter = 1

	const next = (): number => {
		const t = (((a + b) | 0) + counter) | 0
		counter = (counter + 1) | 0
		a = b ^ (b >>> 9)
		b = (c + (c << 3)) | 0
		c = (((c << 21) | (c >>> 11)) + t) | 0
		return t >>> 0
	}
	// sfc32 needs a few rounds before a poor seed is mixed through.
	for (let i = 0; i < 15; i++) next()

	const below = (bound: number): number => {
		// Values past the last whole multiple of `bound` would favour small results: draw again.
		const limit = 2 ** 32 - (2 ** 32 % bound)
		let value = next()
		while (value >= limit) value = next()
		return value % bound
	}
	return { next, below }
}

/** A shuffled copy of `items` (Fisher and Yates); every order is equally likely. */
export const shuffle = <Item>(items: readonly Item[], random: Random): Item[] => {
	const out = items.slice()
	for (let i = out.length - 1; i > 0; i--) {
		const j = random.below(i + 1)
		const held = out[i] as Item
		out[i] = out[j] as Item
		out[j] = held
	}
	return out
}

/** Compares by UTF-16 code units: the same order under every locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A candidate's validated statements, before any are drawn. */
export interface Pool<Item> {
	readonly candidateId: string
	readonly items: readonly Item[]
}

/**
 * How many statements an attempt asks of each candidate: the smallest validated count among them, capped so that
 * a quiz has about {@link QUIZ_MAX_STATEMENTS} in all. Unequal numbers would favour whoever has fewer.
 */
export const statementsPerCandidate = (counts: readonly number[]): number => {
	if (counts.length === 0) return 0
	const cap = Math.max(QUIZ_MIN_PER_CANDIDATE, Math.floor(QUIZ_MAX_STATEMENTS / counts.length))
	return Math.min(cap, ...counts)
}

/** How many statements an attempt asks in all: the `policyCount` of a quiz. */
export const policyCount = (counts: readonly number[]): number =>
	statementsPerCandidate(counts) * counts.length

/**
 * Draws an attempt's statements: the same number of every candidate, in rounds in which each candidate comes once
 * in a fresh order, so that after any prefix no two candidates differ by more than one statement.
 * What is drawn follows from `seed` and the sets alone, not from the order in which they are given.
 * @param idOf names an item uniquely inside its pool.
 */
export const drawBalanced = <Item>(
	pools: readonly Pool<Item>[],
	seed: string,
	idOf: (item: Item) => string,
): Item[] => {
	const random = createRandom(seed)
	const perCandidate = statementsPerCandidate(pools.map((pool) => pool.items.length))
	const hands = pools
		.toSorted((a, b) => byCodeUnit(a.candidateId, b.candidateId))
		.map((pool) => {
			const sorted = pool.items.toSorted((a, b) => byCodeUnit(idOf(a), idOf(b)))
			return shuffle(sorted, random).slice(0, perCandidate)
		})
	const order: Item[] = []
	for (let round = 0; round < perCandidate; round++) {
		for (const hand of shuffle(hands, random)) order.push(hand[round] as Item)
	}
	return order
}
