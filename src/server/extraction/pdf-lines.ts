import { isNoteMark, raisedDigits } from './clean.ts'

/** A run of letters as a page of a PDF draws it. */
export interface PdfItem {
	readonly text: string
	readonly x: number
	readonly y: number
	readonly width: number
	readonly size: number
	readonly font: string
	/** The element of the document's own structure that it belongs to, where it has one. */
	readonly element: PdfElement | null
}

export interface PdfElement {
	readonly kind: 'heading' | 'bullet' | 'paragraph'
}

/** A line as it is read: in the order in which the page draws it, which keeps columns apart. */
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

/** Runs further apart than so many times their size are columns or cells, and words where they are closer. */
const COLUMN_GAP = 2.5
const WORD_GAP = 0.12

/** Whether an item is raised above a line in smaller letters: the mark of a note, an exponent. */
const isRaised = (line: PdfLine, item: PdfItem): boolean =>
	item.size < 0.85 * line.size && item.y - line.y > 0.15 * line.size

const goesOn = (line: PdfLine, item: PdfItem): boolean =>
	(line.element === item.element || isRaised(line, item)) &&
	Math.abs(item.y - line.y) <
		(isRaised(line, item) ? 0.75 : 0.45) * Math.max(line.size, item.size) &&
	item.x > line.x &&
	item.x - line.right < COLUMN_GAP * Math.max(line.size, item.size)

/** What an item adds to its line: no mark of a note, and an exponent in raised letters. */
const addedTo = (line: PdfLine, item: PdfItem): string => {
	if (!isRaised(line, item)) return item.text
	return isNoteMark(item.text, line.text) ? '' : raisedDigits(item.text)
}

/** The lines of a page. */
export const linesOf = (items: readonly PdfItem[], page: number): PdfLine[] => {
	const lines: PdfLine[] = []
	for (const item of items) {
		const line = lines.at(-1)
		if (line && goesOn(line, item)) {
			const isApart = item.x - line.right > WORD_GAP * item.size
			const added = addedTo(line, item)
			const spaced = added === '' || /\s$/u.test(line.text) || /^\s/u.test(added)
			line.text += `${isApart && !spaced ? ' ' : ''}${added}`
			line.right = Math.max(line.right, item.x + item.width)
		} else if (item.text.trim() !== '') {
			const { text, x, y, width, size, font, element } = item
			lines.push({ text, page, x, y, right: x + width, size, font, element })
		}
	}
	return lines
		.map((line) => ({ ...line, text: line.text.replace(/\s+/gu, ' ').trim() }))
		.filter(({ text }) => text !== '')
}

const PAGE_NUMBER = /^[\s\-–—|]*(?:(?:page|p\.)\s*)?\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?[\s\-–—|]*$/iu
/** The parts of a page's height in which running lines stand, and how far one may move from page to page. */
const MARGIN = 0.1
const SAME_PLACE = 3
/** A running line keeps away from the text by so many times its size; the last line of a page does not. */
const APART = 1.9

/** What a running line is known by: its text without a number before or behind it, and its place. */
const runningKey = ({ text, y }: PdfLine): string =>
	`${Math.round(y / SAME_PLACE)} ${text.replace(/^\d+\b|\b\d+$/gu, '#').toLowerCase()}`

/**
 * Parts the lines that run along from the text: page numbers, and what is at the same place in the margin of several pages.
 * @param heights of the pages, by their numbers
 */
export const partRunning = (
	lines: readonly PdfLine[],
	heights: readonly number[],
): { readonly text: PdfLine[]; readonly running: PdfLine[] } => {
	const inMargin = ({ y, page }: PdfLine): boolean => {
		const height = heights[page] ?? 0
		return y < MARGIN * height || y > (1 - MARGIN) * height
	}
	const byPage = new Map<number, PdfLine[]>()
	for (const line of lines) byPage.set(line.page, [...(byPage.get(line.page) ?? []), line])
	/** How far it is to the next line towards the middle of the page. */
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
	// On nearly all pages of a short document; in a longer one chapters and sides may have their own.
	const often = Math.max(2, Math.min(Math.ceil(0.75 * heights.length), 3))
	const runs = (line: PdfLine): boolean =>
		PAGE_NUMBER.test(line.text) || (pages.get(runningKey(line))?.size ?? 0) >= often
	const isText = (line: PdfLine): boolean => !stands(line) || !runs(line)
	return { text: lines.filter(isText), running: lines.filter((line) => !isText(line)) }
}
