import { useEffect, useRef } from 'react'
import type { Colours, Columns, Drawn, DrawnBar } from './draw-charts.ts'

/** Draws something into an element. @param colours asked whenever it is drawn. */
export type Draw<Data> = (into: HTMLElement, data: Data, colours: () => Colours) => Drawn

interface PictureProps<Data> {
	/** What is drawn: plain data. */
	readonly data: Data
	/** The classes of the colours that it is drawn in: "text-success". */
	readonly looks: readonly string[]
	/** How high it is, as CSS has it. */
	readonly height: string
	/** Loads what draws it: a library that comes with the first picture. The same function each time. */
	readonly load: () => Promise<Draw<Data>>
}

const colourOf = (element: Element | undefined): string =>
	element ? getComputedStyle(element).color : 'gray'

/** What a theme changes: the root's attributes, or the device's own setting. @returns what ends the listening. */
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

/** Fits a picture to its element and to the theme for as long as it stands. @returns what takes it away. */
const keepFitting = (into: HTMLElement, picture: Drawn): (() => void) => {
	const sizes = new ResizeObserver(picture.resize)
	sizes.observe(into)
	const endTheme = onTheme(picture.redraw)
	return () => {
		sizes.disconnect()
		endTheme()
		picture.destroy()
	}
}

/** A picture on a canvas, in the colours of the theme. Whatever it says stands in a table beside it. */
const Picture = <Data,>({ data, looks, height, load }: PictureProps<Data>) => {
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
			const colours = (): Colours => ({
				text: colourOf(text),
				line: colourOf(line),
				looks: rest.map(colourOf),
			})
			end = keepFitting(into, draw(into, JSON.parse(said), colours))
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
				{['text-muted', 'text-base-300', ...looks].map((look, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two bars may have one look, and nothing tells them apart.
					<span key={index} className={look} />
				))}
			</span>
			<div ref={box} className="overflow-hidden" style={{ height }} />
		</div>
	)
}

export interface Bar extends DrawnBar {
	/** The class of its colour: "text-success". */
	readonly look: string
}

interface BarPictureProps {
	readonly bars: readonly Bar[]
	/** Where the scale ends. */
	readonly max: number
}

interface Data {
	readonly bars: readonly DrawnBar[]
	readonly max: number
}

const load = async (): Promise<Draw<Data>> => (await import('./draw-charts.ts')).drawBars

/** Bars that lie, the first on top. */
export const BarPicture = ({ bars, max }: BarPictureProps) => (
	<Picture
		data={{ bars: bars.map(({ label, value }) => ({ label, value })), max }}
		looks={bars.map(({ look }) => look)}
		height={`${bars.length * 40 + 36}px`}
		load={load}
	/>
)

const loadColumns = async (): Promise<Draw<Columns>> =>
	(await import('./draw-charts.ts')).drawColumns

/** Bars that stand side by side on a scale of whole numbers, in the theme's main colour. */
export const ColumnPicture = (columns: Columns) => (
	<Picture
		data={columns}
		looks={['text-primary', 'text-base-content']}
		height="20rem"
		load={loadColumns}
	/>
)
