import {
	SOURCE_KINDS,
	SOURCE_MAX_BYTES,
	SOURCE_MIN_WORDS,
	SOURCE_NAME_MAX,
	type SourceKind,
} from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { sizeText } from '#web/ui/format.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../kit/drafts.tsx'

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

/** What the drafts of sources are called. */
const NOUN = 'extraction-source'
/** Longer texts would take the room that other drafts need: they outlive the step, and not the page. */
const STORED_MAX = 1_000_000

/** By their keys: files are too much for the tab's storage, and outlive a sign-in that ends by this. */
const inPage = new Map<string, SourceInput>()

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const storedSource = (key: string): SourceInput | null => {
	const values = readDraft(key)?.values
	if (!values) return null
	const name = textOf(values.fileName)
	return {
		kind: SOURCE_KINDS.find((kind) => kind === values.kind) ?? NO_SOURCE.kind,
		url: textOf(values.url),
		text: textOf(values.text),
		file: name ? { name, bytes: Number(values.fileBytes) || 0, base64: null } : null,
	}
}

/** What the signed-in administrator has typed as a source for a candidate, in this tab. */
export const keptSource = (candidateId: string): SourceInput => {
	const key = draftKey(NOUN, candidateId)
	return inPage.get(key) ?? storedSource(key) ?? NO_SOURCE
}

/** Keeps it until it is saved or changed. */
export const keepSource = (candidateId: string, source: SourceInput): void => {
	const key = draftKey(NOUN, candidateId)
	inPage.set(key, source)
	const { kind, url, text, file } = source
	keepDraft(key, {
		name: candidateId,
		etag: undefined,
		values: {
			kind,
			url,
			text: text.length > STORED_MAX ? '' : text,
			...(file && { fileName: file.name, fileBytes: file.bytes }),
		},
	})
}

/** Forgets it: its policies are saved. */
export const dropSource = (candidateId: string): void => {
	const key = draftKey(NOUN, candidateId)
	inPage.delete(key)
	dropDraft(key)
}
