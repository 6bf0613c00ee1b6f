import type { Figure, Goal } from './figure.ts'
import { tableOf } from './table.ts'

export interface PartRun {
	readonly part: string
	readonly seconds: number
	readonly figures: readonly Figure[]
	readonly error: string | null
}

const HEADINGS = ['part', 'figure', 'value', 'unit', 'of', 'spread', 'floor', 'ratio', 'goal', '']

const shown = (value: number): string => {
	const size = Math.abs(value)
	const decimals = Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
	return value.toLocaleString('en', {
		minimumFractionDigits: decimals,
		maximumFractionDigits: decimals,
	})
}

const goalText = ({ of, is, than }: Goal): string =>
	`${is} ${shown(than)}${of === 'ratio' ? ' x floor' : ''}`

const metText = ({ goal, met, value }: Figure): string => {
	if (goal === null) return ''
	if (value === null) return 'not tried'
	return met ? 'met' : 'NOT MET'
}

const rowOf = (part: string, each: Figure): string[] => {
	const { what, unit, value, by, spread, floor, ratio, goal } = each
	return [
		part,
		what,
		value === null ? '' : shown(value),
		unit,
		by,
		spread === null ? '' : `${shown(spread[0])} to ${shown(spread[1])}`,
		floor === null ? '' : `${shown(floor.value)} ${floor.name}`,
		ratio === null ? '' : ratio.toFixed(2),
		goal === null ? '' : goalText(goal),
		metText(each),
	]
}

/** Formats the figures as a table. */
export const reportTable = (runs: readonly PartRun[]): string =>
	tableOf(
		HEADINGS,
		runs.flatMap(({ part, figures }) => figures.map((each) => rowOf(part, each))),
	)

/** Lists missed goals and incomplete parts. */
export const faultsOf = (runs: readonly PartRun[]): string[] =>
	runs.flatMap(({ part, figures, error }) => [
		...figures
			.filter(({ met }) => met === false)
			.map((each) => {
				const { what, value, unit, ratio, goal } = each
				const beside = goal?.of === 'ratio' && ratio !== null ? `, ${ratio.toFixed(2)} x floor` : ''
				return `${part}: ${what}: ${shown(value ?? Number.NaN)} ${unit}${beside}, and wanted is ${goal ? goalText(goal) : ''}`
			}),
		...(error === null ? [] : [`${part}: ended before it had all its figures: ${error}`]),
	])

/** Summarizes the goals in one line. */
export const summaryOf = (runs: readonly PartRun[]): string => {
	const figures = runs.flatMap((run) => run.figures)
	const goals = figures.filter(({ goal }) => goal !== null)
	const count = (state: string): number => goals.filter((each) => metText(each) === state).length
	return `${figures.length} figures, ${goals.length} goals: ${count('met')} met, ${count('NOT MET')} missed, ${count('not tried')} not tried`
}

/** Formats the run as JSON. */
export const reportJson = (runs: readonly PartRun[], about: object): string => {
	const parts = runs.map(({ part, seconds, error }) => ({ part, seconds, error }))
	const figures = runs.flatMap(({ part, figures: all }) => all.map((each) => ({ part, ...each })))
	return `${JSON.stringify({ ...about, parts, figures }, null, '\t')}\n`
}

/** Prints the run. @returns true if nothing failed. */
export const printRun = (runs: readonly PartRun[]): boolean => {
	const faults = faultsOf(runs)
	console.log(`\n${reportTable(runs)}\n`)
	for (const fault of faults) console.log(`NOT MET: ${fault}`)
	console.log(summaryOf(runs))
	return faults.length === 0
}
