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
export interface PdfLine extends Omit<PdfItem, 'text' | 'width'> {
	text: string
	right: number
	readonly page: number
}

const grouped = <Key, Value>(
	values: readonly Value[],
	keyOf: (value: Value) => Key,
): Map<Key, Value[]> => {
	const groups = new Map<Key, Value[]>()
	for (const value of values) {
		const group = groups.get(keyOf(value))
		if (group) group.push(value)
		else groups.set(keyOf(value), [value])
	}
	return groups
}

/** Groups texts, those with the most letters first. */
export const mostFirst = <Key, Value extends { readonly text: string }>(
	values: readonly Value[],
	keyOf: (value: Value) => Key,
): [Key, Value[]][] => {
	const letters = (some: readonly Value[]) => some.reduce((sum, { text }) => sum + text.length, 0)
	return [...grouped(values, keyOf)].toSorted(([, a], [, b]) => letters(b) - letters(a))
}

/** Gaps relative to the font size: larger ones separate columns or cells, smaller ones separate words. */
const COLUMN_GAP = 2.5
const WORD_GAP = 0.12

const isRaised = (line: PdfLine, item: PdfItem): boolean =>
	item.size < 0.85 * line.size && item.y - line.y > 0.15 * line.size

const goesOn = (line: PdfLine, item: PdfItem): boolean => {
	const size = Math.max(line.size, item.size)
	const raised = isRaised(line, item)
	return (
		(line.element === item.element || raised) &&
		Math.abs(item.y - line.y) < (raised ? 0.75 : 0.45) * size &&
		item.x > line.x &&
		item.x - line.right < COLUMN_GAP * size
	)
}

/** Bold letters and shadows are often drawn as the same text twice. */
const isCopy = (item: PdfItem, last: PdfItem | undefined): boolean =>
	last?.text === item.text && Math.hypot(item.x - last.x, item.y - last.y) < 0.15 * item.size

const addTo = (line: PdfLine, item: PdfItem, leftOut: LeftOut[]): void => {
	const raised = isRaised(line, item)
	if (raised && isNoteMark(item.text, line.text)) leftOut.push({ reason: 'mark', text: item.text })
	else {
		const isApart = item.x - line.right > WORD_GAP * item.size
		line.text += `${isApart ? ' ' : ''}${raised ? raisedDigits(item.text) : item.text}`
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
	const byPage = grouped(lines, ({ page }) => page)
	const stands = ({ y, page, size }: PdfLine): boolean => {
		const height = heights[page] ?? 0
		const inner = (byPage.get(page) ?? [])
			.map((other) => (y > height / 2 ? y - other.y : other.y - y))
			.filter((by) => by > 2)
		return Math.min(y, height - y) < MARGIN * height && Math.min(...inner) > APART * size
	}
	const standing = lines.filter(stands)
	const alike = grouped(standing, runningKey)
	// Three pages suffice in long documents, where chapters and left and right pages may have their own.
	const often = Math.max(2, Math.min(Math.ceil(0.75 * heights.length), 3))
	const running = standing.filter((line) => {
		const pages = new Set(alike.get(runningKey(line))?.map(({ page }) => page))
		return PAGE_NUMBER.test(line.text) || pages.size >= often
	})
	const found = new Set(running)
	return { text: lines.filter((line) => !found.has(line)), running }
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

const CONTENTS_ROWS = 4

/**
 * Finds tables of contents without leader dots: at least four lines of a page, each with a page number on its right, in
 * ascending order.
 */
const contentsIn = (lines: readonly PdfLine[]): ReadonlySet<PdfLine> => {
	const pages = grouped(lines, ({ page }) => page)
	const found = [...pages.values()].flatMap((here) => {
		const rows = here.flatMap((number) => {
			if (!/^\d{1,3}$/.test(number.text)) return []
			const title = here.find(({ x, y }) => x < number.x && Math.abs(y - number.y) < SAME_PLACE)
			return title ? [{ title, number, page: Number(number.text) }] : []
		})
		const isAscending = rows.every(({ page }, at) => page >= (rows[at - 1]?.page ?? 0))
		// Ascending figures of another table rarely stay below the number of pages.
		const isWithin = (rows.at(-1)?.page ?? 0) <= pages.size + CONTENTS_ROWS
		const isContents = rows.length >= CONTENTS_ROWS && isAscending && isWithin
		return isContents ? rows.flatMap(({ title, number }) => [title, number]) : []
	})
	return new Set(found)
}

/** Classifies single lines by the most common size and font. */
const classifierOf = (lines: readonly PdfLine[]) => {
	const bodySize = mostFirst(lines, ({ size }) => Math.round(2 * size) / 2)[0]?.[0] ?? 0
	const bodyFont = mostFirst(lines, ({ font }) => font)[0]?.[0]
	const contents = contentsIn(lines)
	const isHeading = ({ text, size, font }: PdfLine): boolean => {
		if (text.split(' ').length > HEADING_WORDS || !/\p{L}/u.test(text)) return false
		const isOther = font !== bodyFont && size >= 0.95 * bodySize
		return size >= LARGER * bodySize || (isOther && !/[.!?:;,]$/u.test(text))
	}
	return (line: PdfLine): BlockKind => {
		if (contents.has(line) || isContentsLine(line.text)) return 'other'
		if (line.element) return line.element.kind
		if (MARK.test(line.text)) return 'bullet'
		return isHeading(line) ? 'heading' : 'paragraph'
	}
}

/** A list item whose bullet is drawn as a shape. */
const isUnmarked = ({ kind, first }: Part): boolean => kind === 'bullet' && !MARK.test(first.text)

/** Detects an indented list item. If the next line moves back out, it is a paragraph's first line instead. */
const isMovedIn = (line: PdfLine, above: Part | undefined, below: PdfLine | undefined): boolean => {
	if (!above || line.element || above.first.page !== line.page) return false
	const by = line.x - above.first.x
	const hangs = isUnmarked(above) && Math.abs(by) < 2
	const isFirst = above.kind !== 'bullet' && by > MOVED_IN.least && by < MOVED_IN.most
	const stays =
		below?.page !== line.page ||
		below.x > line.x - 2 ||
		line.y - below.y > PARAGRAPH_GAP * line.size
	return above.first.y > line.y && (hangs || isFirst) && stays
}

/** The next line's first word did not fit on this line, so both belong together. */
const isFull = (above: PdfLine, lines: readonly PdfLine[], at: number): boolean => {
	const margin = lines
		.slice(Math.max(0, at - 60), at + 60)
		.filter(({ page, x }) => page === above.page && Math.abs(x - above.x) < MOVED_IN.most)
		.reduce((most, { right }) => Math.max(most, right), 0)
	const word = lines[at]?.text.split(' ')[0] ?? ''
	const letter = (above.right - above.x) / above.text.length
	return above.right + letter * (word.length + 1) > margin
}

const BEGINS_SMALL = /^\p{Ll}/u

const isClose = (above: PdfLine, below: PdfLine): boolean => {
	const gap = above.y - below.y
	if (above.page === below.page && gap > 0) return gap < PARAGRAPH_GAP * above.size
	return BEGINS_SMALL.test(below.text) && !ENDED.test(above.text)
}

const joins = (part: Part, kind: BlockKind, lines: readonly PdfLine[], at: number): boolean => {
	const line = lines[at]
	const { first, last } = part
	if (!line || kind === 'other' || part.kind === 'other') return false
	if (first.element || line.element) return first.element === line.element
	if (!isClose(last, line)) return false
	if (part.kind === 'heading' || kind === 'heading') {
		return part.kind === kind && Math.abs(last.size - line.size) < 0.5
	}
	if (kind === 'bullet') return false
	if (isUnmarked(part) && Math.abs(line.x - first.x) < 2)
		return isFull(last, lines, at) || BEGINS_SMALL.test(line.text)
	// A paragraph after a list starts at the bullets' indentation.
	if (part.kind === 'bullet') return line.x > first.x + 2 || !ENDED.test(last.text)
	// Paragraphs may be separated by first-line indentation instead of a gap.
	return first === last || line.x <= last.x + line.size || !ENDED.test(last.text)
}

/** Joins two lines. Removes an end-of-line hyphen unless the word occurs with a hyphen elsewhere. */
const joined = (above: string, below: string, hyphenated: ReadonlySet<string>): string => {
	const head = /(?<!\p{L})(\p{L}+)[-\u2010\u00ad]$/u.exec(above)?.[1]
	const tail = /^\p{Ll}+/u.exec(below)?.[0]
	if (head === undefined || tail === undefined) return `${above} ${below}`
	const keeps = hyphenated.has(`${head}-${tail}`.toLowerCase())
	return `${keeps ? above : above.slice(0, -1)}${below}`
}

/** Joins lines to headings, bullets, and paragraphs. */
export const piecesOf = (lines: readonly PdfLine[]): Piece[] => {
	const kindOf = classifierOf(lines)
	const hyphenated = new Set(
		lines.flatMap(({ text }) => text.toLowerCase().match(/(?<!\p{L})\p{L}+-\p{L}+/gu) ?? []),
	)
	const parts: Part[] = []
	for (const [at, line] of lines.entries()) {
		const part = parts.at(-1)
		const kind = kindOf(line)
		if (part && joins(part, kind, lines, at)) {
			part.text = joined(part.text, line.text, hyphenated)
			part.last = line
			continue
		}
		const isItem = kind === 'paragraph' && isMovedIn(line, part, lines[at + 1])
		parts.push({ kind: isItem ? 'bullet' : kind, text: line.text, first: line, last: line })
	}
	return parts.map(({ kind, text }) => {
		return { kind, text: kind === 'bullet' ? text.replace(MARK, '') : text }
	})
}
