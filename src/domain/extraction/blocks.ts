import { countWords } from '../policies.ts'
import type { Block, BlockKind } from './text.ts'

interface Line {
	readonly start: number
	readonly end: number
	readonly text: string
	readonly indent: number
	/** True after an empty line, and for the first line. */
	readonly apart: boolean
}

/** A bullet or an item number, followed by whitespace and text. */
const MARK =
	/^(?:[-*+•‣▪▫◦●○■□·–—✓✔✅➢►»→]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]{1,4}\))\s+(?=\S)/u
const RULE = /^(?:={3,}|-{3,}|_{3,}|\*{3,})$/
const HASHES = /^#{1,6}\s+/
const STOPPED = /[.!?;,…]["'”’)\]]*$/u
const BEGINS = /^["'“‘(]?[\p{Lu}\p{N}£$€]/u
/** Lines of at least this length may be hard-wrapped; headings have at most this many words. */
const MARGIN = 45
const HEADING_WORDS = 12
/** This many consecutive title-like lines are a list without bullets. */
const LIST_LINES = 3

const linesOf = (text: string): Line[] => {
	const lines: Line[] = []
	let start = 0
	let apart = true
	for (const raw of text.split('\n')) {
		const trimmed = raw.trim()
		const indent = raw.length - raw.trimStart().length
		if (trimmed !== '') {
			const from = start + indent
			lines.push({ start: from, end: from + trimmed.length, text: trimmed, indent, apart })
		}
		apart = trimmed === ''
		start += raw.length + 1
	}
	return lines
}

const isShouted = (text: string): boolean =>
	/\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && countWords(text) <= HEADING_WORDS

const isTitle = ({ text }: Line): boolean =>
	text.length <= 100 &&
	BEGINS.test(text) &&
	!STOPPED.test(text) &&
	!text.endsWith(':') &&
	countWords(text) <= HEADING_WORDS

const goesOn = (line: Line, next: Line): boolean =>
	!next.apart &&
	(/^[\p{Ll}]/u.test(next.text) ||
		(line.text.length >= MARGIN && !/[.!?:]["'”’)]*$/u.test(line.text)))

interface Reading {
	readonly kind: BlockKind | 'title' | 'line' | 'rule'
	readonly start: number
}

/** Classifies a single line; a `title` is a heading or a list item without a bullet. */
const read = (line: Line, previous: Line | undefined, next: Line | undefined): Reading => {
	const { text, start } = line
	if (RULE.test(text)) return { kind: 'rule', start }
	const hashes = HASHES.exec(text)
	if (hashes) return { kind: 'heading', start: start + hashes[0].length }
	const mark = MARK.exec(text)
	if (mark) return { kind: 'bullet', start: start + mark[0].length }
	if (next && !next.apart && /^(?:={3,}|-{3,})$/.test(next.text)) return { kind: 'heading', start }
	const isContinued = previous !== undefined && goesOn(previous, line)
	if (isContinued) return { kind: 'line', start }
	if (isShouted(text)) return { kind: 'heading', start }
	const continues = next !== undefined && goesOn(line, next)
	return { kind: isTitle(line) && !continues ? 'title' : 'line', start }
}

interface Draft {
	kind: BlockKind | 'title'
	start: number
	end: number
	readonly indent: number
	readonly apart: boolean
	readonly words: number
}

const joins = (line: Line, previous: Line, block: Draft): boolean => {
	if (line.apart) return false
	if (block.kind === 'paragraph') return true
	return block.kind === 'bullet' && (line.indent > block.indent || goesOn(previous, line))
}

const drafts = (lines: readonly Line[]): Draft[] => {
	const blocks: Draft[] = []
	for (const [index, line] of lines.entries()) {
		const previous = lines[index - 1]
		const { kind, start } = read(line, previous, lines[index + 1])
		const block = blocks.at(-1)
		if (kind === 'rule') continue
		if (kind === 'line' && block && previous && joins(line, previous, block)) {
			block.end = line.end
			continue
		}
		const words = countWords(line.text)
		const asBlock = kind === 'line' ? 'paragraph' : kind
		blocks.push({
			kind: asBlock,
			start,
			end: line.end,
			indent: line.indent,
			apart: line.apart,
			words,
		})
	}
	return blocks
}

/** Splits consecutive titles at empty lines, unless all titles are separated by one. */
const groupsOf = (run: readonly Draft[]): Draft[][] => {
	if (run.slice(1).every(({ apart }) => apart)) return [[...run]]
	const groups: Draft[][] = []
	for (const title of run) {
		const group = groups.at(-1)
		if (title.apart || !group) groups.push([title])
		else group.push(title)
	}
	return groups
}

/**
 * Classifies titles without text between them. The first is the heading and the others its list items, if they have at
 * least two words each. The last title before a text is a heading.
 */
const settleGroup = (group: readonly Draft[], isBeforeText: boolean): void => {
	const others = group.slice(1)
	const isList = group.length > LIST_LINES && others.every(({ words }) => words >= 2)
	for (const [index, block] of group.entries()) {
		block.kind = isList && index > 0 ? 'bullet' : 'heading'
	}
	const last = group.at(-1)
	if (last && isBeforeText) last.kind = 'heading'
}

const settleTitles = (blocks: readonly Draft[]): void => {
	let at = 0
	while (at < blocks.length) {
		let end = at
		while (blocks[end]?.kind === 'title') end++
		const groups = groupsOf(blocks.slice(at, end))
		const next = blocks[end]
		const isBeforeText =
			next?.kind === 'paragraph' && (!next.apart || blocks[end - 1]?.apart === true)
		for (const group of groups) settleGroup(group, isBeforeText && group === groups.at(-1))
		at = Math.max(end, at + 1)
	}
}

/** Splits plain text into headings, bullets and paragraphs by its markers and layout. */
export const blocksOf = (text: string): Block[] => {
	const blocks = drafts(linesOf(text))
	settleTitles(blocks)
	return blocks.map(({ kind, start, end }) => ({
		kind: kind === 'title' ? 'heading' : kind,
		start,
		end,
	}))
}
