import { SOURCE_KINDS } from '#domain/extraction-limits.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../forms/drafts.ts'
import { NO_SOURCE, type SourceInput } from './source-input.ts'

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
