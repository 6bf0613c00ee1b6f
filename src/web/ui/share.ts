/** Time for the browser to begin a download, in ms. */
const DOWNLOAD_MS = 60_000

export const saveFile = (name: string, content: Blob): void => {
	const url = URL.createObjectURL(content)
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS)
}

/** Downloads a text as a file. @param type its media type. */
export const saveText = (name: string, text: string, type = 'text/plain'): void =>
	saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }))

export type PassedOn =
	| 'shared'
	/** The user closed the share sheet. */
	| 'cancelled'
	/** No share sheet: the text is on the clipboard, and a picture is saved. */
	| 'copied'
	/** No share sheet: the picture is saved, but the text could not be copied. */
	| 'saved'
	| 'failed'

interface Content {
	readonly title: string
	readonly text: string
	readonly picture: (() => Promise<File>) | null
}

/** True if the user closed the share sheet, or opened it twice. */
const isCancel = (error: unknown): boolean =>
	error instanceof DOMException &&
	(error.name === 'AbortError' || error.name === 'InvalidStateError')

/** Uses the system's share sheet. Null if it does not accept the content. */
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

/** @returns false if the clipboard is unavailable, as on pages without TLS. */
const copy = async (text: string): Promise<boolean> => {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return false
	}
}

/** Shares by the share sheet, else copies the text and saves the picture. Call it in a click, before any `await`. */
export const share = async (content: Content): Promise<PassedOn> => {
	const { title, text } = content
	const hasSheet = navigator.canShare?.({ title, text }) ?? false
	// WebKit allows copying only during the click, so copy before drawing the picture.
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

/** Drawing tools. `y` is in px from the top; tones are theme colors such as `primary`. */
export interface Pen {
	/** Writes one line with its baseline at `y`, narrowed to fit. */
	write(text: string, y: number, font: string, tone: string): void
	/** @param share of the full width, 0 to 1. */
	bar(share: number, y: number, tone: string): void
}

const color = (name: string): string =>
	getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`).trim()

const BAR = 24

const penOf = (context: CanvasRenderingContext2D): Pen => ({
	write(text, y, font, tone) {
		context.font = font
		context.fillStyle = color(tone)
		context.fillText(text, LEFT, y, WIDTH - 2 * LEFT)
	},
	bar(share, y, tone) {
		context.fillStyle = color(tone)
		context.beginPath()
		context.roundRect(LEFT, y, Math.max(BAR, (WIDTH - 2 * LEFT) * share), BAR, BAR / 2)
		context.fill()
	},
})

/** Draws a PNG, 1200 px wide. Rejects if the browser cannot draw. */
export const drawPicture = (height: number, draw: (pen: Pen) => void): Promise<Blob> => {
	const canvas = document.createElement('canvas')
	canvas.width = WIDTH
	canvas.height = height
	const context = canvas.getContext('2d')
	if (context === null) return Promise.reject(new Error('This browser draws no pictures'))
	context.fillStyle = color('base-100')
	context.fillRect(0, 0, WIDTH, height)
	draw(penOf(context))
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => {
			if (blob) resolve(blob)
			else reject(new Error('The picture could not be made'))
		}, 'image/png')
	})
}
