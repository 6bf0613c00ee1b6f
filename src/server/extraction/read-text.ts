import { blocksOf } from '#domain/extraction/blocks.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/extraction/limits.ts'
import type { SourceText } from '#domain/extraction/source.ts'
import type { Result } from '#domain/types.ts'
import { cleanText } from './clean.ts'

/** Why a source cannot be read. */
export type ReadFailure = 'too-large' | 'too-deep' | 'empty'

/** Reads a plain text: its headings and bullets are found by how its lines look. */
export const readText = (raw: string): Result<SourceText, ReadFailure> => {
	if (raw.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-large' }
	const text = cleanText(raw).trim()
	if (text === '') return { ok: false, error: 'empty' }
	return { ok: true, value: { text, blocks: blocksOf(text) } }
}
