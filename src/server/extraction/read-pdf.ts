import { getDocumentProxy } from 'unpdf'
import { SOURCE_MAX_CHARACTERS } from '#domain/extraction/limits.ts'
import type { SourceText } from '#domain/extraction/source.ts'
import type { Result } from '#domain/types.ts'
import type { SourceFailureKind } from './failures.ts'
import { sourceOf } from './html-blocks.ts'
import {
	linesOf,
	type PdfElement,
	type PdfItem,
	type PdfLine,
	withoutRunning,
} from './pdf-lines.ts'
import { piecesOf } from './pdf-pieces.ts'

/** A document may have so many pages. */
const MAX_PAGES = 400
/** Smaller letters are for no reader. */
const SMALLEST = 3

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Content = Awaited<ReturnType<Page['getTextContent']>>['items'][number]
type Tree = Awaited<ReturnType<Page['getStructTree']>>

/** A document with its text, and the title that it gives itself. */
export interface ReadDocument {
	readonly source: SourceText
	readonly title: string | null
}

/** Nothing of a document is drawn, run or loaded: its text is all that is wanted. */
const OPTIONS = {
	verbosity: 0,
	isEvalSupported: false,
	disableFontFace: true,
	useSystemFonts: false,
	useWorkerFetch: false,
	useWasm: false,
	enableXfa: false,
	isOffscreenCanvasSupported: false,
	isImageDecoderSupported: false,
	maxImageSize: 1,
} as const

const kindOfRole = (role: string): PdfElement['kind'] | null => {
	if (/^(?:H\d?|Title)$/.test(role)) return 'heading'
	if (role === 'LI') return 'bullet'
	return /^(?:P|TD|TH|BlockQuote|Caption|Note)$/.test(role) ? 'paragraph' : null
}

/** What each marked content belongs to: the nearest heading, item of a list or paragraph; a paragraph in an item is the item's. */
const elementsOf = (tree: Tree): ReadonlyMap<string, PdfElement> => {
	const elements = new Map<string, PdfElement>()
	const visit = (node: Tree | { type: string; id?: string }, within: PdfElement | null): void => {
		if (!('children' in node)) {
			if ('id' in node && node.id && within) elements.set(node.id, within)
			return
		}
		const kind = kindOfRole(node.role)
		const stays = kind === null || (kind === 'paragraph' && within?.kind === 'bullet')
		const element = stays ? within : { kind }
		for (const child of node.children) visit(child, element)
	}
	if (tree) visit(tree, null)
	return elements
}

type Marked = { readonly tag?: string; readonly id?: string }

/** The runs of a page that somebody sees: upright, on the page, of letters large enough; without what is marked as no content. */
const itemsOf = (page: Page, contents: readonly Content[], tree: Tree): PdfItem[] => {
	const elements = elementsOf(tree)
	const [left = 0, bottom = 0, right = 0, top = 0] = page.view
	const open: Marked[] = []
	const items: PdfItem[] = []
	for (const content of contents) {
		if ('type' in content) {
			if (content.type === 'endMarkedContent') open.pop()
			else open.push(content as Marked)
			continue
		}
		const [, slant = 0, lean = 0, height = 0, x = 0, y = 0] = content.transform as number[]
		const size = Math.hypot(lean, height)
		const isSeen = x > left - 1 && x < right && y > bottom - 1 && y < top && size >= SMALLEST
		const isUpright = Math.abs(slant) < 0.1 * size && height > 0
		if (!isSeen || !isUpright || open.some(({ tag }) => tag === 'Artifact')) continue
		const id = open.findLast((marked) => marked.id)?.id
		const element = (id && elements.get(id)) || null
		const at = { x: x - left, y: y - bottom }
		items.push({
			text: content.str,
			...at,
			width: content.width,
			size,
			font: content.fontName,
			element,
		})
	}
	return items
}

const readLines = async (pdf: Pdf) => {
	const lines: PdfLine[] = []
	const heights: number[] = []
	let length = 0
	for (let number = 0; number < pdf.numPages; number++) {
		const page = await pdf.getPage(number + 1)
		const { items } = await page.getTextContent({ includeMarkedContent: true })
		const tree = await page.getStructTree()
		const [, bottom = 0, , top = 0] = page.view
		heights.push(top - bottom)
		for (const line of linesOf(itemsOf(page, items, tree), number)) {
			lines.push(line)
			length += line.text.length
		}
		page.cleanup()
		if (length > SOURCE_MAX_CHARACTERS) return null
	}
	return withoutRunning(lines, heights)
}

const titleOf = async (pdf: Pdf): Promise<string | null> => {
	const { info } = await pdf.getMetadata()
	const title = 'Title' in info ? info.Title : null
	return typeof title === 'string' ? title : null
}

const failureOf = (error: unknown): SourceFailureKind => {
	if (error instanceof RangeError)
		return /call stack/u.test(error.message) ? 'too-deep' : 'too-large'
	return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged'
}

/**
 * Reads the text of a PDF with its headings, bullets and paragraphs: by its own structure where it has one, else by how
 * its lines look. Of bytes that others wrote: to be run in a worker that has limits.
 */
export const readPdf = async (
	bytes: Uint8Array,
): Promise<Result<ReadDocument, SourceFailureKind>> => {
	try {
		const pdf = await getDocumentProxy(bytes, OPTIONS)
		if (pdf.numPages > MAX_PAGES) return { ok: false, error: 'too-large' }
		const lines = await readLines(pdf)
		if (lines === null) return { ok: false, error: 'too-large' }
		const source = sourceOf(piecesOf(lines))
		if (source === null) return { ok: false, error: 'too-large' }
		if (source.text === '') return { ok: false, error: 'scanned' }
		return { ok: true, value: { source, title: await titleOf(pdf) } }
	} catch (error) {
		return { ok: false, error: failureOf(error) }
	}
}
