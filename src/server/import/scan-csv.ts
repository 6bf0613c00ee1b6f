const QUOTE = '"'

export interface ScannedRow {
	readonly line: number
	readonly cells: readonly string[]
	/** A misplaced or unclosed quote; the cells are then a best guess. */
	readonly fault: 'misplaced' | 'unclosed' | null
}

const isLineEnd = (char: string): boolean => char === '\n' || char === '\r'

/**
 * Parses CSV row by row: CRLF, LF, and CR, even mixed. A misplaced quote affects only its row. Linear time for any input:
 * Papa Parse and csv-parse are quadratic on some malformed files, and Papa Parse assumes one line ending per file.
 */
export function* scanCsv(text: string, delimiter: string): Generator<ScannedRow> {
	let at = 0
	let line = 1
	let fault: ScannedRow['fault'] = null

	const skipToCellEnd = (): number => {
		const start = at
		while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at] ?? '')) at++
		return start
	}
	const countLines = (from: number, to: number): void => {
		for (let index = from; index < to; index++) {
			const char = text[index]
			if (char === '\n' || (char === '\r' && text[index + 1] !== '\n')) line++
		}
	}
	const readQuoted = (): string => {
		const parts: string[] = []
		for (;;) {
			const close = text.indexOf(QUOTE, at)
			const end = close === -1 ? text.length : close
			parts.push(text.slice(at, end))
			countLines(at, end)
			at = end + 1
			if (close === -1) fault = 'unclosed'
			else if (text[at] === QUOTE) {
				parts.push(QUOTE)
				at++
				continue
			}
			break
		}
		const start = skipToCellEnd()
		const tail = text.slice(start, at)
		if (tail.trim() !== '') {
			fault ??= 'misplaced'
			parts.push(tail)
		}
		return parts.join('')
	}
	const readCell = (): string => {
		if (text[at] === QUOTE) {
			at++
			return readQuoted()
		}
		const start = skipToCellEnd()
		return text.slice(start, at)
	}

	while (at < text.length) {
		const first = line
		const cells: string[] = [readCell()]
		while (text[at] === delimiter) {
			at++
			cells.push(readCell())
		}
		if (at < text.length) {
			line++
			at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
		}
		yield { line: first, cells, fault }
		fault = null
	}
}
