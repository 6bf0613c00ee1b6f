import type { DrawnBar } from './drawn.ts'
import { type Draw, Picture } from './picture.tsx'

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

const load = async (): Promise<Draw<Data>> => (await import('./draw-bars.ts')).drawBars

/** Bars that lie, the first on top. */
export const BarPicture = ({ bars, max }: BarPictureProps) => (
	<Picture
		data={{ bars: bars.map(({ label, value }) => ({ label, value })), max }}
		looks={bars.map(({ look }) => look)}
		height={`${bars.length * 40 + 36}px`}
		load={load}
	/>
)
