import {
	SOURCE_MAX_BYTES,
	SOURCE_MIN_WORDS,
	SOURCE_NAME_MAX,
	type SourceKind,
} from '#domain/extraction-limits.ts'
import { countWords } from '#domain/policies.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { sizeText } from '#web/ui/sizes.ts'

const texts = extraction.source

/** What is chosen by its ending: browsers disagree about the types of files. */
export const FILE_TYPES = ['.txt', '.html', '.htm', '.pdf', '.docx']

/** A file that was chosen, as it is sent. */
export interface SourceFile {
	readonly name: string
	readonly bytes: number
	/** Null of one that was chosen before a reload: only its name is kept. */
	readonly base64: string | null
}

/** What stands at the source's step: each kind keeps what was typed. */
export interface SourceInput {
	readonly kind: SourceKind
	readonly url: string
	readonly text: string
	readonly file: SourceFile | null
}

export const NO_SOURCE: SourceInput = { kind: 'URL', url: '', text: '', file: null }

const isWebAddress = (url: string): boolean =>
	URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** What keeps a source from being read; null where nothing does. */
export const sourceProblem = ({ kind, url, text, file }: SourceInput): string | null => {
	if (kind === 'URL') return isWebAddress(url.trim()) ? null : texts.urlInvalid
	if (kind === 'TEXT') {
		return countWords(text) >= SOURCE_MIN_WORDS ? null : texts.textShort(SOURCE_MIN_WORDS)
	}
	if (file === null) return texts.fileMissing
	return file.base64 === null ? texts.fileLost(file.name) : null
}

/** What is sent of a source that has no problem. */
export const sourceBody = ({ kind, url, text, file }: SourceInput) => {
	if (kind === 'FILE') {
		return {
			kind,
			source: file?.base64 ?? '',
			fileName: file?.name.slice(-SOURCE_NAME_MAX) ?? null,
		}
	}
	return { kind, source: kind === 'URL' ? url.trim() : text, fileName: null }
}

/** What tells a source from others: the same one is not extracted twice. */
export const sourceKey = (input: SourceInput): string => {
	const { kind, source, fileName } = sourceBody(input)
	return JSON.stringify([kind, source, fileName])
}

const readBase64 = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
		reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
		reader.readAsDataURL(file)
	})

/** Reads a file that was chosen or dropped. @returns it, or why it is not taken. */
export const readSourceFile = async (file: File): Promise<SourceFile | string> => {
	const { name, size: bytes } = file
	if (!FILE_TYPES.some((ending) => name.toLowerCase().endsWith(ending))) return texts.fileKind
	if (bytes > SOURCE_MAX_BYTES) return texts.fileLarge(sizeText(SOURCE_MAX_BYTES))
	if (bytes === 0) return texts.fileEmpty
	try {
		return { name, bytes, base64: await readBase64(file) }
	} catch {
		// It was moved or deleted after it was chosen: the person is told, and it is no fault of the app.
		return texts.fileUnreadable
	}
}
