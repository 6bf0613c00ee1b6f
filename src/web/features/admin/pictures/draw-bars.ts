import UPlot from 'uplot'
import type { Colours, Drawn, DrawnBar } from './drawn.ts'
import { WHOLE_STEPS } from './scale.ts'

interface Drawing {
	readonly bars: readonly DrawnBar[]
	/** Where the scale ends. */
	readonly max: number
}

type Coloured = Drawing & { readonly colours: () => Colours }

/** CSS pixels: of a bar with the room about it, of the scale below, and of the labels. */
const ROW = 40
const SCALE = 36
const LABEL = 112
const FONT = '14px system-ui, sans-serif'

/** The units and kinds of uPlot's own enumerations, which are types alone. */
const COLOUR = 3
const DISCRETE = 2

const axesOf = ({ bars, colours }: Coloured): UPlot.Axis[] => [
	{
		side: 3,
		size: LABEL,
		gap: 8,
		font: FONT,
		splits: () => bars.map((_, index) => index),
		values: () => bars.map(({ label }) => label),
		stroke: () => colours().text,
		grid: { show: false },
		ticks: { show: false },
	},
	{
		side: 2,
		size: SCALE,
		font: FONT,
		space: 56,
		incrs: [...WHOLE_STEPS],
		stroke: () => colours().text,
		grid: { stroke: () => colours().line, width: 1 },
		ticks: { show: false },
	},
]

const pathsOf = ({ bars, colours }: Coloured): Pick<UPlot.Series, 'paths'> => {
	const values = () => bars.map((_, index) => colours().looks[index])
	const fill = { unit: COLOUR, kind: DISCRETE, values }
	const paths = UPlot.paths.bars?.({ size: [0.6, 64], disp: { fill } })
	return paths ? { paths } : {}
}

const seriesOf = (drawing: Coloured): UPlot.Series[] => [
	{},
	{
		width: 0,
		fill: () => drawing.colours().text,
		points: { show: false },
		...pathsOf(drawing),
	},
]

const sizeOf = (into: HTMLElement, bars: readonly DrawnBar[]) => ({
	width: into.clientWidth,
	height: bars.length * ROW + SCALE,
})

/** Draws bars that lie, the first on top, each in its own colour. */
export const drawBars = (
	into: HTMLElement,
	{ bars, max }: Drawing,
	colours: () => Colours,
): Drawn => {
	const drawing = { bars, max, colours }
	const plot = new UPlot(
		{
			...sizeOf(into, bars),
			scales: {
				x: { time: false, ori: 1, dir: -1, range: [-0.5, bars.length - 0.5] },
				y: { ori: 0, dir: 1, range: [0, max] },
			},
			axes: axesOf(drawing),
			series: seriesOf(drawing),
			legend: { show: false },
			cursor: { show: false },
			padding: [0, 16, 0, 0],
		},
		[bars.map((_, index) => index), bars.map(({ value }) => value)],
		into,
	)
	return {
		redraw: () => plot.redraw(),
		resize: () => plot.setSize(sizeOf(into, bars)),
		destroy: () => plot.destroy(),
	}
}
