import { type BlockKind, oneLine } from '#domain/extraction/text.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { isContentsLine, type LeftOut, type Piece } from './source-text.ts'

/** A text run of a PDF page, in points. */
export interface PdfItem {
	readonly text: string
	readonly x: number
	readonly y: number
	readonly width: number
	readonly size: number
	readonly font: string
	/** Its structure element in a tagged PDF. */
	readonly element: PdfElement | null
}

export interface PdfElement {
	readonly kind: BlockKind
}

/** A line in drawing order, which keeps columns apart. */
export interface PdfLine {
	text: string
	readonly page: number
	readonly x: number
	readonly y: number
	right: number
	readonly size: number
	readonly font: string
	readonly element: PdfElement | null
}

/** Gaps relative to the font size: larger ones separate columns or cells, smaller ones separate words. */
const COLUMN_GAP = 2.5
const WORD_GAP = 0.12

const isRaised = (line: PdfLine, item: PdfItem): boolean =>
	item.size < 0.85 * line.size && item.y - line.y > 0.15 * line.size

const goesOn = (line: PdfLine, item: PdfItem): boolean =>
	(line.element === item.element || isRaised(line, item)) &&
	Math.abs(item.y - line.y) <
		(isRaised(line, item) ? 0.75 : 0.45) * Math.max(line.size, item.size) &&
	item.x > line.x &&
	item.x - line.right < COLUMN_GAP * Math.max(line.size, item.size)

/** Bold letters and shadows are often drawn as the same text twice. */
const isCopy = (item: PdfItem, last: PdfItem | undefined): boolean =>
	last?.text === item.text && Math.hypot(item.x - last.x, item.y - last.y) < 0.15 * item.size

const addTo = (line: PdfLine, item: PdfItem, leftOut: LeftOut[]): void => {
	const isMark = isRaised(line, item) && isNoteMark(item.text, line.text)
	if (isMark) leftOut.push({ reason: 'mark', text: item.text })
	else {
		const isApart = item.x - line.right > WORD_GAP * item.size
		line.text += `${isApart ? ' ' : ''}${isRaised(line, item) ? raisedDigits(item.text) : item.text}`
	}
	line.right = Math.max(line.right, item.x + item.width)
}

/** Joins runs to lines. @param leftOut receives note marks and repeated runs. */
export const linesOf = (items: readonly PdfItem[], page: number, leftOut: LeftOut[]): PdfLine[] => {
	const lines: PdfLine[] = []
	for (const [at, item] of items.entries()) {
		const line = lines.at(-1)
		const isText = item.text.trim() !== ''
		// pdf.js fills the gap between columns with a space.
		if (!isText && item.width > COLUMN_GAP * item.size) continue
		if (isText && isCopy(item, items[at - 1])) leftOut.push({ reason: 'repeated', text: item.text })
		else if (line && goesOn(line, item)) addTo(line, item, leftOut)
		else if (isText) lines.push({ ...item, page, right: item.x + item.width })
	}
	return lines.map((line) => ({ ...line, text: oneLine(line.text) }))
}

const linesByPage = (lines: readonly PdfLine[]): ReadonlyMap<number, PdfLine[]> => {
	const pages = new Map<number, PdfLine[]>()
	for (const line of lines) {
		const here = pages.get(line.page)
		if (here) here.push(line)
		else pages.set(line.page, [line])
	}
	return pages
}

const PAGE_NUMBER = /^[\s\-–—|]*(?:(?:page|p\.)\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?[\s\-–—|]*$/iu
/** Margin in which headers and footers are expected, as a fraction of the height, and their tolerance in points. */
const MARGIN = 0.1
const SAME_PLACE = 3
/** Minimum distance between a header or footer and the text, relative to its font size. */
const APART = 1.9

const runningKey = ({ text, y }: PdfLine): string =>
	`${Math.round(y / SAME_PLACE)} ${text.replace(/^\d+\b|\b\d+$/gu, '#').toLowerCase()}`

/**
 * Separates headers, footers, and page numbers: lines at the same margin position of several pages.
 * @param heights page heights by page number.
 */
export const partRunning = (
	lines: readonly PdfLine[],
	heights: readonly number[],
): { readonly text: PdfLine[]; readonly running: PdfLine[] } => {
	const inMargin = ({ y, page }: PdfLine): boolean => {
		const height = heights[page] ?? 0
		return y < MARGIN * height || y > (1 - MARGIN) * height
	}
	const byPage = linesByPage(lines)
	const gap = ({ y, page }: PdfLine): number => {
		const half = (heights[page] ?? 0) / 2
		const inner = (byPage.get(page) ?? [])
			.map((other) => (y > half ? y - other.y : other.y - y))
			.filter((by) => by > 2)
		return Math.min(...inner)
	}
	const stands = (line: PdfLine): boolean => inMargin(line) && gap(line) > APART * line.size
	const pages = new Map<string, Set<number>>()
	for (const line of lines.filter(stands)) {
		const on = pages.get(runningKey(line)) ?? new Set()
		pages.set(runningKey(line), on.add(line.page))
	}
	// Three pages suffice in long documents, where chapters and left and right pages may have their own.
	const often = Math.max(2, Math.min(Math.ceil(0.75 * heights.length), 3))
	const runs = (line: PdfLine): boolean =>
		PAGE_NUMBER.test(line.text) || (pages.get(runningKey(line))?.size ?? 0) >= often
	const isText = (line: PdfLine): boolean => !stands(line) || !runs(line)
	return { text: lines.filter(isText), running: lines.filter((line) => !isText(line)) }
}

/** A bullet or item number and the space after it. Symbol fonts use the private use area. */
const MARK =
	/^(?:[-*•‣▪▫◦●○■□·–—✓✔➢►»→\uf000-\uf0ff]\s*|o\s+|\(?\d{1,2}[.)]\s+|\(?[a-z][.)]\s+)(?=\S)/u
const ENDED = /[.!?:;]["'”’)\]]*$/u
const HEADING_WORDS = 16
/** Relative to the body text. */
const LARGER = 1.12
/** Relative to the font size. */
const PARAGRAPH_GAP = 1.75

/** Indentation of list items whose bullets are drawn as shapes, in points. */
const MOVED_IN = { least: 8, most: 60 }

interface Part {
	readonly kind: BlockKind
	text: string
	readonly first: PdfLine
	last: PdfLine
}

const mostCommon = <Key>(lines: readonly PdfLine[], keyOf: (line: PdfLine) => Key): Key | null => {
	const counts = new Map<Key, number>()
	for (const line of lines) {
		counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + line.text.length)
	}
	let best: Key | null = null
	for (const [key, count] of counts) if (count > (counts.get(best as Key) ?? 0)) best = key
	return best
}

const bodyOf = (lines: readonly PdfLine[]) => ({
	size: mostCommon(lines, ({ size }) => Math.round(2 * size) / 2) ?? 0,
	font: mostCommon(lines, ({ font }) => font),
})

const words = (text: string): number => text.split(' ').length

const isHeading = (line: PdfLine, body: ReturnType<typeof bodyOf>): boolean => {
	if (words(line.text) > HEADING_WORDS || !/\p{L}/u.test(line.text)) return false
	if (line.size >= LARGER * body.size) return true
	return line.font !== body.font && line.size >= 0.95 * body.size && !/[.!?:;,]$/u.test(line.text)
}

const CONTENTS_ROWS = 4

/**
 * Finds tables of contents without leader dots: at least four lines of a page, each with a page number on its right, in
 * ascending order.
 */
const contentsIn = (lines: readonly PdfLine[]): ReadonlySet<PdfLine> => {
	const found = new Set<PdfLine>()
	const pages = linesByPage(lines)
	for (const here of pages.values()) {
		const rows = here.flatMap((number) => {
			if (!/^\d{1,3}$/.test(number.text)) return []
			const title = here.find(({ x, y }) => x < number.x && Math.abs(y - number.y) < SAME_PLACE)
			return title ? [{ title, number, page: Number(number.text) }] : []
		})
		const isAscending = rows.every(({ page }, at) => page >= (rows[at - 1]?.page ?? 0))
		// Ascending figures of another table rarely stay below the number of pages.
		const isWithin = (rows.at(-1)?.page ?? 0) <= pages.size + CONTENTS_ROWS
		if (rows.length < CONTENTS_ROWS || !isAscending || !isWithin) continue
		for (const { title, number } of rows) found.add(title).add(number)
	}
	return found
}

const kindOf = (
	line: PdfLine,
	body: ReturnType<typeof bodyOf>,
	contents: ReadonlySet<PdfLine>,
): BlockKind => {
	if (contents.has(line) || isContentsLine(line.text)) return 'other'
	if (line.element) return line.element.kind
	if (MARK.test(line.text)) return 'bullet'
	return isHeading(line, body) ? 'heading' : 'paragraph'
}

/** Detects an indented list item. If the next line moves back out, it is a paragraph's first line instead. */
const isMovedIn = (line: PdfLine, above: Part | undefined, below: PdfLine | undefined): boolean => {
	if (!above || line.element || above.first.page !== line.page) return false
	const by = line.x - above.first.x
	const hangs = above.kind === 'bullet' && Math.abs(by) < 2 && !MARK.test(above.first.text)
	const isFirst = above.kind !== 'bullet' && by > MOVED_IN.least && by < MOVED_IN.most
	const stays =
		!below ||
		below.page !== line.page ||
		below.x > line.x - 2 ||
		line.y - below.y > PARAGRAPH_GAP * line.size
	return above.first.y > line.y && (hangs || isFirst) && stays
}

/** The next line's first word did not fit on this line, so both belong together. */
const isFull = (above: PdfLine, lines: readonly PdfLine[], at: number): boolean => {
	const column = lines
		.slice(Math.max(0, at - 60), at + 60)
		.filter(({ page, x }) => page === above.page && Math.abs(x - above.x) < MOVED_IN.most)
	const margin = Math.max(...column.map(({ right }) => right))
	const word = lines[at]?.text.split(' ')[0] ?? ''
	const letter = (above.right - above.x) / above.text.length
	return above.right + letter * (word.length + 1) > margin
}

const isClose = (above: PdfLine, below: PdfLine): boolean => {
	const gap = above.y - below.y
	if (above.page === below.page && gap > 0) return gap < PARAGRAPH_GAP * above.size
	return /^\p{Ll}/u.test(below.text) && !ENDED.test(above.text)
}

const joins = (part: Part, line: PdfLine, kind: BlockKind, isFullAbove: boolean): boolean => {
	if (part.first.element || line.element) return part.first.element === line.element
	if (!isClose(part.last, line)) return false
	if (part.kind === 'heading' || kind === 'heading') {
		return part.kind === kind && Math.abs(part.last.size - line.size) < 0.5
	}
	if (kind === 'bullet') return false
	if (
		part.kind === 'bullet' &&
		Math.abs(line.x - part.first.x) < 2 &&
		!MARK.test(part.first.text)
	) {
		return isFullAbove || /^\p{Ll}/u.test(line.text)
	}
	// A paragraph after a list starts at the bullets' indentation.
	if (part.kind === 'bullet') return line.x > part.first.x + 2 || !ENDED.test(part.last.text)
	// Paragraphs may be separated by first-line indentation instead of a gap.
	const isFirst = part.first !== part.last && line.x > part.last.x + line.size
	return !(isFirst && ENDED.test(part.last.text))
}

/** Joins two lines. Removes an end-of-line hyphen unless the word occurs with a hyphen elsewhere. */
const joined = (above: string, below: string, hyphenated: ReadonlySet<string>): string => {
	const head = /(?<!\p{L})(\p{L}+)[-\u2010\u00ad]$/u.exec(above)?.[1]
	const tail = /^\p{Ll}+/u.exec(below)?.[0]
	if (head === undefined || tail === undefined) return `${above} ${below}`
	const keeps = hyphenated.has(`${head}-${tail}`.toLowerCase())
	return `${keeps ? above : above.slice(0, -1)}${below}`
}

const hyphenatedIn = (lines: readonly PdfLine[]): ReadonlySet<string> =>
	new Set(
		lines.flatMap(({ text }) =>
			(text.match(/(?<!\p{L})\p{L}+-\p{L}+/gu) ?? []).map((word) => word.toLowerCase()),
		),
	)

export const piecesOf = (lines: readonly PdfLine[]): Piece[] => {
	const body = bodyOf(lines)
	const contents = contentsIn(lines)
	const hyphenated = hyphenatedIn(lines)
	const parts: Part[] = []
	for (const [at, line] of lines.entries()) {
		const part = parts.at(-1)
		const kind = kindOf(line, body, contents)
		const isOther = kind === 'other' || part?.kind === 'other'
		if (part && !isOther && joins(part, line, kind, isFull(part.last, lines, at))) {
			part.text = joined(part.text, line.text, hyphenated)
			part.last = line
			continue
		}
		const isItem = kind === 'paragraph' && isMovedIn(line, part, lines[at + 1])
		parts.push({ kind: isItem ? 'bullet' : kind, text: line.text, first: line, last: line })
	}
	return parts.map(({ kind, text }) => ({
		text: kind === 'bullet' ? text.replace(MARK, '') : text,
		kind,
	}))
}
