import {
	byCodeUnit,
	createRandom,
	drawBalanced,
	type Pool,
	policyCount,
	type Random,
	shuffle,
} from './draw.ts'
import { QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE } from './limits.ts'
import type { Positions } from './types.ts'

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
	/** Equal for statements that are known of the same candidates. */
	readonly group: string
}

// Own keys only: an id may equal the name of an inherited property.
const isKnown = ({ candidateId: owner, positions }: Drawable, id: string): boolean =>
	id === owner || (Object.hasOwn(positions ?? {}, id) && positions?.[id] !== null)

const choicesOf = <Item extends Drawable>(
	candidateIds: readonly string[],
	items: readonly Item[],
): Choice<Item>[] =>
	items
		.toSorted((a, b) => byCodeUnit(a.id, b.id))
		.map((item) => {
			const known = candidateIds.flatMap((id, at) => (isKnown(item, id) ? [at] : []))
			return { item, owner: candidateIds.indexOf(item.candidateId), known, group: known.join() }
		})
		.filter(({ owner }) => owner >= 0)

type Counts = readonly number[]

/** The spread of the counts, and k × their squared deviations from the mean: integers. */
const unevenness = (counts: Counts): readonly [spread: number, deviation: number] => {
	let [most, least, sum, squares] = [0, Number.POSITIVE_INFINITY, 0, 0]
	for (const count of counts) {
		if (count > most) most = count
		if (count < least) least = count
		sum += count
		squares += count * count
	}
	return [most - least, counts.length * squares - sum * sum]
}

const spreadOf = (counts: Counts): number => unevenness(counts)[0]

const increased = (counts: Counts, known: readonly number[]): Counts => {
	const next = counts.slice()
	for (const candidate of known) next[candidate] = (next[candidate] ?? 0) + 1
	return next
}

const noCounts = (candidates: number): Counts => Array.from({ length: candidates }, () => 0)

/** Known positions of each candidate after each statement. */
const countsAfter = (choices: readonly Choice<unknown>[], candidates: number): Counts[] => {
	let counts = noCounts(candidates)
	return choices.map(({ known }) => {
		counts = increased(counts, known)
		return counts
	})
}

const isLess = (cost: readonly number[], other: readonly number[]): boolean => {
	const differs = cost.findIndex((part, index) => part !== other[index])
	return differs >= 0 && (cost[differs] ?? 0) < (other[differs] ?? 0)
}

/** Index of the statement after which the known positions are most even, then most, then the owners most even. */
const nextOf = (left: readonly Choice<unknown>[], counts: Counts, owned: Counts): number => {
	let best: { readonly at: number; readonly cost: readonly number[] } | null = null
	const tried = new Set<string>()
	for (const [at, { known, owner, group }] of left.entries()) {
		const kind = `${owner}/${group}`
		if (tried.has(kind)) continue
		tried.add(kind)
		const next = increased(counts, known)
		const cost = [...unevenness(next), -known.length, owned[owner] ?? 0]
		if (best === null || isLess(cost, best.cost)) best = { at, cost }
	}
	return best?.at ?? 0
}

/** Orders as many statements as a quiz may ask, each the best one after those before it. */
const orderEvenly = <Item>(
	choices: readonly Choice<Item>[],
	candidates: number,
	random: Random,
): Choice<Item>[] => {
	const left = shuffle(choices, random)
	let [counts, owned] = [noCounts(candidates), noCounts(candidates)]
	const order: Choice<Item>[] = []
	const most = Math.max(QUIZ_MAX_STATEMENTS, QUIZ_MIN_PER_CANDIDATE * candidates)
	while (left.length > 0 && order.length < most) {
		for (const choice of left.splice(nextOf(left, counts, owned), 1)) {
			order.push(choice)
			counts = increased(counts, choice.known)
			owned = increased(owned, [choice.owner])
		}
	}
	return order
}

/** Steps after which the search for an even order gives up. It needs about one step per statement if it succeeds at once. */
const SEARCH_STEPS = 2000

/** Searches an order in which no prefix has a spread above one. @returns null if there is none or it was not found. */
const searchEvenOrder = <Item>(
	choices: readonly Choice<Item>[],
	candidates: number,
): Choice<Item>[] | null => {
	// A position known of all candidates fits anywhere, so such statements keep their places.
	const isWhole = ({ known }: Choice<Item>): boolean => known.length === candidates
	const byGroup = new Map<string, Choice<Item>[]>()
	for (const choice of choices.filter((each) => !isWhole(each))) {
		byGroup.set(choice.group, [...(byGroup.get(choice.group) ?? []), choice])
	}
	const groups = [...byGroup.values()]
	const used = groups.map(() => 0)
	const path: Choice<Item>[] = []
	const dead = new Set<string>()
	let steps = 0
	const extend = (counts: Counts): boolean => {
		const key = used.join()
		if (dead.has(key) || ++steps > SEARCH_STEPS) return false
		const next = groups
			.flatMap((group, at) => {
				const choice = group[used[at] ?? 0]
				return choice === undefined ? [] : [{ at, choice, after: increased(counts, choice.known) }]
			})
			.filter(({ after }) => spreadOf(after) <= 1)
			.sort((a, b) => unevenness(a.after)[1] - unevenness(b.after)[1])
		for (const { at, choice, after } of next) {
			path.push(choice)
			used[at] = (used[at] ?? 0) + 1
			if (used.every((count, index) => count === groups[index]?.length) || extend(after))
				return true
			used[at] = (used[at] ?? 0) - 1
			path.pop()
		}
		dead.add(key)
		return false
	}
	if (!extend(noCounts(candidates))) return null
	const partial = path.values()
	return choices.map((choice) => (isWhole(choice) ? choice : (partial.next().value ?? choice)))
}

interface Plan<Item> {
	readonly choices: readonly Choice<Item>[]
	/** Fewest known positions of a candidate, negative; then the spread at the end; then the largest of any prefix. */
	readonly cost: readonly [number, number, number]
}

const planOf = <Item>(choices: readonly Choice<Item>[], candidates: number): Plan<Item> => {
	const after = countsAfter(choices, candidates)
	const last = after.at(-1) ?? noCounts(candidates)
	const worst = Math.max(0, ...after.map(spreadOf))
	return { choices, cost: [-Math.min(...last), spreadOf(last), worst] }
}

/** Cuts at the length at which the candidate with the fewest known positions has most, the others few more; the longest such. */
const cutBest = <Item>(order: readonly Choice<Item>[], candidates: number): Choice<Item>[] => {
	let best = { length: 0, cost: [0, 0] }
	for (const [index, counts] of countsAfter(order, candidates).entries()) {
		const cost = [-Math.min(...counts), spreadOf(counts)]
		if (!isLess(best.cost, cost)) best = { length: index + 1, cost }
	}
	return order.slice(0, best.length)
}

/** Orders tried for one in which no prefix favors a candidate. Fewer with more than a hundred statements: each takes long. */
const ORDERS = 16
const triesFor = (statements: number): number =>
	Math.max(2, Math.min(ORDERS, Math.floor((100 * ORDERS) / statements)))

/** @param cut cuts an order to the statements to ask. */
const bestPlan = <Item>(
	choices: readonly Choice<Item>[],
	candidates: number,
	seed: string,
	cut: (order: readonly Choice<Item>[]) => readonly Choice<Item>[],
): Plan<Item> => {
	const random = createRandom(seed)
	const plan = () => planOf(cut(orderEvenly(choices, candidates, random)), candidates)
	let best = plan()
	for (let tries = 1; tries < triesFor(choices.length) && best.cost[2] > 1; tries++) {
		const other = plan()
		if (isLess(other.cost, best.cost)) best = other
	}
	return best
}

/** Plan that decides how many statements are asked, the same for every seed. */
const referencePlan = <Item>(choices: readonly Choice<Item>[], candidates: number): Plan<Item> =>
	bestPlan(choices, candidates, 'length', (order) => cutBest(order, candidates))

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
		: referencePlan(choices, ids.length).choices.length
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
	const reference = referencePlan(choices, ids.length)
	const { length } = reference.choices
	const drawn = bestPlan(choices, ids.length, seed, (order) => order.slice(0, length))
	// No seed may ask less fairly than the others.
	const plan = isLess(reference.cost.slice(0, 2), drawn.cost.slice(0, 2)) ? reference : drawn
	const even = plan.cost[2] > 1 && plan.cost[1] <= 1 && searchEvenOrder(plan.choices, ids.length)
	return (even || plan.choices).map(({ item }) => item)
}
