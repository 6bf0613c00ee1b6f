import { QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE } from './limits.ts'
import type { Positions } from './types.ts'

/**
 * Hashes a text to an unsigned 32-bit integer: FNV-1a over its UTF-16 units, then MurmurHash3's finalizer.
 * The same on every platform. Not for secrets.
 */
export const hash32 = (text: string, offset = 0): number => {
	let h = (0x811c9dc5 ^ offset) >>> 0
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
	return (h ^ (h >>> 16)) >>> 0
}

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

/** A statement that can be drawn. */
export interface Drawable {
	readonly id: string
	/** The owner. */
	readonly candidateId: string
	/** Known positions of other candidates by candidate id. */
	readonly positions?: Positions | null | undefined
}

interface Choice<Item> {
	readonly item: Item
	readonly owner: number
	/** Indexes of the candidates with a known position. */
	readonly known: readonly number[]
}

const choicesOf = <Item extends Drawable>(
	candidateIds: readonly string[],
	items: readonly Item[],
): Choice<Item>[] =>
	items
		.toSorted((a, b) => byCodeUnit(a.id, b.id))
		.map((item) => {
			const known = candidateIds.flatMap((id, at) =>
				id === item.candidateId || Object.hasOwn(item.positions ?? {}, id) ? [at] : [],
			)
			return { item, owner: candidateIds.indexOf(item.candidateId), known }
		})
		.filter(({ owner }) => owner >= 0)

const spreadOf = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts)

/** k × the squared deviations of the counts from their mean: an integer. */
const unevenness = (counts: readonly number[]): number => {
	const sum = counts.reduce((all, count) => all + count, 0)
	return counts.length * counts.reduce((all, count) => all + count * count, 0) - sum * sum
}

interface Order<Item> {
	readonly items: readonly Item[]
	/** Known positions of each candidate after each statement. */
	readonly counts: readonly (readonly number[])[]
	readonly worstSpread: number
}

interface Step {
	/** Index of the chosen statement. */
	readonly at: number
	readonly counts: readonly number[]
	readonly cost: readonly number[]
}

const isLess = (cost: readonly number[], other: readonly number[]): boolean => {
	const differs = cost.findIndex((part, index) => part !== other[index])
	return differs >= 0 && (cost[differs] ?? 0) < (other[differs] ?? 0)
}

/** Chooses the statement after which the known positions are most even, then most, then the owners most even. */
const nextStep = (
	left: readonly Choice<unknown>[],
	counts: readonly number[],
	owned: readonly number[],
): Step | null => {
	let best: Step | null = null
	for (const [at, { known, owner }] of left.entries()) {
		const next = counts.slice()
		for (const candidate of known) next[candidate] = (next[candidate] ?? 0) + 1
		const cost = [spreadOf(next), unevenness(next), -known.length, owned[owner] ?? 0]
		if (best === null || isLess(cost, best.cost)) best = { at, counts: next, cost }
	}
	return best
}

/** Orders as many statements as a quiz may ask. */
const orderEvenly = <Item>(
	choices: readonly Choice<Item>[],
	candidates: number,
	random: Random,
): Order<Item> => {
	const left = shuffle(choices, random)
	let counts: readonly number[] = Array.from({ length: candidates }, () => 0)
	const owned = counts.slice()
	const [items, after]: [Item[], (readonly number[])[]] = [[], []]
	const most = Math.max(QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE * candidates)
	for (let step = nextStep(left, counts, owned); step !== null && items.length < most; ) {
		for (const { item, owner } of left.splice(step.at, 1)) {
			items.push(item)
			owned[owner] = (owned[owner] ?? 0) + 1
		}
		counts = step.counts
		after.push(counts)
		step = nextStep(left, counts, owned)
	}
	return { items, counts: after, worstSpread: Math.max(0, ...after.map(spreadOf)) }
}

/** Orders tried for one in which no prefix favors a candidate. */
const ORDERS = 16

const bestOrder = <Item>(
	choices: readonly Choice<Item>[],
	candidates: number,
	seed: string,
): Order<Item> => {
	const random = createRandom(seed)
	let best = orderEvenly(choices, candidates, random)
	for (let tries = 1; tries < ORDERS && best.worstSpread > 1; tries++) {
		const other = orderEvenly(choices, candidates, random)
		if (other.worstSpread < best.worstSpread) best = other
	}
	return best
}

/** Length at which the candidate with the fewest known positions has most of them, the others as few more, and longest. */
const bestLength = ({ counts }: Order<unknown>): number => {
	let best = 0
	const costAt = (length: number): readonly [number, number] => {
		const after = counts[length - 1] ?? [0]
		return [-Math.min(...after), spreadOf(after)]
	}
	for (let length = 1; length <= counts.length; length++) {
		const [fewest, spread] = costAt(length)
		const [bestFewest, bestSpread] = costAt(best)
		if (fewest < bestFewest || (fewest === bestFewest && (best === 0 || spread <= bestSpread))) {
			best = length
		}
	}
	return best
}

const isOwned = <Item extends Drawable>(choices: readonly Choice<Item>[]): boolean =>
	choices.every(({ known }) => known.length === 1)

const poolsOf = <Item extends Drawable>(
	candidateIds: readonly string[],
	items: readonly Item[],
): Pool<Item>[] =>
	candidateIds.map((candidateId) => ({
		candidateId,
		items: items.filter((item) => item.candidateId === candidateId),
	}))

/** Number of statements that {@link drawStatements} draws, whatever the seed. */
export const countStatements = (
	candidateIds: readonly string[],
	items: readonly Drawable[],
): number => {
	const ids = candidateIds.toSorted(byCodeUnit)
	const choices = choicesOf(ids, items)
	return isOwned(choices)
		? policyCount(poolsOf(ids, items).map((pool) => pool.items.length))
		: bestLength(bestOrder(choices, ids.length, 'length'))
}

/**
 * Draws an attempt's statements, each once. Where candidates have positions on statements of others, all have about
 * equally many known positions in every prefix, within one where the data allow it. With owners alone it is
 * {@link drawBalanced}. The result depends on `seed` and the sets, not on the order of the input.
 */
export const drawStatements = <Item extends Drawable>(
	candidateIds: readonly string[],
	items: readonly Item[],
	seed: string,
): Item[] => {
	const ids = candidateIds.toSorted(byCodeUnit)
	const choices = choicesOf(ids, items)
	if (isOwned(choices)) return drawBalanced(poolsOf(ids, items), seed, ({ id }) => id)
	return bestOrder(choices, ids.length, seed).items.slice(0, countStatements(ids, items))
}
