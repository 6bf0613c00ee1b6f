import { useEffect, useRef } from 'react'
import type { DrawnBar } from './draw-bars.ts'

export interface Bar extends DrawnBar {
	/** The class of its colour: "text-success". */
	readonly look: string
}

interface BarPictureProps {
	readonly bars: readonly Bar[]
	/** Where the scale ends. */
	readonly max: number
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

/** Bars that lie, drawn by a library that comes with the first of them. Whatever they say stands in a table beside them. */
export const BarPicture = ({ bars, max }: BarPictureProps) => {
	const box = useRef<HTMLDivElement>(null)
	const samples = useRef<HTMLSpanElement>(null)
	const said = JSON.stringify(bars)
	useEffect(() => {
		const into = box.current
		if (into === null) return
		let left = false
		let end = (): void => undefined
		const begin = async (): Promise<void> => {
			const { drawBars } = await import('./draw-bars.ts')
			if (left) return
			const [text, line, ...colours] = [...(samples.current?.children ?? [])]
			const picture = drawBars(into, {
				bars: JSON.parse(said),
				max,
				colours: () => ({
					text: colourOf(text),
					line: colourOf(line),
					bars: colours.map(colourOf),
				}),
			})
			const sizes = new ResizeObserver(picture.resize)
			sizes.observe(into)
			const endTheme = onTheme(picture.redraw)
			end = () => {
				sizes.disconnect()
				endTheme()
				picture.destroy()
			}
		}
		begin().catch(reportError)
		return () => {
			left = true
			end()
		}
	}, [said, max])
	return (
		<div aria-hidden="true" className="min-w-0">
			<span ref={samples} hidden>
				<span className="text-muted" />
				<span className="text-base-300" />
				{bars.map(({ label, look }) => (
					<span key={label} className={look} />
				))}
			</span>
			<div ref={box} className="overflow-hidden" style={{ height: `${bars.length * 40 + 36}px` }} />
		</div>
	)
}
