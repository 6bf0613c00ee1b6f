import { blocksOf } from '#domain/extraction/blocks.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/extraction/limits.ts'
import type { Block, BlockKind, SourceText } from '#domain/extraction/source.ts'
import { cleanText } from './clean.ts'

/** A piece of a page between two ends of blocks. */
export interface Piece {
	readonly text: string
	readonly kind: BlockKind
	/** How much of its text is inside links, and inside bold type, from 0 to 1. */
	readonly linked: number
	readonly bold: number
	/** It is not shown when the page is opened, and something may show it later. */
	readonly hidden?: boolean
}

const MENU_WORDS = 5
const TITLE_WORDS = 12

const words = (text: string): number => text.split(/\s+/u).filter(Boolean).length

/** The kind of a piece by what it holds: a short list item that is one link is a menu's, a short bold line a heading. */
const kindOf = ({ text, kind, linked, bold }: Piece): BlockKind => {
	const count = words(text)
	if (kind === 'bullet' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	if (kind === 'paragraph' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	const isTitle = bold > 0.95 && count <= TITLE_WORDS && !/[.!?,;:]["'”’)]*$/u.test(text)
	return kind === 'paragraph' && isTitle ? 'heading' : kind
}

/** The blocks of one piece: lines broken by hand within a paragraph may be a list. */
const within = (text: string, kind: BlockKind): readonly Block[] =>
	kind === 'paragraph' && text.includes('\n')
		? blocksOf(text)
		: [{ kind, start: 0, end: text.length }]

const sameText = (text: string): string => text.replace(/\s+/gu, ' ').trim().toLowerCase()

/** Without the hidden copies of what is shown anyway: for phones, for print. */
const withoutCopies = (pieces: readonly Piece[]): readonly Piece[] => {
	const shown = new Set(pieces.filter(({ hidden }) => !hidden).map(({ text }) => sameText(text)))
	return pieces.filter(({ hidden, text }) => !hidden || !shown.has(sameText(text)))
}

/** Puts the pieces of a page together as a source: blocks apart by empty lines, a dash before each bullet. */
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
