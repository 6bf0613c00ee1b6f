const WIDTH = 1200
const LEFT = 90
export const PICTURE_SERIF = 'ui-serif, Palatino, Georgia, serif'
export const PICTURE_SANS = 'system-ui, sans-serif'

/** What a picture is drawn with. Heights are px from the top; tones are colours of the theme, as `primary`. */
export interface Pen {
	/** Writes one line, its foot at `y`, narrowed where it would not fit. */
	write(text: string, y: number, font: string, tone: string): void
	/** Draws a bar from the left. @param share of the whole width, 0 to 1. */
	bar(share: number, y: number, tone: string): void
}

/** A colour of the theme that the person sees. */
const colour = (name: string): string =>
	getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

const BAR = 24

const penOf = (context: CanvasRenderingContext2D): Pen => ({
	write(text, y, font, tone) {
		context.font = font
		context.fillStyle = colour(tone)
		context.fillText(text, LEFT, y, WIDTH - 2 * LEFT)
	},
	bar(share, y, tone) {
		context.fillStyle = colour(tone)
		context.beginPath()
		context.roundRect(LEFT, y, Math.max(BAR, (WIDTH - 2 * LEFT) * share), BAR, BAR / 2)
		context.fill()
	},
})

/** A picture drawn on the device, 1200 px wide, as a PNG. Rejects where the browser draws none. */
export const drawPicture = (height: number, draw: (pen: Pen) => void): Promise<Blob> => {
	const canvas = document.createElement('canvas')
	canvas.width = WIDTH
	canvas.height = height
	const context = canvas.getContext('2d')
	if (context === null) return Promise.reject(new Error('This browser draws no pictures'))
	context.fillStyle = colour('base-100')
	context.fillRect(0, 0, WIDTH, height)
	draw(penOf(context))
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => {
			if (blob) resolve(blob)
			else reject(new Error('The picture could not be made'))
		}, 'image/png')
	})
}
