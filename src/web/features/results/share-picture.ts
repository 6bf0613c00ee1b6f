import { drawPicture, PICTURE_SANS, PICTURE_SERIF } from '#web/ui/picture.ts'
import type { ShareLine } from './share-content.ts'

const LEAST_HEIGHT = 630
const TOP = 110
const LINE = 70
const BAR = 46
const FOOT = 150

/** The picture of a share, drawn on the device: the lines that were chosen, with bars below those that have a figure. */
export const sharePicture = (lines: readonly ShareLine[]): Promise<Blob> => {
	const bars = lines.filter(({ percentage }) => percentage !== null).length
	const height = Math.max(LEAST_HEIGHT, TOP + lines.length * LINE + bars * BAR + FOOT)
	return drawPicture(height, (pen) => {
		let y = TOP
		for (const [index, { text, percentage }] of lines.entries()) {
			const font = index === 0 ? `600 54px ${PICTURE_SERIF}` : `500 40px ${PICTURE_SANS}`
			pen.write(text, y, font, index === 0 ? 'primary' : 'base-content')
			if (percentage !== null) {
				pen.bar(1, y + 20, 'base-300')
				pen.bar(percentage / 100, y + 20, 'primary')
				y += BAR
			}
			y += LINE
		}
		pen.write('Evenhand', height - 60, `600 40px ${PICTURE_SERIF}`, 'secondary')
	})
}
