import UPlot from 'uplot'

export interface DrawnBar {
	readonly label: string
	readonly value: number
}

export interface Colours {
	readonly text: string
	readonly line: string
	readonly looks: readonly string[]
}

export interface Drawn {
	redraw(): void
	resize(): void
	destroy(): void
}

const POWERS = Array.from({ length: 8 }, (_, power) => 10 ** power)

/** Steps between grid lines on a scale of whole numbers. */
export const WHOLE_STEPS: readonly number[] = POWERS.flatMap((power) => [
	power,
	2 * power,
	5 * power,
])

interface Drawing {
	readonly bars: readonly DrawnBar[]
	readonly max: number
}

type Coloured = Drawing & { readonly colours: () => Colours }

/** CSS pixels: a bar with its margin, the scale below the bars, and the label column. */
const ROW = 40
const SCALE = 36
const LABEL = 112
const FONT = '14px system-ui, sans-serif'

/** Values of uPlot's enumerations, which it exports as types only. */
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

/** Draws horizontal bars, the first on top, each in its own color. */
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

export interface Columns {
	readonly bars: readonly DrawnBar[]
	/** Label of the scale. */
	readonly name: string
	/** Label below the bars. */
	readonly across: string
}

type ColoredColumn = Columns & { readonly colours: () => Colours }

const TEXT = 13
const FAMILY = 'system-ui, sans-serif'
const COLUMN_FONT = `${TEXT}px ${FAMILY}`
const COLUMN_LABEL = 52
/** Rotation of labels that would overlap, in degrees. */
const SLANT = 50
/** Space for the count above the longest bar. */
const ABOVE = 22

const isNarrow = ({ width }: UPlot, { bars }: Columns): boolean =>
	width < (bars.length + 1.5) * COLUMN_LABEL

const columnAxes = (columns: ColoredColumn): UPlot.Axis[] => {
	const { bars, name, across, colours } = columns
	const words = {
		font: COLUMN_FONT,
		labelFont: COLUMN_FONT,
		labelSize: 24,
		stroke: () => colours().text,
	}
	return [
		{
			...words,
			label: across,
			size: (plot) => (isNarrow(plot, columns) ? 52 : 28),
			rotate: (plot) => (isNarrow(plot, columns) ? SLANT : 0),
			// Label every bar, also on narrow charts.
			splits: () => bars.map((_, index) => index),
			values: () => bars.map(({ label }) => label),
			grid: { show: false },
			ticks: { show: false },
		},
		{
			...words,
			label: name,
			size: (_, values) => 14 + 8 * Math.max(1, ...(values ?? []).map((value) => value.length)),
			space: 36,
			incrs: [...WHOLE_STEPS],
			grid: { stroke: () => colours().line, width: 1 },
			ticks: { show: false },
		},
	]
}

const writeCounts = (plot: UPlot, { bars, colours }: ColoredColumn): void => {
	const { ctx } = plot
	ctx.save()
	ctx.font = `600 ${TEXT * UPlot.pxRatio}px ${FAMILY}`
	ctx.fillStyle = colours().looks[1] ?? colours().text
	ctx.textAlign = 'center'
	ctx.textBaseline = 'bottom'
	for (const [index, { value }] of bars.entries()) {
		if (value === 0) continue
		const [x, y] = [plot.valToPos(index, 'x', true), plot.valToPos(value, 'y', true)]
		ctx.fillText(SHORT.format(value), x, y - 3 * UPlot.pxRatio)
	}
	ctx.restore()
}

/** Compact notation ("1M"): the space above a bar is as narrow for a million as for ten. */
const SHORT = new Intl.NumberFormat('en', { notation: 'compact' })

const columnSeries = ({ colours, name }: ColoredColumn): UPlot.Series[] => {
	const paths = UPlot.paths.bars?.({ size: [0.72, 64], radius: 0.12 })
	return [
		{},
		{
			label: name,
			width: 0,
			fill: () => colours().looks[0] ?? colours().text,
			points: { show: false },
			...(paths && { paths }),
		},
	]
}

const columnSize = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({
	width,
	height,
})

/** Draws counts as vertical bars on a scale of whole numbers from 0. */
export const drawColumns = (into: HTMLElement, columns: Columns, colours: () => Colours): Drawn => {
	const drawing = { ...columns, colours }
	const values = columns.bars.map(({ value }) => value)
	const plot = new UPlot(
		{
			...columnSize(into),
			scales: {
				x: { time: false, range: [-0.5, values.length - 0.5] },
				y: { range: [0, Math.max(1, ...values)] },
			},
			axes: columnAxes(drawing),
			series: columnSeries(drawing),
			hooks: { draw: [(drawn) => writeCounts(drawn, drawing)] },
			legend: { show: false },
			cursor: { show: false },
			padding: [ABOVE, 8, 0, 0],
		},
		[values.map((_, index) => index), values],
		into,
	)
	return {
		redraw: () => plot.redraw(),
		resize: () => plot.setSize(columnSize(into)),
		destroy: () => plot.destroy(),
	}
}
