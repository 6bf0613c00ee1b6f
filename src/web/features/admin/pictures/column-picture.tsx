import type { Columns } from './draw-columns.ts'
import { type Draw, Picture } from './picture.tsx'

const load = async (): Promise<Draw<Columns>> => (await import('./draw-columns.ts')).drawColumns

/** Bars that stand side by side on a scale of whole numbers, in the theme's main colour. */
export const ColumnPicture = (columns: Columns) => (
	<Picture
		data={columns}
		looks={['text-primary', 'text-base-content']}
		height="20rem"
		load={load}
	/>
)
