import UPlot from 'uplot'

/** A bar of a picture: what it is of, and how long it is. */
export interface DrawnBar {
	readonly label: string
	readonly value: number
}

/** The colours as they are at the moment: they follow the theme. */
export interface Colours {
	readonly text: string
	readonly line: string
	/** Of the looks that were asked for, in their order. */
	readonly looks: readonly string[]
}

/** A picture that was drawn into an element, as wide as it is. */
export interface Drawn {
	/** Draws it again, in the colours of the moment. */
	redraw(): void
	/** Fits it to the element. */
	resize(): void
	/** Takes it away. */
	destroy(): void
}

const POWERS = Array.from({ length: 8 }, (_, power) => 10 ** power)

/** How far the lines of a scale of whole numbers may be apart: nothing is half a record. */
export const WHOLE_STEPS: readonly number[] = POWERS.flatMap((power) => [
	power,
	2 * power,
	5 * power,
])

/** Where the scale of some counts ends: a little beyond the largest, and never at nothing. */
export const scaleEnd = (counts: readonly number[]): number => Math.max(1, ...counts) * 1.05

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

/** Counts as bars that stand side by side. */
export interface Columns {
	readonly bars: readonly DrawnBar[]
	/** What the counts are of: along the scale. */
	readonly name: string
	/** What the bars tell apart: below them. */
	readonly across: string
}

type ColoredColumn = Columns & { readonly colours: () => Colours }

/** CSS pixels. */
const TEXT = 13
const FAMILY = 'system-ui, sans-serif'
const COLUMN_FONT = `${TEXT}px ${FAMILY}`
/** Of a label that lies below its bar. */
const COLUMN_LABEL = 52
/** How labels that have no room stand, in degrees. */
const SLANT = 50
/** Room above the longest bar, for its count. */
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
			// However narrow it is, each bar has its label.
			splits: () => bars.map((_, index) => index),
			values: () => bars.map(({ label }) => label),
			grid: { show: false },
			ticks: { show: false },
		},
		{
			...words,
			label: name,
			// As wide as the longest of its figures.
			size: (_, values) => 14 + 8 * Math.max(1, ...(values ?? []).map((value) => value.length)),
			space: 36,
			incrs: [...WHOLE_STEPS],
			grid: { stroke: () => colours().line, width: 1 },
			ticks: { show: false },
		},
	]
}

/** Writes its count above each bar. */
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

/** A million has as little room above its bar as ten have. */
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

/** Draws counts as bars that stand side by side, on a scale of whole numbers from 0. */
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
