import type { TestSummary } from '#domain/test-summary.ts'
import { sharePicture } from './share-picture.ts'
import { shareText } from './share-text.ts'

const TITLE = 'Policy knowledge test'
const FILE_NAME = 'evenhand-knowledge-test.png'

/** Whether an error says that the person has closed the share sheet, or opened it twice. */
const isCancel = (error: unknown): boolean =>
	error instanceof DOMException &&
	(error.name === 'AbortError' || error.name === 'InvalidStateError')

const save = (file: File): void => {
	const url = URL.createObjectURL(file)
	const link = document.createElement('a')
	link.href = url
	link.download = FILE_NAME
	link.click()
	// The download has to have begun.
	setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands it to the system's share sheet; false where there is none that takes it. */
const bySystem = async (file: File, text: string): Promise<boolean> => {
	const whole = { title: TITLE, text, files: [file] }
	const shown = [whole, { title: TITLE, text }].find((data) => navigator.canShare?.(data) ?? false)
	if (shown === undefined) return false
	try {
		await navigator.share(shown)
	} catch (error) {
		return isCancel(error)
	}
	return true
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
 * Shares a result, text and picture: by the system, or by saving the picture and copying the text. Nothing of the
 * answers is in it.
 */
export const share = async (summary: TestSummary): Promise<'shared' | 'saved' | 'copied'> => {
	const text = shareText(summary, `${location.origin}/test`)
	const file = new File([await sharePicture(summary)], FILE_NAME, { type: 'image/png' })
	if (await bySystem(file, text)) return 'shared'
	save(file)
	return (await copy(text)) ? 'copied' : 'saved'
}
