import type { Result } from '#domain/types.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { openPackage, type Package } from './docx-package.ts'
import {
	CONTENTS,
	HEADING,
	type Look,
	lookOf,
	readStyles,
	type Style,
	styled,
} from './docx-styles.ts'
import type { SourceFailureKind } from './failures.ts'
import {
	type Draft,
	documentOf,
	type LeftOut,
	type LeftOutReason,
	lettersOf,
	newDraft,
	type Piece,
	pieceOf,
	type ReadDocument,
} from './source-text.ts'
import { childElements, type Element, elementsNamed, textOf, Unreadable } from './tree.ts'

interface Paragraph extends Draft {
	/** Text boxes anchored in this paragraph, which follow it in reading order. */
	readonly boxes: Piece[]
}

interface Context {
	readonly paragraph: Paragraph | null
	readonly look: Look
	readonly linked: boolean
	/** In a table or text box, whose style may set a background. */
	readonly painted: boolean
	/** In a table of contents. */
	readonly contents: boolean
}

const OUTSIDE: Context = {
	...{ paragraph: null, look: {}, linked: false, painted: false, contents: false },
}

/** Elements whose text is not displayed: deletions, former properties, phonetic guides. */
const SKIPPED = /^(?:del|moveFrom|rt|delText|\w+Change)$/
const SIGNS: Readonly<Record<string, string>> = {
	tab: ' ',
	ptab: ' ',
	br: '\n',
	cr: '\n',
	noBreakHyphen: '-',
}

/** Text of an element, displayed or not. */
const allText = (node: Element): string => {
	if (node.name === 't' || node.name === 'delText') return textOf(node)
	const inner = childElements(node).map(allText).join('')
	return node.name === 'p' ? `${inner}\n` : inner + (SIGNS[node.name] ?? '')
}

/** True if the properties of a content control contain an element with the given name. */
const controlElements = (node: Element, name: string): Element[] => {
	const [properties] = childElements(node)
	return node.name === 'sdt' && properties ? elementsNamed(properties, name) : []
}

const isTableOfContents = (node: Element): boolean =>
	controlElements(node, 'docPartGallery').some(({ attributes: { val = '' } }) =>
		/^table of contents$/i.test(val),
	)

/** A deletion, placeholder, or note separator. */
const isNotShown = (node: Element): boolean =>
	SKIPPED.test(node.name) ||
	controlElements(node, 'showingPlcHdr').length > 0 ||
	(/^(?:foot|end)note$/.test(node.name) && /separator|notice/i.test(node.attributes.type ?? ''))

/** A note reference with a mark of its own, which is the text of the run. */
const isNoteReference = ({ name, attributes: { customMarkFollows = '0' } }: Element): boolean =>
	/^(?:foot|end)noteReference$/.test(name) && /^(?:1|true|on)$/.test(customMarkFollows)

/** An open field: its instruction comes first, and then its result. */
interface Field {
	instruction: string | null
	contents: boolean
}

class Gatherer {
	readonly pieces: Piece[] = []
	readonly leftOut: LeftOut[] = []
	readonly #styleOf: ReturnType<typeof readStyles>
	/** Reads a part by its relation id. */
	readonly #partOf: (id: string) => Element | null
	readonly #fields: Field[] = []
	/** Letters read so far. */
	#letters = 0

	constructor(styleOf: ReturnType<typeof readStyles>, partOf: (id: string) => Element | null) {
		this.#styleOf = styleOf
		this.#partOf = partOf
	}

	gather(node: Element, context: Context): void {
		for (const child of childElements(node)) this.#element(child, context)
	}

	leaveOut(text: string, reason: LeftOutReason): void {
		if (text.trim() !== '') this.leftOut.push({ reason, text: text.trim() })
	}

	#element(node: Element, around: Context): void {
		const { name, attributes } = node
		if (name === 'p') this.#paragraph(node, around)
		else if (name === 'r') this.#run(node, around)
		else if (name === 'AlternateContent') this.#alternatives(node, around)
		else if (isNotShown(node)) this.leaveOut(allText(node), 'hidden')
		else {
			if (name === 'relIds') this.#diagram(attributes.dm ?? '', around)
			this.gather(node, {
				...around,
				linked: around.linked || name === 'hyperlink',
				painted: around.painted || name === 'tbl' || name === 'txbxContent',
				contents: around.contents || isTableOfContents(node),
			})
		}
	}

	/** Reads the first alternative that has text. The others repeat it. */
	#alternatives(node: Element, around: Context): void {
		const before = this.#letters
		for (const alternative of childElements(node)) {
			if (this.#letters === before) this.gather(alternative, around)
		}
	}

	#diagram(id: string, { paragraph }: Context): void {
		const part = this.#partOf(id)
		for (const each of part ? elementsNamed(part, 'p') : []) {
			const piece = pieceOf({ ...newDraft(), text: allText(each) }, 'bullet')
			if (piece) (paragraph?.boxes ?? this.pieces).push(piece)
		}
	}

	#paragraph(node: Element, around: Context): void {
		const [first] = childElements(node)
		const properties = first?.name === 'pPr' ? first : undefined
		const style = styled(node, this.#styleOf(properties, 'pStyle'))
		const paragraph: Paragraph = { ...newDraft(), boxes: [] }
		const isContents = around.contents || this.#isInContents()
		this.gather(node, { ...around, paragraph, look: style.look })
		const isOther = isContents || this.#isInContents() || CONTENTS.test(style.name)
		const piece = pieceOf(paragraph, isOther ? 'other' : this.#kindOf(style))
		const into = around.paragraph?.boxes ?? this.pieces
		into.push(...(piece ? [piece] : []), ...paragraph.boxes)
	}

	#kindOf({ name, outline, list }: Style): Piece['kind'] {
		if (outline < 9 || HEADING.test(name)) return 'heading'
		return list === '0' ? 'paragraph' : 'bullet'
	}

	#isInContents(): boolean {
		return this.#fields.some(({ contents }) => contents)
	}

	#run(node: Element, around: Context): void {
		const [first] = childElements(node)
		const properties = first?.name === 'rPr' ? first : undefined
		const look = {
			...around.look,
			...this.#styleOf(properties, 'rStyle').look,
			...lookOf(properties),
		}
		const children = childElements(node).filter(({ name }) => name !== 'rPr')
		const text = children.map((child) => this.#runText(child, around)).join('')
		const isHidden = look.hidden || look.tiny || (look.white && !look.shaded && !around.painted)
		if (isHidden) this.leaveOut(text, 'hidden')
		else if (children.some(isNoteReference)) this.leaveOut(text, 'mark')
		else this.#write(text, look, around)
	}

	#runText(node: Element, around: Context): string {
		const { name, attributes } = node
		const isInstruction = this.#fields.some(({ instruction }) => instruction !== null)
		if (name === 't' && !isInstruction) return textOf(node)
		if (name === 't') this.leaveOut(textOf(node), 'hidden')
		if (name === 'instrText') this.#instruct(textOf(node))
		else if (name === 'fldChar') this.#turnField(attributes.fldCharType)
		else this.#element(node, { ...around, look: {} })
		return SIGNS[name] ?? ''
	}

	#write(raw: string, look: Look, { paragraph, linked }: Context): void {
		if (paragraph === null) return
		if (look.raised && isNoteMark(raw, paragraph.text)) {
			this.leaveOut(raw, 'mark')
			return
		}
		const text = look.raised ? raisedDigits(raw) : raw
		const letters = lettersOf(text)
		paragraph.text += text
		this.#letters += letters
		if (look.bold) paragraph.bold += letters
		if (linked) paragraph.linked += letters
	}

	#instruct(text: string): void {
		const field = this.#fields.at(-1)
		if (typeof field?.instruction !== 'string') return
		field.instruction += text
		field.contents = /^\s*TOC\b/i.test(field.instruction)
	}

	#turnField(type = ''): void {
		const field = this.#fields.at(-1)
		if (type === 'begin') this.#fields.push({ instruction: '', contents: false })
		if (type === 'separate' && field) field.instruction = null
		if (type === 'end') this.#fields.pop()
	}
}

/** Parts beside the text, by type of relation. */
const BESIDE: ReadonlyMap<string, LeftOutReason> = new Map([
	['header', 'repeated'],
	['footer', 'repeated'],
	['comments', 'hidden'],
	['chart', 'furniture'],
])

const gather = (document: Package, main: string): Gatherer => {
	const relations = document.relationsOf(main)
	const partsOf = (wanted: string): (Element | null)[] =>
		relations.filter(({ type }) => type === wanted).map(({ target }) => document.read(target))
	const partOf = (wanted: string): Element | null => {
		const target = relations.find(({ id }) => id === wanted)?.target
		return target === undefined ? null : document.read(target)
	}
	const gatherer = new Gatherer(readStyles(partsOf('styles')[0] ?? null), partOf)
	for (const part of [document.read(main), ...partsOf('footnotes'), ...partsOf('endnotes')]) {
		if (part) gatherer.gather(part, OUTSIDE)
	}
	for (const [type, reason] of BESIDE) {
		for (const part of partsOf(type)) if (part) gatherer.leaveOut(allText(part), reason)
	}
	return gatherer
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
		const core = document.relationsOf('').find(({ type }) => type === 'core-properties')?.target
		const properties = document.read(core ?? 'docprops/core.xml')
		const title = properties && elementsNamed(properties, 'title')[0]
		return documentOf(pieces, title ? textOf(title).slice(0, 500) : null, leftOut)
	} catch (error) {
		if (error instanceof Unreadable) return { ok: false, error: error.failure }
		return { ok: false, error: error instanceof RangeError ? 'too-deep' : 'damaged' }
	}
}
