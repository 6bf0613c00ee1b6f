import UPlot from 'uplot'

/** A bar with what stands beside it. */
export interface DrawnBar {
	readonly label: string
	readonly value: number
}

/** The colours as they are at the moment: they follow the theme. */
export interface Colours {
	readonly bars: readonly string[]
	readonly text: string
	readonly line: string
}

interface Drawing {
	readonly bars: readonly DrawnBar[]
	/** Where the scale ends. */
	readonly max: number
	/** Asked whenever it is drawn. */
	readonly colours: () => Colours
}

/** CSS pixels: of a bar with the room about it, of the scale below, and of the labels. */
const ROW = 40
const SCALE = 36
const LABEL = 112
const FONT = '14px system-ui, sans-serif'

/** The units and kinds of uPlot's own enumerations, which are types alone. */
const COLOUR = 3
const DISCRETE = 2

const axesOf = ({ bars, colours }: Drawing): UPlot.Axis[] => [
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
		// Nothing is half a policy.
		incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000],
		stroke: () => colours().text,
		grid: { stroke: () => colours().line, width: 1 },
		ticks: { show: false },
	},
]

const pathsOf = ({ bars, colours }: Drawing): Pick<UPlot.Series, 'paths'> => {
	const values = () => bars.map((_, index) => colours().bars[index])
	const fill = { unit: COLOUR, kind: DISCRETE, values }
	const paths = UPlot.paths.bars?.({ size: [0.6, 64], disp: { fill } })
	return paths ? { paths } : {}
}

const seriesOf = (drawing: Drawing): UPlot.Series[] => [
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

/** Draws bars that lie, the first on top, into an element, as wide as it is. @returns what draws them again, and what takes them away. */
export const drawBars = (into: HTMLElement, drawing: Drawing) => {
	const { bars, max } = drawing
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
