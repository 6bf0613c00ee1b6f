import { blocksOf } from '#domain/extraction/blocks.ts'
import { type Block, type BlockKind, comparable, type SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import { cleanText, removedByCleaning } from './clean.ts'

const MESSAGES = {
	'bad-url': 'Please enter a valid URL',
	'bad-scheme': 'The address must start with http:// or https://',
	'bad-port': 'The address can use port 80 or 443 only',
	credentials: 'The address must not contain a username or password',
	'closed-address': 'The address is in a private or special network, which is not allowed',
	'unknown-host': 'The host in the address cannot be found',
	unreachable: 'The page cannot be reached',
	redirects: 'The page redirects too often, or to an invalid address',
	status: 'The page returns an error',
	'wrong-type': 'The page is not HTML, plain text, or PDF',
	'bad-encoding': 'The page is damaged or uses an unknown compression',
	timeout: 'The page took too long to load',
	cancelled: 'The extraction was cancelled',
	'too-large': 'The source is too large to read',
	'too-deep': 'The source is nested too deeply to read',
	'too-slow': 'The source takes too long to read',
	'too-short': 'Please provide more content (at least 50 words)',
	empty: 'The source has no text',
	scanned: 'The PDF has only pictures of its pages and no text',
	encrypted: 'The file is protected by a password',
	damaged: 'The file is damaged or has the wrong file type',
	'unknown-file': 'Please choose a .txt, .html, .xhtml, .pdf, .docx, .docm, or .dotx file',
} as const

export type SourceFailureKind = keyof typeof MESSAGES

/** Why a source cannot be used, with the left-out text that it has. */
export class SourceError extends Error {
	readonly kind: SourceFailureKind
	readonly leftOut: readonly LeftOut[]
	constructor(kind: SourceFailureKind, leftOut: readonly LeftOut[] = []) {
		super(MESSAGES[kind])
		this.kind = kind
		this.leftOut = leftOut
	}
}

/**
 * Why text is not searched for policies: readers cannot see it, it repeats other text, it refers to a note, or it belongs
 * to the page instead of its content.
 */
export interface LeftOut {
	readonly reason: 'hidden' | 'repeated' | 'mark' | 'furniture'
	readonly text: string
}

export interface ReadDocument {
	readonly source: SourceText
	readonly title: string | null
	readonly leftOut: readonly LeftOut[]
}

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
export class Draft {
	text = ''
	linked = 0
	bold = 0

	add(text: string, isLinked: boolean, isBold: boolean): void {
		const letters = isLinked || isBold ? lettersOf(text) : 0
		this.text += text
		if (isLinked) this.linked += letters
		if (isBold) this.bold += letters
	}

	/** Returns no piece without text. */
	pieces(kind: BlockKind): Piece[] {
		const text = this.text
			.replace(/[^\S\n]+/gu, ' ')
			.replace(/ ?\n ?/gu, '\n')
			.trim()
		const letters = Math.max(1, lettersOf(text))
		return text === ''
			? []
			: [{ text, kind, linked: this.linked / letters, bold: this.bold / letters }]
	}
}

const lettersOf = (text: string): number => text.replace(/\s/gu, '').length

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

/**
 * Assembles the source text: a blank line between blocks, a dash before each bullet. Drops hidden duplicates of visible
 * text, e.g. for phones or print.
 * @throws {SourceError} if it is too large.
 */
export const documentOf = (
	pieces: readonly Piece[],
	title: string | null,
	leftOut: readonly LeftOut[],
): ReadDocument => {
	const shown = new Set(pieces.filter(({ hidden }) => !hidden).map(({ text }) => comparable(text)))
	const out = [...leftOut]
	const blocks: Block[] = []
	let text = ''
	for (const piece of pieces) {
		const { hidden } = piece
		if (hidden && shown.has(comparable(piece.text))) {
			out.push({ reason: 'repeated', text: piece.text })
			continue
		}
		out.push(...removedByCleaning(piece.text))
		const own = cleanText(piece.text).trim()
		if (own === '') continue
		const kind = kindOf({ ...piece, text: own })
		text += `${text === '' ? '' : '\n\n'}${kind === 'bullet' ? '- ' : ''}`
		for (const part of within(own, kind)) {
			const [start, end] = [text.length + part.start, text.length + part.end]
			blocks.push({ kind: part.kind, start, end, ...(hidden && { hidden }) })
		}
		text += own
		if (text.length > SOURCE_MAX_CHARACTERS) throw new SourceError('too-large')
	}
	return { source: { text, blocks }, title, leftOut: out }
}
