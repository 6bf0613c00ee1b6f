import UPlot from 'uplot'
import type { Colours, Drawn, DrawnBar } from './drawn.ts'
import { WHOLE_STEPS } from './scale.ts'

/** Counts as bars that stand side by side. */
export interface Columns {
	readonly bars: readonly DrawnBar[]
	/** What the counts are of: along the scale. */
	readonly name: string
	/** What the bars tell apart: below them. */
	readonly across: string
}

type Coloured = Columns & { readonly colours: () => Colours }

/** CSS pixels. */
const TEXT = 13
const FAMILY = 'system-ui, sans-serif'
const FONT = `${TEXT}px ${FAMILY}`
/** Of a label that lies below its bar. */
const LABEL = 52
/** How labels that have no room stand, in degrees. */
const SLANT = 50
/** Room above the longest bar, for its count. */
const ABOVE = 22

const isNarrow = ({ width }: UPlot, { bars }: Columns): boolean =>
	width < (bars.length + 1.5) * LABEL

const axesOf = (columns: Coloured): UPlot.Axis[] => {
	const { bars, name, across, colours } = columns
	const words = { font: FONT, labelFont: FONT, labelSize: 24, stroke: () => colours().text }
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
const writeCounts = (plot: UPlot, { bars, colours }: Coloured): void => {
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

const seriesOf = ({ colours, name }: Coloured): UPlot.Series[] => {
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

const sizeOf = ({ clientWidth: width, clientHeight: height }: HTMLElement) => ({ width, height })

/** Draws counts as bars that stand side by side, on a scale of whole numbers from 0. */
export const drawColumns = (into: HTMLElement, columns: Columns, colours: () => Colours): Drawn => {
	const drawing = { ...columns, colours }
	const values = columns.bars.map(({ value }) => value)
	const plot = new UPlot(
		{
			...sizeOf(into),
			scales: {
				x: { time: false, range: [-0.5, values.length - 0.5] },
				y: { range: [0, Math.max(1, ...values)] },
			},
			axes: axesOf(drawing),
			series: seriesOf(drawing),
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
		resize: () => plot.setSize(sizeOf(into)),
		destroy: () => plot.destroy(),
	}
}
