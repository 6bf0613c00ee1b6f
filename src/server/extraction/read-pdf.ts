import { getDocumentProxy } from 'unpdf'
import { oneLine } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import type { SourceFailureKind } from './failures.ts'
import {
	linesOf,
	type PdfElement,
	type PdfItem,
	type PdfLine,
	partRunning,
	piecesOf,
} from './pdf-layout.ts'
import { documentOf, type LeftOut, type ReadDocument } from './source-text.ts'

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
		const element = stays ? within : { kind }
		for (const child of node.children) visit(child, element)
	}
	if (tree) visit(tree, null)
	return elements
}

type Marked = { readonly tag?: string; readonly id?: string }

/** Text tilted by more degrees is a watermark or stamp. */
const MOST_TILTED = 20

interface Placed extends PdfItem {
	/** Angle of the baseline on the displayed page, in degrees. */
	readonly angle: number
}

/** Position of a run on the displayed page, with y pointing up. Null for mirrored text. */
const placeOf = (
	{ str, transform, width, fontName }: Extract<Content, { str: string }>,
	page: Page,
	element: PdfElement | null,
): Placed | null => {
	const view = page.getViewport({ scale: 1 })
	const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view.transform
	const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform as number[]
	const run = [va * a + vc * b, -(vb * a + vd * b)] as const
	const rise = [va * c + vc * d, -(vb * c + vd * d)] as const
	const turned = run[0] * rise[1] - run[1] * rise[0]
	const length = Math.hypot(...run)
	if (length === 0 || turned <= 0) return null
	return {
		text: str,
		x: va * e + vc * f + ve,
		y: view.height - (vb * e + vd * f + vf),
		width: width * Math.hypot(va, vb),
		// Skewed letters keep their height.
		size: turned / length,
		font: fontName,
		element,
		angle: (Math.atan2(run[1], run[0]) * 180) / Math.PI,
	}
}

interface Items {
	readonly seen: readonly Placed[]
	readonly unseen: readonly string[]
}

const itemsOf = (page: Page, contents: readonly Content[], tree: Tree): Items => {
	const elements = elementsOf(tree)
	const { width, height } = page.getViewport({ scale: 1 })
	const open: Marked[] = []
	const seen: Placed[] = []
	const unseen: string[] = []
	for (const content of contents) {
		if ('type' in content) {
			if (content.type === 'endMarkedContent') open.pop()
			else open.push(content as Marked)
			continue
		}
		const id = open.findLast((marked) => marked.id)?.id
		const item = placeOf(content, page, (id && elements.get(id)) || null)
		const isOnPage =
			item !== null && item.x > -1 && item.x < width && item.y > -1 && item.y < height
		const isSeen = isOnPage && item.size >= SMALLEST && !open.some(({ tag }) => tag === 'Artifact')
		const isTilted = item !== null && Math.abs(item.angle - 90 * quarterOf(item)) > MOST_TILTED
		if (isSeen && !isTilted) seen.push(item)
		else if (content.str.trim() !== '') unseen.push(content.str)
	}
	return { seen, unseen }
}

/** From -2 to 2. */
const quarterOf = ({ angle }: Placed): number => Math.round(angle / 90)

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
		const x = item.x - width / 2
		const y = item.y - height / 2
		return {
			...item,
			x: x * cos - y * sin + newWidth / 2,
			y: x * sin + y * cos + newHeight / 2,
		}
	})
}

const pageLines = (items: readonly Placed[], page: Page, number: number, leftOut: LeftOut[]) => {
	const { width, height } = page.getViewport({ scale: 1 })
	const directions = new Map<number, Placed[]>()
	for (const item of items) {
		const quarter = (quarterOf(item) + 4) % 4
		directions.set(quarter, [...(directions.get(quarter) ?? []), item])
	}
	const letters = (some: readonly Placed[]) => some.reduce((sum, { text }) => sum + text.length, 0)
	const ordered = [...directions].toSorted(([, a], [, b]) => letters(b) - letters(a))
	const main = ordered[0]?.[0] ?? 0
	return {
		lines: ordered.flatMap(([, some]) => linesOf(upright(some, width, height), number, leftOut)),
		height: main % 2 === 1 ? width : height,
	}
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

const isHidden = ({ annotationFlags = 0 }: Annotation): boolean =>
	(annotationFlags & HIDDEN_FLAGS) !== 0

/** Lines of a filled form field or of free text. */
const typedIn = (annotation: Annotation): string[] => {
	const { subtype, fieldType, fieldValue, contentsObj, textContent = [], password } = annotation
	const isField = subtype === 'Widget' && /^(?:Tx|Ch)$/.test(fieldType ?? '') && !password
	const values: unknown[] =
		subtype === 'FreeText'
			? [contentsObj?.str || textContent.join('\n')]
			: isField
				? [fieldValue].flat()
				: []
	return values
		.flatMap((value) => (typeof value === 'string' ? value.split(/\r\n?|\n/u) : []))
		.map(oneLine)
		.filter((text) => text !== '')
}

/** Inserts each annotation behind the line that is nearest to its top. */
const withTyped = (
	lines: readonly PdfLine[],
	annotations: readonly Annotation[],
	page: Page,
	number: number,
): PdfLine[] => {
	const all = [...lines]
	const view = page.getViewport({ scale: 1 })
	for (const annotation of annotations) {
		const [left = 0, , , top = 0] = annotation.rect ?? []
		const [x = 0, down = 0] = view.convertToViewportPoint(left, top)
		const y = view.height - down
		const distances = all.map((line) => Math.abs(line.y - y))
		const near = distances.indexOf(Math.min(...distances))
		const added = typedIn(annotation).map((text, index): PdfLine => {
			const place = { x, y: y - 1.2 * FIELD_SIZE * (index + 1), right: view.width }
			const element: PdfElement = { kind: /^[-•*]\s/u.test(text) ? 'bullet' : 'paragraph' }
			return { text, page: number, ...place, size: FIELD_SIZE, font: '', element }
		})
		all.splice(near + 1, 0, ...added)
	}
	return all
}

const readLines = async (pdf: Pdf) => {
	const lines: PdfLine[] = []
	const heights: number[] = []
	const leftOut: LeftOut[] = []
	let length = 0
	for (let number = 0; number < pdf.numPages; number++) {
		const page = await pdf.getPage(number + 1)
		const { items } = await page.getTextContent({ includeMarkedContent: true })
		const placed = itemsOf(page, items, await page.getStructTree())
		const shown = pageLines(placed.seen, page, number, leftOut)
		heights.push(shown.height)
		const annotations = (await page.getAnnotations()) as Annotation[]
		const visible = annotations.filter((annotation) => !isHidden(annotation))
		const unseen = [...placed.unseen, ...annotations.filter(isHidden).flatMap(typedIn)]
		leftOut.push(...unseen.map((text) => ({ reason: 'hidden' as const, text })))
		for (const line of withTyped(shown.lines, visible, page, number)) {
			lines.push(line)
			length += line.text.length
		}
		page.cleanup()
		if (length > SOURCE_MAX_CHARACTERS) return null
	}
	const { text, running } = partRunning(lines, heights)
	leftOut.push(...running.map((line) => ({ reason: 'repeated' as const, text: line.text })))
	return { text, leftOut }
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
 * Reads headings, bullets, and paragraphs of a PDF, from its tags or else from its layout. Run it only in a worker with
 * limits.
 */
export const readPdf = async (
	bytes: Uint8Array,
): Promise<Result<ReadDocument, SourceFailureKind>> => {
	try {
		const pdf = await getDocumentProxy(bytes, OPTIONS)
		if (pdf.numPages > MAX_PAGES) return { ok: false, error: 'too-large' }
		const lines = await readLines(pdf)
		if (lines === null) return { ok: false, error: 'too-large' }
		const read = documentOf(piecesOf(lines.text), await titleOf(pdf), lines.leftOut)
		return read.ok || read.error !== 'empty' ? read : { ok: false, error: 'scanned' }
	} catch (error) {
		return { ok: false, error: failureOf(error) }
	}
}
