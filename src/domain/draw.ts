import { hash32 } from './hash.ts'
import { QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE } from './limits.ts'

/**
 * Seeded pseudo-random numbers, the same on every platform: 32-bit integer arithmetic only.
 *
 * Generator: sfc32 of Chris Doty-Humphrey's PractRand (three words of state and a counter).
 * Seeding: {@link hash32} of the seed, three times with different offsets.
 */

export interface Random {
	next(): number
	/** A uniformly distributed integer from 0 to `bound` - 1; `bound` from 1 to 2^32. */
	below(bound: number): number
}

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
	// sfc32 needs a few rounds to mix a poor seed.
	for (let i = 0; i < 15; i++) next()

	const below = (bound: number): number => {
		// Reject values past the last whole multiple of `bound`, which would favor small results.
		const limit = 2 ** 32 - (2 ** 32 % bound)
		let value = next()
		while (value >= limit) value = next()
		return value % bound
	}
	return { next, below }
}

/** Returns a uniformly shuffled copy (Fisher-Yates). */
export const shuffle = <Item>(items: readonly Item[], random: Random): Item[] => {
	const out = items.slice()
	for (let i = out.length - 1; i > 0; i--) {
		const j = random.below(i + 1)
		const swapped = out[i] as Item
		out[i] = out[j] as Item
		out[j] = swapped
	}
	return out
}

/** Compares by UTF-16 code units, independent of the locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface Pool<Item> {
	readonly candidateId: string
	readonly items: readonly Item[]
}

/**
 * Number of statements per candidate in an attempt: the smallest validated count, capped at about
 * {@link QUIZ_MAX_STATEMENTS} in all. Unequal numbers would favor candidates with fewer statements.
 */
export const statementsPerCandidate = (counts: readonly number[]): number => {
	if (counts.length === 0) return 0
	const cap = Math.max(QUIZ_MIN_PER_CANDIDATE, Math.floor(QUIZ_MAX_STATEMENTS / counts.length))
	return Math.min(cap, ...counts)
}

export const policyCount = (counts: readonly number[]): number =>
	statementsPerCandidate(counts) * counts.length

/**
 * Draws an attempt's statements in rounds that contain each candidate once in random order: in any prefix, the counts
 * of two candidates differ by at most one. The result depends on `seed` and the sets, not on the order of the input.
 * @param idOf returns an id that is unique within its pool.
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

/**
 * Draws a knowledge test's policies: up to 2 × `wanted`, in rounds that contain each candidate once. Below `wanted`, mixes in
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
