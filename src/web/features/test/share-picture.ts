import type { TestSummary } from '#domain/test-summary.ts'
import { figureTexts } from './figures.ts'

const WIDTH = 1200
const HEIGHT = 630
const LEFT = 90
const SERIF = 'ui-serif, Palatino, Georgia, serif'
const SANS = 'system-ui, sans-serif'

/** A colour of the theme that the visitor sees. */
const colour = (name: string): string =>
	getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

const write = (
	context: CanvasRenderingContext2D,
	text: string,
	y: number,
	font: string,
	tone: string,
): void => {
	context.font = font
	context.fillStyle = colour(tone)
	context.fillText(text, LEFT, y, WIDTH - 2 * LEFT)
}

const bar = (context: CanvasRenderingContext2D, width: number, tone: string): void => {
	context.fillStyle = colour(tone)
	context.beginPath()
	context.roundRect(LEFT, 440, Math.max(24, width), 24, 12)
	context.fill()
}

/** Draws a result: figures only. */
const draw = (context: CanvasRenderingContext2D, summary: TestSummary): void => {
	const { totals, accuracy } = figureTexts(summary)
	const width = WIDTH - 2 * LEFT
	context.fillStyle = colour('base-100')
	context.fillRect(0, 0, WIDTH, HEIGHT)
	write(context, 'Policy knowledge test', 140, `600 44px ${SANS}`, 'secondary')
	write(context, accuracy, 300, `600 150px ${SERIF}`, 'primary')
	write(context, `${totals} policies matched`, 390, `500 50px ${SERIF}`, 'base-content')
	bar(context, width, 'base-300')
	bar(context, (width * summary.accuracyPercentage) / 100, 'primary')
	write(context, 'Evenhand', 560, `600 40px ${SERIF}`, 'base-content')
}

/** The picture of a result, drawn on the device. */
export const sharePicture = async (summary: TestSummary): Promise<Blob> => {
	const canvas = document.createElement('canvas')
	canvas.width = WIDTH
	canvas.height = HEIGHT
	const context = canvas.getContext('2d')
	if (context === null) throw new Error('This browser draws no pictures')
	draw(context, summary)
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => {
			if (blob) resolve(blob)
			else reject(new Error('The picture could not be made'))
		}, 'image/png')
	})
}
