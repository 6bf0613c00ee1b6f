import type { Result } from '#domain/types.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { openPackage, type Package, parsePart, TooDeep, TooLarge } from './docx-package.ts'
import { noteProperty, readStyles, type Style } from './docx-styles.ts'
import type { SourceFailureKind } from './failures.ts'
import type { ReadDocument } from './source-text.ts'
import { type Piece, sourceOf } from './source-text.ts'

type Attributes = Readonly<Record<string, string>>

interface Paragraph {
	text: string
	bold: number
	linked: number
	style: string | null
	list: string | null
	outline: number | null
	shaded: boolean
	/** Text boxes anchored in this paragraph, which follow it in reading order. */
	readonly boxes: Piece[]
}

interface Run {
	text: string
	style: string | null
	hidden: boolean | null
	bold: boolean | null
	raised: boolean | null
	white: boolean
	tiny: boolean
	shaded: boolean
	/** Contains a note reference with a custom mark. */
	note: boolean
}

/** Elements whose text is not displayed: field instructions, deletions, former properties, phonetic guides. */
const SKIPPED = /^(?:instrText|delInstrText|del|moveFrom|rt|\w+Change)$/
const SIGNS: Readonly<Record<string, string>> = {
	tab: ' ',
	ptab: ' ',
	br: '\n',
	cr: '\n',
	noBreakHyphen: '-',
}

const isDark = ({ fill = 'auto' }: Attributes): boolean => !/^(?:auto|f{6})$/i.test(fill)

const noteOfParagraph = (to: Paragraph, name: string, attributes: Attributes): void => {
	const { val = '' } = attributes
	if (name === 'pStyle') to.style = val
	if (name === 'outlineLvl') to.outline = Number(val)
	if (name === 'shd') to.shaded = isDark(attributes)
}

const noteOfRun = (to: Run, name: string, attributes: Attributes): void => {
	const { val = '' } = attributes
	noteProperty(to, name, attributes)
	if (name === 'rStyle') to.style = val
	if (name === 'color') to.white = /^f{6}$/i.test(val)
	if (name === 'sz') to.tiny = Number(val) <= 4
	if (name === 'shd') to.shaded = isDark(attributes)
	if (name === 'highlight') to.shaded = val !== 'none' && val !== 'white'
}

class Gatherer {
	readonly pieces: Piece[] = []
	readonly leftOut: string[] = []
	readonly diagrams: string[] = []
	readonly #styleOf: (id: string | null) => Style
	readonly #open: { readonly name: string; readonly skips: boolean }[] = []
	readonly #paragraphs: Paragraph[] = []
	readonly #runs: Run[] = []
	/** Per open field: its instruction is still being read. */
	readonly #fields: boolean[] = []
	/** Per open AlternateContent: one of its choices had text. */
	readonly #choices: boolean[] = []
	/** Per open content control: it shows placeholder text. */
	readonly #controls: boolean[] = []
	#skipping = 0
	#links = 0
	/** Depth of tables and text boxes, whose styles may set a background. */
	#painted = 0

	constructor(styleOf: (id: string | null) => Style) {
		this.#styleOf = styleOf
	}

	get #paragraph(): Paragraph | undefined {
		return this.#paragraphs.at(-1)
	}

	open(name: string, attributes: Attributes): void {
		const parent = this.#open.at(-1)?.name
		const skips = this.#isSkipped(name, attributes)
		this.#open.push({ name, skips })
		if (skips) this.#skipping++
		if (this.#skipping > 0 && name !== 'p' && name !== 'r') return
		if (name === 'p') this.#begin()
		if (name === 'r') this.#runs.push(emptyRun())
		if (name === 'hyperlink') this.#links++
		if (name === 'tbl' || name === 'txbxContent') this.#painted++
		if (name === 'AlternateContent') this.#choices.push(false)
		if (name === 'sdt') this.#controls.push(false)
		if (name === 'showingPlcHdr') this.#controls[this.#controls.length - 1] = true
		if (name === 'relIds' && attributes.dm) this.diagrams.push(attributes.dm)
		this.#mark(name, parent, attributes)
	}

	#isSkipped(name: string, { type = '' }: Attributes): boolean {
		if (name === 'Fallback') return this.#choices.at(-1) === true
		if (name === 'Choice') return this.#choices.at(-1) === true
		if (name === 'sdtContent') return this.#controls.at(-1) === true
		if (/^(?:footnote|endnote)$/.test(name)) return /separator|notice/i.test(type)
		return SKIPPED.test(name)
	}

	#mark(name: string, parent: string | undefined, attributes: Attributes): void {
		const { val = '' } = attributes
		const paragraph = this.#paragraph
		const run = this.#runs.at(-1)
		const within = this.#open.at(-3)?.name
		if (paragraph && parent === 'pPr') noteOfParagraph(paragraph, name, attributes)
		if (paragraph && parent === 'numPr' && name === 'numId') paragraph.list = val
		if (run && parent === 'rPr' && within === 'r') noteOfRun(run, name, attributes)
		if (run && parent === 'r') this.#sign(run, name, attributes)
	}

	#sign(run: Run, name: string, { fldCharType = '', customMarkFollows = '0' }: Attributes): void {
		run.text += SIGNS[name] ?? ''
		if (name === 'footnoteReference' || name === 'endnoteReference') {
			run.note ||= /^(?:1|true|on)$/.test(customMarkFollows)
		}
		if (fldCharType === 'begin') this.#fields.push(true)
		if (fldCharType === 'separate') this.#fields[this.#fields.length - 1] = false
		if (fldCharType === 'end') this.#fields.pop()
	}

	text(text: string): void {
		const name = this.#open.at(-1)?.name
		const run = this.#runs.at(-1)
		if (!run || (name !== 't' && name !== 'delText')) return
		if (this.#skipping > 0) {
			// Fallback duplicates text that was already read.
			if (!this.#open.some((each) => each.name === 'Fallback')) this.leftOut.push(text)
			return
		}
		if (!this.#fields.includes(true)) run.text += text
	}

	close(name: string): void {
		if (name === 'r') this.#endRun()
		if (name === 'p') this.#end()
		if (this.#open.pop()?.skips) this.#skipping--
		else if (this.#skipping === 0) this.#leave(name)
	}

	#leave(name: string): void {
		if (name === 'hyperlink') this.#links--
		if (name === 'tbl' || name === 'txbxContent') this.#painted--
		if (name === 'AlternateContent') this.#choices.pop()
		if (name === 'sdt') this.#controls.pop()
	}

	#begin(): void {
		this.#paragraphs.push({
			...{ text: '', bold: 0, linked: 0, style: null, list: null, outline: null },
			...{ shaded: false, boxes: [] },
		})
	}

	#endRun(): void {
		const run = this.#runs.pop()
		const paragraph = this.#paragraph
		if (!run || !paragraph || run.text === '') return
		const style = this.#styleOf(run.style)
		const ground = this.#styleOf(paragraph.style)
		const isShaded = run.shaded || paragraph.shaded || this.#painted > 0
		const isHidden =
			run.hidden ?? style.hidden ?? ground.hidden ?? (run.tiny || (run.white && !isShaded))
		if (isHidden || run.tiny || (run.white && !isShaded)) {
			this.leftOut.push(run.text)
			return
		}
		const text = this.#raised(run, style, paragraph.text)
		if (text === null) return
		paragraph.text += text
		const length = text.replace(/\s/gu, '').length
		if (run.bold ?? style.bold ?? ground.bold) paragraph.bold += length
		if (this.#links > 0) paragraph.linked += length
		if (this.#choices.length > 0) this.#choices[this.#choices.length - 1] = true
	}

	#raised(run: Run, style: Style, before: string): string | null {
		if (run.note) return null
		if (!(run.raised ?? style.raised)) return run.text
		return isNoteMark(run.text, before) ? null : raisedDigits(run.text)
	}

	#end(): void {
		const paragraph = this.#paragraphs.pop()
		if (!paragraph) return
		const { text, bold, linked, boxes } = paragraph
		const length = Math.max(1, text.replace(/\s/gu, '').length)
		const own: Piece[] =
			text.trim() === ''
				? []
				: [
						{
							text: text.replace(/[^\S\n]+/gu, ' ').trim(),
							kind: this.#kindOf(paragraph),
							linked: linked / length,
							bold: bold / length,
						},
					]
		const into = this.#paragraph?.boxes ?? this.pieces
		into.push(...own, ...boxes)
	}

	#kindOf({ style, list, outline }: Paragraph): Piece['kind'] {
		const named = this.#styleOf(style)
		if (/^toc \d/.test(named.name)) return 'other'
		const level = outline ?? named.outline ?? 9
		if (level < 9 || /^(?:heading [1-9]|title|subtitle)$/.test(named.name)) return 'heading'
		return (list ?? named.list ?? '0') === '0' ? 'paragraph' : 'bullet'
	}
}

const emptyRun = (): Run => ({
	...{ text: '', style: null, hidden: null, bold: null, raised: null },
	...{ white: false, tiny: false, shaded: false, note: false },
})

const titleOf = (core: Uint8Array | null): string | null => {
	let title = ''
	let isInside = false
	if (core === null) return null
	parsePart(core, {
		open: (name) => {
			isInside = name === 'title'
		},
		text: (text) => {
			if (isInside) title += text
		},
		close: () => {
			isInside = false
		},
	})
	return title.slice(0, 500) || null
}

const diagramPieces = (bytes: Uint8Array): Piece[] => {
	const pieces: Piece[] = []
	let text = ''
	let isInside = false
	parsePart(bytes, {
		open: (name) => {
			isInside = name === 't'
		},
		text: (more) => {
			if (isInside) text += more
		},
		close: (name) => {
			isInside = false
			if (name !== 'p') return
			if (text.trim() !== '') {
				pieces.push({ text: text.trim(), kind: 'bullet', linked: 0, bold: 0 })
			}
			text = ''
		},
	})
	return pieces
}

const gather = (document: Package, main: string): Gatherer => {
	const relations = document.relationsOf(main)
	const partOf = (type: string): Uint8Array | null => {
		const target = relations.find((relation) => relation.type === type)?.target
		return target === undefined ? null : document.read(target)
	}
	const gatherer = new Gatherer(readStyles(partOf('styles')))
	const handler = {
		open: (name: string, attributes: Attributes) => gatherer.open(name, attributes),
		close: (name: string) => gatherer.close(name),
		text: (text: string) => gatherer.text(text),
	}
	const body = document.read(main)
	for (const part of [body, partOf('footnotes'), partOf('endnotes')]) {
		if (part !== null) parsePart(part, handler)
	}
	for (const id of gatherer.diagrams) {
		const target = relations.find((relation) => relation.id === id)?.target
		const data = target === undefined ? null : document.read(target)
		if (data !== null) gatherer.pieces.push(...diagramPieces(data))
	}
	return gatherer
}

const failureOf = (error: unknown): SourceFailureKind => {
	if (error instanceof TooLarge) return 'too-large'
	return error instanceof TooDeep || error instanceof RangeError ? 'too-deep' : 'damaged'
}

/**
 * Reads a Word document: headings, bullets, paragraphs, text boxes, fields, and content controls, with tracked changes
 * accepted. Run it only in a worker with limits.
 */
export const readDocx = (bytes: Uint8Array): Result<ReadDocument, SourceFailureKind> => {
	try {
		const document = openPackage(bytes)
		if (document.main === null) return { ok: false, error: 'damaged' }
		const { pieces, leftOut } = gather(document, document.main)
		const source = sourceOf(pieces)
		if (source === null) return { ok: false, error: 'too-large' }
		if (source.text === '') return { ok: false, error: 'empty' }
		const core = document.relationsOf('').find(({ type }) => type === 'core-properties')?.target
		const title = titleOf(document.read(core ?? 'docprops/core.xml'))
		return { ok: true, value: { source, title, leftOut } }
	} catch (error) {
		return { ok: false, error: failureOf(error) }
	}
}
