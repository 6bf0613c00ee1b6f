import { median, p10, p90 } from './quantiles.ts'

/** Baseline or theoretical minimum, measured in the same run and unit. */
export interface Floor {
	readonly name: string
	readonly value: number
}

/** Goal for the value or for its ratio to the floor. */
export interface Goal {
	readonly of: 'value' | 'ratio'
	readonly is: '<=' | '<' | '>='
	readonly than: number
}

export interface Figure {
	readonly what: string
	/** Empty for a share or a score. */
	readonly unit: string
	/** Null if not measured. */
	readonly value: number | null
	/** Aggregation: "median of 20", "worst of 12". */
	readonly by: string
	/** 10th and 90th percentiles, or null for a single measurement. */
	readonly spread: readonly [low: number, high: number] | null
	readonly floor: Floor | null
	readonly ratio: number | null
	readonly goal: Goal | null
	/** Null without a goal or measurement. Does not count as met. */
	readonly met: boolean | null
}

/** Minimum number of samples for a time. */
const LEAST_TIMES = 10

export const atMost = (than: number): Goal => ({ of: 'value', is: '<=', than })
export const lessThan = (than: number): Goal => ({ of: 'value', is: '<', than })
export const atLeast = (than: number): Goal => ({ of: 'value', is: '>=', than })
/** Goal for the ratio to the floor. */
export const atMostTimes = (than: number): Goal => ({ of: 'ratio', is: '<=', than })
/** Goal for the ratio to the floor. */
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

/** Creates a figure with its ratio to the floor and its result. @throws if a value is not a number. */
export const figure = ({ what, unit = '', value, by = '', ...given }: Given): Figure => {
	const { spread = null, floor = null, goal = null } = given
	measured(what, value)
	for (const end of spread ?? []) measured(`the spread of ${what}`, end)
	if (floor !== null) measured(`${floor.name}, beside ${what},`, floor.value)
	const ratio = floor === null || floor.value === 0 ? null : value / floor.value
	if (goal?.of === 'ratio' && ratio === null) {
		throw new Error(`${what} has a goal relative to a floor that was not measured`)
	}
	const compared = goal?.of === 'ratio' ? (ratio ?? Number.NaN) : value
	const met = goal === null ? null : isMet(goal, compared)
	return { what, unit, value, by, spread, floor, ratio, goal, met }
}

interface Samples extends Omit<Given, 'value' | 'by' | 'spread' | 'floor'> {
	readonly taken: readonly number[]
	readonly floor?: { readonly name: string; readonly taken: readonly number[] }
}

/** Median of several samples with their spread. @param floor as many samples, also by median. */
export const medianOf = ({ taken, floor, ...rest }: Samples): Figure =>
	figure({
		...rest,
		value: median(taken),
		by: `median of ${taken.length}`,
		spread: [p10(taken), p90(taken)],
		...(floor && { floor: { name: floor.name, value: median(floor.taken) } }),
	})

/** Median of times, in ms by default. @throws for fewer than ten samples. */
export const timeOf = ({ unit = 'ms', ...samples }: Samples): Figure => {
	const least = Math.min(samples.taken.length, samples.floor?.taken.length ?? LEAST_TIMES)
	if (least < LEAST_TIMES) throw new Error(`${samples.what}: ${least} samples are too few`)
	return medianOf({ ...samples, unit })
}

/** Goal that this run could not test. @param why the reason. */
export const notTried = (what: string, why: string, goal: Goal): Figure => ({
	...{ what, unit: '', value: null, by: why, spread: null },
	...{ floor: null, ratio: null, goal, met: null },
})
