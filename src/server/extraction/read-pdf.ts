import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { oneLine } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import {
	linesOf,
	mostFirst,
	type PdfElement,
	type PdfItem,
	type PdfLine,
	partRunning,
	piecesOf,
} from './pdf-layout.ts'
import { documentOf, type LeftOut, type ReadDocument, SourceError } from './source-text.ts'

const MAX_PAGES = 400
/** In points. Smaller text is unreadable. */
const SMALLEST = 3

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Content = Awaited<ReturnType<Page['getTextContent']>>['items'][number]
type Tree = Awaited<ReturnType<Page['getStructTree']>>

/** Disables rendering, scripts, and external resources. */
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
	if (/^TOCI?$/.test(role)) return 'other'
	return /^(?:P|TD|TH|BlockQuote|Caption|Note)$/.test(role) ? 'paragraph' : null
}

/**
 * Maps marked content to its nearest heading, list item, or paragraph. A paragraph in a list item counts as the item.
 */
const elementsOf = (tree: Tree): ReadonlyMap<string, PdfElement> => {
	const elements = new Map<string, PdfElement>()
	const visit = (node: Tree | { type: string; id?: string }, within: PdfElement | null): void => {
		if (!('children' in node)) {
			if ('id' in node && node.id && within) elements.set(node.id, within)
			return
		}
		const kind = kindOfRole(node.role)
		const isItem = kind === 'paragraph' && within?.kind === 'bullet'
		const stays = kind === null || isItem || within?.kind === 'other'
		for (const child of node.children) visit(child, stays ? within : { kind })
	}
	if (tree) visit(tree, null)
	return elements
}

/** Text tilted by more degrees is a watermark or stamp. */
const MOST_TILTED = 20

interface Placed extends PdfItem {
	/** Angle of the baseline on the displayed page, in degrees. */
	readonly angle: number
}

/** From 0 to 3. */
const quarterOf = ({ angle }: Placed): number => (Math.round(angle / 90) + 4) % 4

/** Places runs on the displayed page, with y pointing up. @param leftOut receives runs that are not visible. */
const itemsOf = async (page: Page, leftOut: LeftOut[]): Promise<Placed[]> => {
	const { Util } = await getResolvedPDFJS()
	const elements = elementsOf(await page.getStructTree())
	const { items } = await page.getTextContent({ includeMarkedContent: true })
	const { width, height, transform: view } = page.getViewport({ scale: 1 })
	const open: { readonly tag?: string; readonly id?: string }[] = []
	return items.flatMap((content: Content) => {
		if ('type' in content) {
			if (content.type === 'endMarkedContent') open.pop()
			else open.push(content)
			return []
		}
		const [a = 0, b = 0, c = 0, d = 0, x = 0, down = 0] = Util.transform(view, content.transform)
		const item = {
			...{ text: content.str, x, y: height - down, font: content.fontName },
			width: content.width * Math.hypot(view[0] ?? 1, view[1] ?? 0),
			// Skewed letters keep their height. Mirrored ones get a negative height.
			size: (b * c - a * d) / Math.hypot(a, b),
			element: elements.get(open.findLast(({ id }) => id)?.id ?? '') ?? null,
			angle: (Math.atan2(-b, a) * 180) / Math.PI,
		}
		const isOnPage = x > -1 && x < width && down > -1 && down < height
		const isTilted = Math.abs(item.angle - 90 * Math.round(item.angle / 90)) > MOST_TILTED
		const isArtifact = open.some(({ tag }) => tag === 'Artifact')
		if (isOnPage && item.size >= SMALLEST && !isTilted && !isArtifact) return [item]
		if (item.text.trim() !== '') leftOut.push({ reason: 'hidden', text: item.text })
		return []
	})
}

/** Rotates runs of one direction upright, including the tilt of a scan. */
const upright = (items: readonly Placed[], width: number, height: number): PdfItem[] => {
	const letters = items.reduce((sum, { text }) => sum + text.length, 0)
	const angle = items.reduce((sum, item) => sum + item.angle * item.text.length, 0) / letters
	if (Math.abs(angle) < 0.01) return [...items]
	const isOdd = Math.abs(Math.round(angle / 90)) % 2 === 1
	const [newWidth, newHeight] = isOdd ? [height, width] : [width, height]
	const turn = (-angle * Math.PI) / 180
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
	return items.map((item) => {
		const [x, y] = [item.x - width / 2, item.y - height / 2]
		return { ...item, x: x * cos - y * sin + newWidth / 2, y: x * sin + y * cos + newHeight / 2 }
	})
}

/** Annotation flags Hidden and NoView. */
const HIDDEN_FLAGS = 2 | 32
/** Arbitrary font size for form fields. */
const FIELD_SIZE = 10

interface Annotation {
	readonly subtype?: string
	readonly fieldType?: string
	readonly fieldValue?: unknown
	readonly contentsObj?: { readonly str?: string }
	readonly textContent?: readonly string[]
	readonly annotationFlags?: number
	readonly password?: boolean
	readonly rect?: readonly number[]
}

/** Lines of a filled form field or of free text. */
const typedIn = (annotation: Annotation): string[] => {
	const { subtype, fieldType = '', fieldValue, contentsObj, textContent = [] } = annotation
	const isField = subtype === 'Widget' && /^(?:Tx|Ch)$/.test(fieldType) && !annotation.password
	const free = subtype === 'FreeText' ? contentsObj?.str || textContent.join('\n') : ''
	return [isField ? fieldValue : free]
		.flat()
		.flatMap((value) => (typeof value === 'string' ? value.split(/\r\n?|\n/u) : []))
		.map(oneLine)
		.filter((text) => text !== '')
}

/** Adds the visible annotations, each behind the line that is nearest to its top. */
const addTyped = async (page: Page, number: number, lines: PdfLine[], leftOut: LeftOut[]) => {
	const view = page.getViewport({ scale: 1 })
	for (const annotation of (await page.getAnnotations()) as Annotation[]) {
		const texts = typedIn(annotation)
		if (((annotation.annotationFlags ?? 0) & HIDDEN_FLAGS) !== 0) {
			leftOut.push(...texts.map((text): LeftOut => ({ reason: 'hidden', text })))
			continue
		}
		const [left = 0, , , top = 0] = annotation.rect ?? []
		const [x = 0, down = 0] = view.convertToViewportPoint(left, top)
		const y = view.height - down
		const distances = lines.map((line) => Math.abs(line.y - y))
		const near = distances.indexOf(Math.min(...distances))
		const added = texts.map((text, index): PdfLine => {
			const place = { x, y: y - 1.2 * FIELD_SIZE * (index + 1), right: view.width }
			const element: PdfElement = { kind: /^[-•*]\s/u.test(text) ? 'bullet' : 'paragraph' }
			return { text, page: number, ...place, size: FIELD_SIZE, font: '', element }
		})
		lines.splice(near + 1, 0, ...added)
	}
}

const readLines = async (pdf: Pdf) => {
	const all: PdfLine[] = []
	const heights: number[] = []
	const leftOut: LeftOut[] = []
	let length = 0
	for (let number = 0; number < pdf.numPages; number++) {
		const page = await pdf.getPage(number + 1)
		const { width, height } = page.getViewport({ scale: 1 })
		const directions = mostFirst(await itemsOf(page, leftOut), quarterOf)
		const lines = directions.flatMap(([, items]) =>
			linesOf(upright(items, width, height), number, leftOut),
		)
		await addTyped(page, number, lines, leftOut)
		heights.push((directions[0]?.[0] ?? 0) % 2 === 1 ? width : height)
		for (const line of lines) {
			all.push(line)
			length += line.text.length
		}
		page.cleanup()
		if (length > SOURCE_MAX_CHARACTERS) throw new SourceError('too-large')
	}
	const { text, running } = partRunning(all, heights)
	leftOut.push(...running.map((line): LeftOut => ({ reason: 'repeated', text: line.text })))
	return { text, leftOut }
}

/**
 * Reads headings, bullets, and paragraphs of a PDF, from its tags or else from its layout. Run it only in a worker with
 * limits.
 * @throws {SourceError}
 */
export const readPdf = async (bytes: Uint8Array): Promise<ReadDocument> => {
	const pdf = await getDocumentProxy(bytes, OPTIONS)
	if (pdf.numPages > MAX_PAGES) throw new SourceError('too-large')
	const { text, leftOut } = await readLines(pdf)
	const { info } = await pdf.getMetadata()
	const title = 'Title' in info && typeof info.Title === 'string' ? info.Title : null
	return documentOf(piecesOf(text), title, leftOut)
}
