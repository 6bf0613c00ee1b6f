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
import { readBase64 } from '../kit/csv.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../kit/drafts.tsx'

const texts = extraction.source

/** Filter by extension: browsers disagree about MIME types. */
export const FILE_TYPES = ['.txt', '.html', '.htm', '.xhtml', '.pdf', '.docx', '.docm', '.dotx']

export interface SourceFile {
	readonly name: string
	readonly bytes: number
	/** Null after a reload, when only the name is kept. */
	readonly base64: string | null
}

export interface SourceInput {
	readonly kind: SourceKind
	readonly url: string
	readonly text: string
	readonly file: SourceFile | null
}

export const NO_SOURCE: SourceInput = { kind: 'URL', url: '', text: '', file: null }

const isWebAddress = (url: string): boolean =>
	URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

export const sourceProblem = ({ kind, url, text, file }: SourceInput): string | null => {
	if (kind === 'URL') return isWebAddress(url.trim()) ? null : texts.urlInvalid
	if (kind === 'TEXT') {
		return countWords(text) >= SOURCE_MIN_WORDS ? null : texts.textShort(SOURCE_MIN_WORDS)
	}
	if (file === null) return texts.fileMissing
	return file.base64 === null ? texts.fileLost(file.name) : null
}

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

/** Identifies a source, so that it is not extracted twice. */
export const sourceKey = (input: SourceInput): string => {
	const { kind, source, fileName } = sourceBody(input)
	return JSON.stringify([kind, source, fileName])
}
/** Reads a chosen or dropped file. Returns an error message if it is not accepted. */
export const readSourceFile = async (file: File): Promise<SourceFile | string> => {
	const { name, size: bytes } = file
	if (!FILE_TYPES.some((ending) => name.toLowerCase().endsWith(ending))) return texts.fileKind
	if (bytes > SOURCE_MAX_BYTES) return texts.fileLarge(sizeText(SOURCE_MAX_BYTES))
	if (bytes === 0) return texts.fileEmpty
	try {
		return { name, bytes, base64: await readBase64(file) }
	} catch {
		// The file was moved or deleted after it was chosen: a user error, not to be reported.
		return texts.fileUnreadable
	}
}

const NOUN = 'extraction-source'
/** Longer texts are kept in memory only: they would take the storage quota of other drafts. */
const STORED_MAX = 1_000_000

/** Sources by draft key. Files are too large for session storage; memory keeps them across a new sign-in. */
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

/** The signed-in administrator's stored source for a candidate, in this tab. */
export const keptSource = (candidateId: string): SourceInput => {
	const key = draftKey(NOUN, candidateId)
	return inPage.get(key) ?? storedSource(key) ?? NO_SOURCE
}

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

export const dropSource = (candidateId: string): void => {
	const key = draftKey(NOUN, candidateId)
	inPage.delete(key)
	dropDraft(key)
}
