/** How long a browser may take to begin with a download, in ms. */
const DOWNLOAD_MS = 60_000

/** Hands the voter a file that was made on this device. */
export const saveFile = (name: string, content: Blob): void => {
	const url = URL.createObjectURL(content)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
}

/** Hands the voter a text as a file. @param type its media type. */
export const saveText = (name: string, text: string, type = 'text/plain'): void =>
	saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))

/** What became of something that was to be passed on. */
export type PassedOn =
	| 'shared'
	/** The person closed the share sheet. */
	| 'cancelled'
	/** There is no share sheet: the text is on the clipboard, and a picture is saved. */
	| 'copied'
	/** There is no share sheet: the picture is saved, but the text could not be copied. */
	| 'saved'
	| 'failed'

interface Content {
	readonly title: string
	readonly text: string
	/** Draws the picture that goes with the text; null where none does. */
	readonly picture: (() => Promise<File>) | null
}

/** Whether an error says that the person has closed the share sheet, or opened it twice. */
const isCancel = (error: unknown): boolean =>
	error instanceof DOMException &&
	(error.name === 'AbortError' || error.name === 'InvalidStateError')

/** Hands it to the system's share sheet; null where that does not take it. */
const bySystem = async (
	{ title, text }: Content,
	picture: File | null,
): Promise<PassedOn | null> => {
	const whole = picture ? [{ title, text, files: [picture] }] : []
	const taken = [...whole, { title, text }].find((data) => navigator.canShare?.(data) ?? false)
	if (taken === undefined) return null
	try {
		await navigator.share(taken)
		return 'shared'
	} catch (error) {
		return isCancel(error) ? 'cancelled' : null
	}
}

/** @returns whether the text is on the clipboard, which pages without TLS do not have. */
const copy = async (text: string): Promise<boolean> => {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return false
	}
}

/**
 * Shares a text, with or without a picture: by the system's share sheet, or by copying the one and saving the other. Call
 * it in the handler of the press itself, before anything is awaited.
 */
export const share = async (content: Content): Promise<PassedOn> => {
	const { title, text } = content
	const hasSheet = navigator.canShare?.({ title, text }) ?? false
	// WebKit copies only while it handles the press: drawing the picture would take too long.
	const early = hasSheet ? null : copy(text)
	const picture = (await content.picture?.()) ?? null
	const bySheet = hasSheet ? await bySystem(content, picture) : null
	if (bySheet !== null) return bySheet
	if (picture) saveFile(picture.name, picture)
	if (await (early ?? copy(text))) return 'copied'
	return picture ? 'saved' : 'failed'
}

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
