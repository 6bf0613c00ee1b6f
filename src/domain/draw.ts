import { QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE } from './constants.ts'
import { byCodeUnit, createRandom, shuffle } from './random.ts'

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
