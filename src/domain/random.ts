import { hash32 } from './hash.ts'

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
