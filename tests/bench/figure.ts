import { median, p10, p90 } from './quantiles.ts'

/** The least that is possible, or what the figure is held against: measured in the same run, in the figure's unit. */
export interface Floor {
	readonly name: string
	readonly value: number
}

/** What is wanted of the figure itself, or of its ratio to the floor. */
export interface Goal {
	readonly of: 'value' | 'ratio'
	readonly is: '<=' | '<' | '>='
	readonly than: number
}

/** Something that was measured in this run. */
export interface Figure {
	readonly what: string
	/** Empty for a share or a score. */
	readonly unit: string
	/** Null where it was not tried. */
	readonly value: number | null
	/** How it came of what was measured: "median of 20", "worst of 12". */
	readonly by: string
	/** What one of ten is below, and what one of ten is above; null for a single measurement. */
	readonly spread: readonly [low: number, high: number] | null
	readonly floor: Floor | null
	readonly ratio: number | null
	readonly goal: Goal | null
	/** Null where there is no goal, or where it was not tried: that is no pass. */
	readonly met: boolean | null
}

/** A time is told by the median of at least so many. */
const LEAST_TIMES = 10

export const atMost = (than: number): Goal => ({ of: 'value', is: '<=', than })
export const lessThan = (than: number): Goal => ({ of: 'value', is: '<', than })
export const atLeast = (than: number): Goal => ({ of: 'value', is: '>=', than })
/** At most so many times the floor. */
export const atMostTimes = (than: number): Goal => ({ of: 'ratio', is: '<=', than })
/** At least so many times the floor. */
export const atLeastTimes = (than: number): Goal => ({ of: 'ratio', is: '>=', than })

const isMet = ({ is, than }: Goal, figure: number): boolean => {
	if (is === '<=') return figure <= than
	return is === '<' ? figure < than : figure >= than
}

const measured = (what: string, value: number): number => {
	if (!Number.isFinite(value)) throw new Error(`${what} was not measured: ${value}`)
	return value
}

interface Given {
	readonly what: string
	readonly unit?: string
	readonly value: number
	readonly by?: string
	readonly spread?: readonly [low: number, high: number]
	readonly floor?: Floor
	readonly goal?: Goal
}

/** A figure, with its ratio to the floor and whether its goal is met. Throws where it is no number: it was not measured then. */
export const figure = ({ what, unit = '', value, by = '', ...given }: Given): Figure => {
	const { spread = null, floor = null, goal = null } = given
	measured(what, value)
	for (const end of spread ?? []) measured(`the spread of ${what}`, end)
	if (floor !== null) measured(`${floor.name}, beside ${what},`, floor.value)
	const ratio = floor === null || floor.value === 0 ? null : value / floor.value
	if (goal?.of === 'ratio' && ratio === null) {
		throw new Error(`${what} has a goal beside a floor that was not measured`)
	}
	const held = goal?.of === 'ratio' ? (ratio ?? Number.NaN) : value
	const met = goal === null ? null : isMet(goal, held)
	return { what, unit, value, by, spread, floor, ratio, goal, met }
}

interface Samples extends Omit<Given, 'value' | 'by' | 'spread' | 'floor'> {
	readonly taken: readonly number[]
	readonly floor?: { readonly name: string; readonly taken: readonly number[] }
}

/** The median of several measurements, with their spread. @param floor measured as often, by its median too. */
export const medianOf = ({ taken, floor, ...rest }: Samples): Figure =>
	figure({
		...rest,
		value: median(taken),
		by: `median of ${taken.length}`,
		spread: [p10(taken), p90(taken)],
		...(floor && { floor: { name: floor.name, value: median(floor.taken) } }),
	})

/** The same of times, in ms unless it is said: fewer than ten, of it or of its floor, are none. */
export const timeOf = ({ unit = 'ms', ...samples }: Samples): Figure => {
	const least = Math.min(samples.taken.length, samples.floor?.taken.length ?? LEAST_TIMES)
	if (least < LEAST_TIMES) throw new Error(`${samples.what}: ${least} times are too few`)
	return medianOf({ ...samples, unit })
}

/** A goal that this run gave no occasion to try. @param why it did not. */
export const notTried = (what: string, why: string, goal: Goal): Figure => ({
	...{ what, unit: '', value: null, by: why, spread: null },
	...{ floor: null, ratio: null, goal, met: null },
})
