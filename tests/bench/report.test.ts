import { expect, it, vi } from 'vitest'
import {
	atLeast,
	atLeastTimes,
	atMost,
	atMostTimes,
	figure,
	lessThan,
	medianOf,
	notTried,
	timeOf,
} from './figure.ts'
import { faultsOf, type PartRun, printRun, reportJson, reportTable, summaryOf } from './report.ts'
import { runParts } from './run-parts.ts'

// Readers trust every figure as measured in this run, and unmarked ones as good.

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const run = (figures: PartRun['figures'], error: string | null = null): PartRun => ({
	...{ part: 'part', seconds: 1.5 },
	...{ figures, error },
})

it('shows the median and spread of a time with the floor of the same run', () => {
	const floor = { name: 'bare page', taken: ten.map((ms) => ms / 2) }
	expect(timeOf({ what: 'start', taken: ten, floor })).toMatchObject({
		...{ unit: 'ms', value: 5.5, by: 'median of 10', spread: [1.9, 9.1] },
		...{ floor: { name: 'bare page', value: 2.75 }, ratio: 2, met: null },
	})
})

it.each([
	[atMost(5), 5, true],
	[atMost(5), 5.1, false],
	[lessThan(5), 5, false],
	[atLeast(5), 5, true],
	[atLeast(5), 4.9, false],
	[atMostTimes(2), 20, true],
	[atMostTimes(2), 20.1, false],
	[atLeastTimes(0.6), 5.9, false],
])('checks %o for a figure of %d with a floor of 10: %s', (goal, value, met) => {
	const floor = { name: 'floor', value: 10 }
	expect(figure({ what: 'it', value, floor, goal }).met).toBe(met)
})

it('rejects a time with fewer than ten samples', () => {
	const few = ten.slice(1)
	expect(() => timeOf({ what: 'start', taken: few })).toThrow('9 samples are too few')
	const floor = { name: 'bare page', taken: few }
	expect(() => timeOf({ what: 'start', taken: ten, floor })).toThrow('9 samples are too few')
})

it('rejects a figure that was not measured', () => {
	expect(() => medianOf({ what: 'score', taken: [] })).toThrow('score was not measured')
	expect(() => figure({ what: 'score', value: Number.NaN })).toThrow('score was not measured')
	const floor = { name: 'bare page', value: Number.NaN }
	expect(() => figure({ what: 'score', value: 1, floor })).toThrow('bare page')
	const nothing = { name: 'bare page', value: 0 }
	expect(() => figure({ what: 'it', value: 1, floor: nothing, goal: atMostTimes(2) })).toThrow(
		'a floor that was not measured',
	)
})

it('prints each figure on one line with its floor, ratio and goal', () => {
	const floor = { name: 'bare page', value: 8 }
	const figures = [
		figure({ what: 'start', unit: 'ms', value: 12.04, floor, goal: atMostTimes(1.5) }),
	]
	expect(
		reportTable([run(figures)])
			.split('\n')
			.at(-1)
			?.split(/ {2,}/),
	).toEqual([
		...['part', 'start', '12.0', 'ms', '8 bare page', '1.50', '<= 1.50 x floor', 'NOT MET'],
	])
})

it('lists missed goals with their gap, and failed parts', () => {
	const good = figure({ what: 'good', value: 1, goal: atMost(1) })
	const bad = figure({ what: 'bad', unit: 'ms', value: 70, goal: atMost(60) })
	const runs = [run([good, bad], 'the server ended')]
	expect(faultsOf(runs)).toEqual([
		'part: bad: 70 ms, and wanted is <= 60',
		'part: ended before it had all its figures: the server ended',
	])
	const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
	expect(printRun(runs)).toBe(false)
	expect(print.mock.calls.flat().join('\n')).toContain('NOT MET: part: bad: 70 ms')
	expect(printRun([run([good])])).toBe(true)
})

it('counts an untested goal as neither met nor missed, and shows no number', () => {
	const runs = [run([notTried('shed', 'nothing shed', atMost(0))])]
	expect(reportTable(runs)).toMatch(/shed +nothing shed +<= 0 +not tried$/)
	expect(summaryOf(runs)).toBe('1 figures, 1 goals: 0 met, 0 missed, 1 not tried')
	expect(faultsOf(runs)).toEqual([])
})

it('continues after a failed part, and prints no figure for it', async () => {
	vi.spyOn(console, 'log').mockImplementation(() => undefined)
	const complained = vi.mocked(console.error).mockImplementation(() => undefined)
	const runs = await runParts({
		broken: () => Promise.reject(new Error('no browser')),
		whole: async () => [figure({ what: 'it', value: 1 })],
	})
	expect(complained).toHaveBeenCalledOnce()
	complained.mockClear()
	expect(runs.map(({ part, figures, error }) => [part, figures.length, error])).toEqual([
		['broken', 0, 'no browser'],
		['whole', 1, null],
	])
})

it('writes the figures of the table to the file', () => {
	const runs = [run([figure({ what: 'start', unit: 'ms', value: 12, goal: atMost(20) })])]
	expect(JSON.parse(reportJson(runs, { at: 'now' }))).toMatchObject({
		at: 'now',
		parts: [{ part: 'part', seconds: 1.5, error: null }],
		figures: [{ part: 'part', what: 'start', unit: 'ms', value: 12, met: true }],
	})
})
