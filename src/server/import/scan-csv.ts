const QUOTE = '"'

/** A row of a CSV text. */
export interface ScannedRow {
	/** Its first line, from 1. */
	readonly line: number
	readonly cells: readonly string[]
	/** A quotation mark in the wrong place, or one that is never closed; the cells are a best guess then. */
	readonly fault: 'misplaced' | 'unclosed' | null
}

const isLineEnd = (char: string): boolean => char === '\n' || char === '\r'

/**
 * Reads a CSV text row by row. Each row may end in CRLF, LF or CR, also within one file. A quotation mark in the wrong
 * place costs its own row only.
 *
 * Reads every character a bounded number of times, whatever the text holds: Papa Parse and csv-parse take quadratic time
 * on some malformed files, and Papa Parse guesses one line end for the whole file.
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
	/** Reads the rest of a cell whose opening quote has been passed. */
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
