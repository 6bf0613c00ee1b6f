import { saveFile } from './save-file.ts'

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
export const passOn = async (content: Content): Promise<PassedOn> => {
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
