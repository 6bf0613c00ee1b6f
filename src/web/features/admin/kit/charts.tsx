import { useEffect, useRef } from 'react'
import type { BarData, ChartBar, Colors, ColumnData, DrawnChart } from './draw-charts.ts'

/** Draws a chart into an element. @param colors called on every redraw */
export type Draw<Data> = (into: HTMLElement, data: Data, colors: () => Colors) => DrawnChart

interface ChartCanvasProps<Data> {
	readonly data: Data
	readonly colorClasses: readonly string[]
	readonly height: string
	/** Lazy-loads the drawing function. Must be a stable reference. */
	readonly load: () => Promise<Draw<Data>>
}

const colorOf = (element: Element | undefined): string =>
	element ? getComputedStyle(element).color : 'gray'

/** Watches theme changes: attributes of the root and system settings. Returns the cleanup function. */
const onTheme = (change: () => void): (() => void) => {
	const roots = new MutationObserver(change)
	roots.observe(document.documentElement, { attributes: true })
	const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
		matchMedia(query),
	)
	for (const list of media) list.addEventListener('change', change)
	return () => {
		roots.disconnect()
		for (const list of media) list.removeEventListener('change', change)
	}
}

const keepFitting = (into: HTMLElement, chart: DrawnChart): (() => void) => {
	const sizes = new ResizeObserver(chart.resize)
	sizes.observe(into)
	const endTheme = onTheme(chart.redraw)
	return () => {
		sizes.disconnect()
		endTheme()
		chart.destroy()
	}
}

/** A decorative canvas chart in theme colors. The page shows the same data in a table. */
const ChartCanvas = <Data,>({ data, colorClasses, height, load }: ChartCanvasProps<Data>) => {
	const box = useRef<HTMLDivElement>(null)
	const samples = useRef<HTMLSpanElement>(null)
	const said = JSON.stringify(data)
	useEffect(() => {
		const into = box.current
		if (into === null) return
		let left = false
		let end = (): void => undefined
		const begin = async (): Promise<void> => {
			const draw = await load()
			if (left) return
			const [text, line, ...rest] = [...(samples.current?.children ?? [])]
			const colors = (): Colors => ({
				text: colorOf(text),
				line: colorOf(line),
				fills: rest.map(colorOf),
			})
			end = keepFitting(into, draw(into, JSON.parse(said), colors))
		}
		begin().catch(reportError)
		return () => {
			left = true
			end()
		}
	}, [said, load])
	return (
		<div aria-hidden="true" className="min-w-0">
			<span ref={samples} hidden>
				{['text-muted', 'text-base-300', ...colorClasses].map((colorClass, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: classes may repeat and have no other identity.
					<span key={index} className={colorClass} />
				))}
			</span>
			<div ref={box} className="overflow-hidden" style={{ height }} />
		</div>
	)
}

export interface Bar extends ChartBar {
	/** Color class: "text-success". */
	readonly colorClass: string
}

interface BarChartProps {
	readonly bars: readonly Bar[]
	readonly max: number
}

const loadBars = async (): Promise<Draw<BarData>> => (await import('./draw-charts.ts')).drawBars

/** Chart of horizontal bars, the first on top. */
export const BarChart = ({ bars, max }: BarChartProps) => (
	<ChartCanvas
		data={{ bars: bars.map(({ label, value }) => ({ label, value })), max }}
		colorClasses={bars.map(({ colorClass }) => colorClass)}
		height={`${bars.length * 40 + 36}px`}
		load={loadBars}
	/>
)

const loadColumns = async (): Promise<Draw<ColumnData>> =>
	(await import('./draw-charts.ts')).drawColumns

/** Chart of vertical bars on a scale of whole numbers, in the primary color. */
export const ColumnChart = (columns: ColumnData) => (
	<ChartCanvas
		data={columns}
		colorClasses={['text-primary', 'text-base-content']}
		height="20rem"
		load={loadColumns}
	/>
)
