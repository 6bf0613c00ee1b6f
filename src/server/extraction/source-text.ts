import { blocksOf } from '#domain/extraction/blocks.ts'
import { type Block, type BlockKind, comparable, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import { cleanText } from './clean.ts'

export interface Piece {
	readonly text: string
	readonly kind: BlockKind
	/** Fractions of the text inside links and in bold, from 0 to 1. */
	readonly linked: number
	readonly bold: number
	/** Not visible at first, but may be revealed. */
	readonly hidden?: boolean
}

const MENU_WORDS = 5
const TITLE_WORDS = 12

/** Refines the kind: a short list item that is one link belongs to a menu, and a short bold line is a heading. */
const kindOf = ({ text, kind, linked, bold }: Piece): BlockKind => {
	const count = countWords(text)
	if (kind === 'bullet' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	if (kind === 'paragraph' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	const isTitle = bold > 0.95 && count <= TITLE_WORDS && !/[.!?,;:]["'”’)]*$/u.test(text)
	return kind === 'paragraph' && isTitle ? 'heading' : kind
}

/** Splits a paragraph with line breaks, which may be a list. */
const within = (text: string, kind: BlockKind): readonly Block[] =>
	kind === 'paragraph' && text.includes('\n')
		? blocksOf(text)
		: [{ kind, start: 0, end: text.length }]

/** Drops hidden duplicates of visible text, e.g. for phones or print. */
const withoutCopies = (pieces: readonly Piece[]): readonly Piece[] => {
	const shown = new Set(pieces.filter(({ hidden }) => !hidden).map(({ text }) => comparable(text)))
	return pieces.filter(({ hidden, text }) => !hidden || !shown.has(comparable(text)))
}

/** Assembles the source text: a blank line between blocks, a dash before each bullet. */
export const sourceOf = (pieces: readonly Piece[]): SourceText | null => {
	const blocks: Block[] = []
	let text = ''
	for (const piece of withoutCopies(pieces)) {
		const own = cleanText(piece.text).trim()
		if (own === '') continue
		const kind = kindOf({ ...piece, text: own })
		text += `${text === '' ? '' : '\n\n'}${kind === 'bullet' ? '- ' : ''}`
		const at = text.length
		text += own
		for (const each of within(own, kind)) {
			const place = { kind: each.kind, start: at + each.start, end: at + each.end }
			blocks.push(piece.hidden ? { ...place, hidden: true } : place)
		}
		if (text.length > SOURCE_MAX_CHARACTERS) return null
	}
	return { text, blocks }
}

export interface ReadDocument {
	readonly source: SourceText
	readonly title: string | null
	/** Text that readers do not see, and headers and footers. */
	readonly leftOut?: readonly string[]
}

export type ReadFailure = 'too-large' | 'too-deep' | 'empty'
