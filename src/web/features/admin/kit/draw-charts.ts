import UPlot from 'uplot'

export interface ChartBar {
	readonly label: string
	readonly value: number
}

export interface Colors {
	readonly text: string
	readonly line: string
	readonly fills: readonly string[]
}

export interface DrawnChart {
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

export interface BarData {
	readonly bars: readonly ChartBar[]
	readonly max: number
}

type BarDrawing = BarData & { readonly colors: () => Colors }

const FONT_FAMILY = 'system-ui, sans-serif'

/** CSS pixels: a bar with its margin, the scale below the bars, and the label column. */
const BAR_ROW = 40
const BAR_SCALE = 36
const BAR_LABEL = 112
const BAR_FONT = `14px ${FONT_FAMILY}`

/** Values of uPlot's enumerations, which it exports as types only. */
const COLOR_UNIT = 3
const DISCRETE_KIND = 2

const barAxes = ({ bars, colors }: BarDrawing): UPlot.Axis[] => [
	{
		side: 3,
		size: BAR_LABEL,
		gap: 8,
		font: BAR_FONT,
		splits: () => bars.map((_, index) => index),
		values: () => bars.map(({ label }) => label),
		stroke: () => colors().text,
		grid: { show: false },
		ticks: { show: false },
	},
	{
		side: 2,
		size: BAR_SCALE,
		font: BAR_FONT,
		space: 56,
		incrs: [...WHOLE_STEPS],
		stroke: () => colors().text,
		grid: { stroke: () => colors().line, width: 1 },
		ticks: { show: false },
	},
]

const barPaths = ({ bars, colors }: BarDrawing): Pick<UPlot.Series, 'paths'> => {
	const values = () => bars.map((_, index) => colors().fills[index])
	const fill = { unit: COLOR_UNIT, kind: DISCRETE_KIND, values }
	const paths = UPlot.paths.bars?.({ size: [0.6, 64], disp: { fill } })
	return paths ? { paths } : {}
}

const barSeries = (drawing: BarDrawing): UPlot.Series[] => [
	{},
	{
		width: 0,
		fill: () => drawing.colors().text,
		points: { show: false },
		...barPaths(drawing),
	},
]

const barSize = (into: HTMLElement, bars: readonly ChartBar[]) => ({
	width: into.clientWidth,
	height: bars.length * BAR_ROW + BAR_SCALE,
})

/** Draws horizontal bars, the first on top, each in its own color. */
export const drawBars = (
	into: HTMLElement,
	{ bars, max }: BarData,
	colors: () => Colors,
): DrawnChart => {
	const drawing = { bars, max, colors }
	const plot = new UPlot(
		{
			...barSize(into, bars),
			scales: {
				x: { time: false, ori: 1, dir: -1, range: [-0.5, bars.length - 0.5] },
				y: { ori: 0, dir: 1, range: [0, max] },
			},
			axes: barAxes(drawing),
			series: barSeries(drawing),
			legend: { show: false },
			cursor: { show: false },
			padding: [0, 16, 0, 0],
		},
		[bars.map((_, index) => index), bars.map(({ value }) => value)],
		into,
	)
	return {
		redraw: () => plot.redraw(),
		resize: () => plot.setSize(barSize(into, bars)),
		destroy: () => plot.destroy(),
	}
}

export interface ColumnData {
	readonly bars: readonly ChartBar[]
	readonly name: string
	/** Label below the bars. */
	readonly across: string
}

type ColumnDrawing = ColumnData & { readonly colors: () => Colors }

const COLUMN_TEXT = 13
const COLUMN_FONT = `${COLUMN_TEXT}px ${FONT_FAMILY}`
const COLUMN_LABEL = 52
/** Rotation of labels that would overlap, in degrees. */
const COLUMN_LABEL_ANGLE = 50
const COUNT_SPACE = 22

const isNarrow = ({ width }: UPlot, { bars }: ColumnData): boolean =>
	width < (bars.length + 1.5) * COLUMN_LABEL

const columnAxes = (columns: ColumnDrawing): UPlot.Axis[] => {
	const { bars, name, across, colors } = columns
	const text = {
		font: COLUMN_FONT,
		labelFont: COLUMN_FONT,
		labelSize: 24,
		stroke: () => colors().text,
	}
	return [
		{
			...text,
			label: across,
			size: (plot) => (isNarrow(plot, columns) ? 52 : 28),
			rotate: (plot) => (isNarrow(plot, columns) ? COLUMN_LABEL_ANGLE : 0),
			// Label every bar, also on narrow charts.
			splits: () => bars.map((_, index) => index),
			values: () => bars.map(({ label }) => label),
			grid: { show: false },
			ticks: { show: false },
		},
		{
			...text,
			label: name,
			size: (_, values) => 14 + 8 * Math.max(1, ...(values ?? []).map((value) => value.length)),
			space: 36,
			incrs: [...WHOLE_STEPS],
			grid: { stroke: () => colors().line, width: 1 },
			ticks: { show: false },
		},
	]
}

const writeCounts = (plot: UPlot, { bars, colors }: ColumnDrawing): void => {
	const { ctx } = plot
	ctx.save()
	ctx.font = `600 ${COLUMN_TEXT * UPlot.pxRatio}px ${FONT_FAMILY}`
	ctx.fillStyle = colors().fills[1] ?? colors().text
	ctx.textAlign = 'center'
	ctx.textBaseline = 'bottom'
	for (const [index, { value }] of bars.entries()) {
		if (value === 0) continue
		const [x, y] = [plot.valToPos(index, 'x', true), plot.valToPos(value, 'y', true)]
		ctx.fillText(COMPACT.format(value), x, y - 3 * UPlot.pxRatio)
	}
	ctx.restore()
}

/** Compact notation ("1M"): the space above a bar is as narrow for a million as for ten. */
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' })

const columnSeries = ({ colors, name }: ColumnDrawing): UPlot.Series[] => {
	const paths = UPlot.paths.bars?.({ size: [0.72, 64], radius: 0.12 })
	return [
		{},
		{
			label: name,
			width: 0,
			fill: () => colors().fills[0] ?? colors().text,
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
export const drawColumns = (
	into: HTMLElement,
	columns: ColumnData,
	colors: () => Colors,
): DrawnChart => {
	const drawing = { ...columns, colors }
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
			padding: [COUNT_SPACE, 8, 0, 0],
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
