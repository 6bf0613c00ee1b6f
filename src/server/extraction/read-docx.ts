import { isNoteMark, raisedDigits } from './clean.ts'
import { decodeText } from './decode-text.ts'
import { type Look, lookOf, Package, readStyles, valuesOf } from './docx-package.ts'
import { readHtml } from './read-html.ts'
import { Draft, documentOf, type LeftOut, type Piece, type ReadDocument } from './source-text.ts'
import { childElements, type Element, elementsNamed, textOf } from './tree.ts'

interface Context {
	readonly paragraph: Draft | null
	/** Receives paragraphs. Text boxes anchored in a paragraph follow it in reading order. */
	readonly into: Piece[]
	readonly look: Look
	readonly linked: boolean
	/** In a table or text box, whose style may set a background. */
	readonly painted: boolean
	/** In a table of contents. */
	readonly contents: boolean
}

/** Elements whose text is not displayed: deletions, former properties, phonetic guides. */
const SKIPPED = /^(?:del|moveFrom|rt|delText|\w+Change)$/
const SIGNS: ReadonlyMap<string, string> = new Map(
	Object.entries({ tab: ' ', ptab: ' ', br: '\n', cr: '\n', noBreakHyphen: '-' }),
)

/** Text of an element, displayed or not. */
const allText = (node: Element): string => {
	if (node.name === 't' || node.name === 'delText') return textOf(node)
	const inner = childElements(node).map(allText).join('')
	return node.name === 'p' ? `${inner}\n` : inner + (SIGNS.get(node.name) ?? '')
}

/** Elements of a name in the properties of a content control. */
const controlElements = (node: Element, name: string): Element[] =>
	node.name === 'sdt' ? elementsNamed(childElements(node)[0], name) : []

/** A deletion, placeholder, or note separator. */
const isNotShown = (node: Element): boolean =>
	SKIPPED.test(node.name) ||
	controlElements(node, 'showingPlcHdr').length > 0 ||
	(/^(?:foot|end)note$/.test(node.name) && /separator|notice/i.test(node.attributes.type ?? ''))

/** A note reference with a mark of its own, which is the text of the run. */
const isNoteReference = ({ name, attributes: { customMarkFollows = '0' } }: Element): boolean =>
	/^(?:foot|end)noteReference$/.test(name) && /^(?:1|true|on)$/.test(customMarkFollows)

/** Kind of a paragraph by the names of its styles, its outline level (9 is body text), and its list (0 is none). */
const kindOf = (properties: readonly Element[]): Piece['kind'] => {
	const styles = valuesOf(properties, 'name').map((name) => name.toLowerCase())
	if (styles.some((name) => /^(?:toc|contents) ?\d/.test(name))) return 'other'
	const isTitle = styles.some((name) => /^(?:heading [1-9]|title|subtitle)$/.test(name))
	if (isTitle || Number(valuesOf(properties, 'outlineLvl').at(-1) ?? 9) < 9) return 'heading'
	const list = properties.findLast(({ name }) => name === 'numPr')
	return Number(valuesOf(childElements(list), 'numId')[0] ?? 0) === 0 ? 'paragraph' : 'bullet'
}

/** Parts beside the text, by type of relation. */
const BESIDE = [
	['header', 'repeated'],
	['footer', 'repeated'],
	['comments', 'hidden'],
	['chart', 'furniture'],
] as const

/** An embedded document that is neither HTML nor Word: RTF or a web archive. */
const FOREIGN = /^\s*(?:\{\\rtf|MIME-Version:|From:)/i

class Gatherer {
	readonly pieces: Piece[] = []
	readonly leftOut: LeftOut[] = []
	readonly #package: Package
	readonly #propertiesOf: ReturnType<typeof readStyles>
	/** Open fields: their instruction comes first, and then their result. */
	readonly #fields: { instruction: string | null; contents: boolean }[] = []
	/** Letters read so far. */
	#letters = 0

	constructor(document: Package) {
		this.#package = document
		this.#propertiesOf = readStyles(document.parts('styles')[0])
		const outside = { paragraph: null, into: this.pieces, look: {} }
		const notes = [...document.parts('footnotes'), ...document.parts('endnotes')]
		for (const part of [document.main, ...notes]) {
			this.#gather(part, { ...outside, linked: false, painted: false, contents: false })
		}
		for (const [type, reason] of BESIDE) {
			for (const part of document.parts(type)) this.#leaveOut(allText(part), reason)
		}
	}

	#gather(node: Element, context: Context): void {
		for (const child of childElements(node)) this.#element(child, context)
	}

	#leaveOut(text: string, reason: LeftOut['reason']): void {
		if (text.trim() !== '') this.leftOut.push({ reason, text: text.trim() })
	}

	#element(node: Element, around: Context): void {
		const { name, attributes } = node
		if (name === 'p') this.#paragraph(node, around)
		else if (name === 'r') this.#run(node, around)
		else if (name === 'AlternateContent') this.#alternatives(node, around)
		else if (name === 'altChunk') this.#embedded(attributes.id ?? '', around)
		else if (isNotShown(node)) this.#leaveOut(allText(node), 'hidden')
		else {
			if (name === 'relIds') this.#diagram(attributes.dm ?? '', around)
			const isContents = controlElements(node, 'docPartGallery').some(
				({ attributes: { val = '' } }) => /^table of contents$/i.test(val),
			)
			this.#gather(node, {
				...around,
				linked: around.linked || name === 'hyperlink',
				painted: around.painted || name === 'tbl' || name === 'txbxContent',
				contents: around.contents || isContents,
			})
		}
	}

	/** Reads the first alternative that has text. The others repeat it. */
	#alternatives(node: Element, around: Context): void {
		const before = this.#letters
		for (const alternative of childElements(node)) {
			if (this.#letters === before) this.#gather(alternative, around)
		}
	}

	/** Reads an embedded document, which Word displays in this place. */
	#embedded(id: string, { into }: Context): void {
		const bytes = this.#package.bytesOf(id) ?? new Uint8Array()
		const isWord = bytes[0] === 0x50 && bytes[1] === 0x4b
		const text = isWord ? '' : decodeText(bytes, null, 'html')
		if (FOREIGN.test(text)) {
			this.#leaveOut(text, 'hidden')
			return
		}
		const { source, leftOut } = isWord ? readDocx(bytes, this.#package.unzipped) : readHtml(text)
		for (const { start, end, ...block } of source.blocks) {
			into.push({
				...block,
				hidden: block.hidden ?? false,
				text: source.text.slice(start, end),
			})
		}
		this.leftOut.push(...leftOut)
	}

	#diagram(id: string, { into }: Context): void {
		for (const each of elementsNamed(this.#package.part(id), 'p')) {
			const draft = new Draft()
			draft.text = allText(each)
			into.push(...draft.pieces('bullet'))
		}
	}

	#paragraph(node: Element, around: Context): void {
		const [first] = childElements(node)
		const properties = this.#propertiesOf(first?.name === 'pPr' ? first : undefined)
		const paragraph = new Draft()
		const boxes: Piece[] = []
		const isContents = around.contents || this.#isInContents()
		this.#gather(node, { ...around, paragraph, into: boxes, look: lookOf(properties) })
		const isOther = isContents || this.#isInContents()
		around.into.push(...paragraph.pieces(isOther ? 'other' : kindOf(properties)), ...boxes)
	}

	#isInContents(): boolean {
		return this.#fields.some(({ contents }) => contents)
	}

	#run(node: Element, around: Context): void {
		const [first] = childElements(node)
		const properties = this.#propertiesOf(first?.name === 'rPr' ? first : undefined)
		const look = { ...around.look, ...lookOf(properties) }
		const children = childElements(node).filter(({ name }) => name !== 'rPr')
		const text = children.map((child) => this.#runText(child, around)).join('')
		const isHidden = look.hidden || look.tiny || (look.white && !look.shaded && !around.painted)
		const isMark = look.raised && isNoteMark(text, around.paragraph?.text ?? '')
		if (isHidden) this.#leaveOut(text, 'hidden')
		else if (isMark || children.some(isNoteReference)) this.#leaveOut(text, 'mark')
		else {
			around.paragraph?.add(
				look.raised ? raisedDigits(text) : text,
				around.linked,
				look.bold ?? false,
			)
			this.#letters += text.length
		}
	}

	#runText(node: Element, around: Context): string {
		const { name, attributes } = node
		const isInstruction = this.#fields.some(({ instruction }) => instruction !== null)
		if (name === 't' && !isInstruction) return textOf(node)
		if (name === 't') this.#leaveOut(textOf(node), 'hidden')
		else if (name === 'instrText' || name === 'fldChar') this.#field(node, attributes.fldCharType)
		else this.#element(node, { ...around, look: {} })
		return SIGNS.get(name) ?? ''
	}

	#field(node: Element, type: string | undefined): void {
		const field = this.#fields.at(-1)
		if (type === 'begin') this.#fields.push({ instruction: '', contents: false })
		else if (type === 'end') this.#fields.pop()
		else if (field && type === 'separate') field.instruction = null
		else if (typeof field?.instruction === 'string') {
			field.instruction += textOf(node)
			field.contents = /^\s*TOC\b/i.test(field.instruction)
		}
	}
}

/**
 * Reads a Word document: headings, bullets, paragraphs, text boxes, fields, content controls, and embedded documents,
 * with tracked changes accepted. Run it only in a worker with limits.
 * @param unzipped bytes unzipped for the document around an embedded one. @throws {SourceError}
 */
export const readDocx = (bytes: Uint8Array, unzipped?: { length: number }): ReadDocument => {
	const document = new Package(bytes, unzipped)
	const { pieces, leftOut } = new Gatherer(document)
	return documentOf(pieces, document.title?.slice(0, 500) ?? null, leftOut)
}
