import { blocksOf } from '#domain/extraction/blocks.ts'
import { type Block, type BlockKind, comparable, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { cleanText, removedByCleaning } from './clean.ts'

export interface Piece {
	readonly text: string
	readonly kind: BlockKind
	/** Fractions of the text inside links and in bold, from 0 to 1. */
	readonly linked?: number
	readonly bold?: number
	/** Not visible at first, but may be revealed. */
	readonly hidden?: boolean
}

/** Text under construction, with the number of its letters inside links and in bold. */
export interface Draft {
	text: string
	linked: number
	bold: number
}

export const newDraft = (): Draft => ({ text: '', linked: 0, bold: 0 })

export const lettersOf = (text: string): number => text.replace(/\s/gu, '').length

/** Returns null without text. */
export const pieceOf = ({ text: raw, linked, bold }: Draft, kind: BlockKind): Piece | null => {
	const text = raw
		.replace(/[^\S\n]+/gu, ' ')
		.replace(/ ?\n ?/gu, '\n')
		.trim()
	const letters = Math.max(1, lettersOf(raw))
	return text === '' ? null : { text, kind, linked: linked / letters, bold: bold / letters }
}

/**
 * Why text is not searched for policies: readers cannot see it, it repeats other text, it refers to a note, or it belongs
 * to the page instead of its content.
 */
export type LeftOutReason = 'hidden' | 'repeated' | 'mark' | 'furniture'

export interface LeftOut {
	readonly reason: LeftOutReason
	readonly text: string
}

export interface ReadDocument {
	readonly source: SourceText
	readonly title: string | null
	readonly leftOut: readonly LeftOut[]
}

export type ReadFailure = 'too-large' | 'too-deep' | 'empty' | 'damaged'

const MENU_WORDS = 5
const TITLE_WORDS = 12
/** A line of a table of contents: leader dots before a page number. Looks at its end only, to be fast. */
export const isContentsLine = (line: string): boolean =>
	/(?:\.{4,}|…{2,}|(?:\s[.·]){4,}|_{4,})\s*(?:\d{1,4}|[ivxl]{1,6})$/iu.test(line.slice(-60))

/** Refines the kind: a short list item that is one link belongs to a menu, and a short bold line is a heading. */
const kindOf = ({ text, kind, linked = 0, bold = 0 }: Piece): BlockKind => {
	const count = countWords(text)
	if (kind !== 'heading' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	if (text.split('\n').every(isContentsLine)) return 'other'
	const isTitle = bold > 0.95 && count <= TITLE_WORDS && !/[.!?,;:]["'”’)]*$/u.test(text)
	return kind === 'paragraph' && isTitle ? 'heading' : kind
}

/** Splits a paragraph with line breaks, which may be a list. */
const within = (text: string, kind: BlockKind): readonly Block[] =>
	kind === 'paragraph' && text.includes('\n')
		? blocksOf(text)
		: [{ kind, start: 0, end: text.length }]

const blocksAt = ({ kind, hidden }: Piece, text: string, at: number): Block[] =>
	within(text, kind).map(({ kind: own, start, end }) => ({
		...{ kind: own, start: at + start, end: at + end },
		...(hidden && { hidden }),
	}))

/**
 * Assembles the source text: a blank line between blocks, a dash before each bullet. Drops hidden duplicates of visible
 * text, e.g. for phones or print.
 */
export const documentOf = (
	pieces: readonly Piece[],
	title: string | null,
	leftOut: readonly LeftOut[],
): Result<ReadDocument, ReadFailure> => {
	const shown = new Set(pieces.filter(({ hidden }) => !hidden).map(({ text }) => comparable(text)))
	const isCopy = ({ hidden, text }: Piece): boolean =>
		hidden === true && shown.has(comparable(text))
	const copies = pieces.filter(isCopy).map(({ text }) => ({ reason: 'repeated' as const, text }))
	const kept = pieces.filter((piece) => !isCopy(piece))
	const removed = kept.flatMap(({ text }) => removedByCleaning(text))
	const blocks: Block[] = []
	let text = ''
	for (const piece of kept) {
		const own = cleanText(piece.text).trim()
		if (own === '') continue
		const kind = kindOf({ ...piece, text: own })
		text += `${text === '' ? '' : '\n\n'}${kind === 'bullet' ? '- ' : ''}`
		blocks.push(...blocksAt({ ...piece, kind }, own, text.length))
		text += own
		if (text.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-large' }
	}
	if (text === '') return { ok: false, error: 'empty' }
	const source = { text, blocks }
	return { ok: true, value: { source, title, leftOut: [...leftOut, ...copies, ...removed] } }
}
