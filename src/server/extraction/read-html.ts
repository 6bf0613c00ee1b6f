import type { BlockKind } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { decodeText } from './decode-text.ts'
import { type Look, PLAIN, type Sight, seen, sightOf } from './hidden-text.ts'
import { type Styles, stylesOf } from './page-styles.ts'
import {
	documentOf,
	type LeftOut,
	lettersOf,
	newDraft,
	type Piece,
	pieceOf,
	type ReadDocument,
	type ReadFailure,
} from './source-text.ts'
import { type Element, parseTree, textOf, Unreadable } from './tree.ts'

const MAX_HTML = 5 * 1024 * 1024
const MAX_PIECES = 20_000
/** About ten times a large genuine page. */
const LIMITS = { maxDepth: 256, maxElements: 200_000 } as const

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** Elements whose content is not text of the page. */
const NO_TEXT = names('script style')
/** Elements whose text browsers do not display as such, or that is struck out. */
const NOT_SHOWN = names(
	'noscript template iframe object embed canvas audio video textarea del s strike noframes noembed applet svg math select datalist frameset rt rp',
)
const OTHER = names('nav footer aside button menu search')
const OTHER_ROLES = names('navigation contentinfo search banner menu menubar complementary')
const SITE_DIALOG = /cookie|consent|gdpr|newsletter|subscri|sign-?up|donat/iu
/** Main content. An element that contains it is a layout wrapper. */
const CONTENT = names('main article h1')
/** A form with more words per field contains prose. */
const WORDS_A_FIELD = 40
const FIELDS = names('input textarea select')
type Role = 'heading' | 'bullet' | 'bold' | 'linked' | 'pre' | 'form' | 'label' | 'button' | 'main'
/** Elements whose meaning applies to all text inside them. */
const ROLES: ReadonlyMap<string, Role> = new Map([
	...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary'].map((name) => [name, 'heading'] as const),
	...(['form', 'label', 'button', 'pre', 'main'] as const).map((name) => [name, name] as const),
	...(['li', 'dd'] as const).map((name) => [name, 'bullet'] as const),
	...(['b', 'strong'] as const).map((name) => [name, 'bold'] as const),
	...([
		['a', 'linked'],
		['article', 'main'],
	] as const),
])
const BLOCKS = names(
	'p div section article main header li dd dt dl ul ol h1 h2 h3 h4 h5 h6 summary details blockquote pre figure figcaption table caption thead tbody tr td th address hr form fieldset legend label nav footer aside button menu dialog search body option center',
)

/** Lowercases ASCII only, because other letters may change length, which would shift offsets. */
const inSmallLetters = (html: string): string =>
	html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Detects the "script data double escaped" state: `<!--` followed by `<script` without a `-->` in between. */
const isEscaped = (script: string): boolean => {
	let inner = 0
	for (let at = script.indexOf('<!--'); at >= 0; ) {
		if (inner < at) inner = script.indexOf('<script', at)
		if (inner < 0) return false
		const close = script.indexOf('-->', at)
		if (close < 0 || close > inner) return true
		at = script.indexOf('<!--', close)
	}
	return false
}

/**
 * Removes scripts up to where a browser ends them. In the double escaped state the first `</script` does not end the
 * script, which htmlparser2 ignores, so it would read invisible text.
 */
const withoutScripts = (html: string, selfClosing: boolean): string => {
	const lower = inSmallLetters(html)
	const kept: string[] = []
	let from = 0
	for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', from)) {
		kept.push(html.slice(from, at))
		const opened = lower.indexOf('>', at)
		if (selfClosing && lower[opened - 1] === '/') {
			from = opened + 1
			continue
		}
		const end = lower.indexOf('</script', at)
		if (end < 0) return kept.join('')
		from = isEscaped(lower.slice(at, end)) ? lower.indexOf('</script', end + 1) : end
		if (from < 0) return kept.join('')
	}
	kept.push(html.slice(from))
	return kept.join('')
}

/** What an element inherits from the elements around it. */
interface Context {
	readonly within: ReadonlySet<Role>
	readonly sight: Sight
	readonly look: Look
}

const OUTSIDE: Context = { within: new Set(), sight: 'seen', look: PLAIN }

const isControl = ({ within }: Context): boolean => within.has('label') || within.has('button')

const kindIn = (context: Context): BlockKind => {
	if (isControl(context)) return 'other'
	if (context.within.has('heading')) return 'heading'
	return context.within.has('bullet') ? 'bullet' : 'paragraph'
}

const isNoteLink = ({ name, attributes: { href = '', class: classes = '', role } }: Element) =>
	name === 'a' &&
	(role === 'doc-noteref' ||
		/^#[\w.:-]{0,60}(?:fn|ftn|note|cite|ref)/iu.test(href) ||
		/footnote|noteref|endnote/iu.test(classes))

/** Returns true for site chrome. Excludes boxes inside the content and buttons in headings. */
const isOther = (
	{ name, attributes: { role = '', class: classes = '', id = '' } }: Element,
	{ within }: Context,
): boolean => {
	if (name === 'dialog' || /^(?:alert)?dialog$/iu.test(role)) {
		return SITE_DIALOG.test(`${id} ${classes}`)
	}
	if (name === 'button') return !within.has('heading')
	const isBox = name === 'aside' || role.toLowerCase() === 'complementary'
	if (isBox && within.has('main')) return false
	return OTHER.has(name) || OTHER_ROLES.has(role.toLowerCase())
}

type Counts = Record<'words' | 'fields' | 'mains' | 'contents', number>

class Gatherer {
	readonly leftOut: LeftOut[] = []
	readonly pieces: Piece[] = []
	title: string | null = null
	readonly #styles: Styles
	/** The page links no external style sheet, so all styles are known. */
	readonly #isWhole: boolean
	/** Counts so far. A wrapper compares them before and after its children. */
	readonly #count: Counts = { words: 0, fields: 0, mains: 0, contents: 0 }
	/** Text by visibility, kept apart so that no sentence mixes them. */
	#texts = { seen: newDraft(), later: newDraft(), never: newDraft() }

	constructor(styles: Styles, isWhole: boolean) {
		this.#styles = styles
		this.#isWhole = isWhole
	}

	gather(node: Element, around: Context): void {
		for (const child of node.children) {
			if (typeof child === 'string') this.#read(child, around)
			else this.#element(child, around)
		}
	}

	flush(context: Context): void {
		const { seen, later, never } = this.#texts
		this.#add(pieceOf(seen, kindIn(context)), context)
		this.#add(pieceOf(later, kindIn(context)), context, true)
		if (never.text.trim() !== '') this.leftOut.push({ reason: 'hidden', text: never.text.trim() })
		this.#texts = { seen: newDraft(), later: newDraft(), never: newDraft() }
	}

	#add(piece: Piece | null, context: Context, hidden = false): void {
		if (piece === null) return
		if (this.pieces.length >= MAX_PIECES) throw new Unreadable('too-large')
		if (!isControl(context)) this.#count.words += countWords(piece.text)
		this.pieces.push(hidden ? { ...piece, hidden } : piece)
	}

	#element(node: Element, around: Context): void {
		const { name } = node
		if (name === 'title' && around.sight === 'seen') {
			this.title ??= textOf(node)
			return
		}
		if (NO_TEXT.has(name)) return
		const other = isOther(node, around)
		const context = this.#contextOf(node, around, other)
		// Only the content of a form, menu, or footer tells its role.
		const isWrapper = name === 'form' || (other && name !== 'button')
		const isBlock = BLOCKS.has(name) || isWrapper
		if (isBlock) this.flush(around)
		if (name === 'br') this.#draft(around).text += '\n'
		const before = { ...this.#count, pieces: this.pieces.length }
		this.#countElement(node)
		if (name === 'sup' || isNoteLink(node)) this.#raised(node, context)
		else this.gather(node, context)
		if (isBlock) this.flush(context)
		if (!isWrapper || !this.#isBoilerplate(name, before)) return
		const inside = this.pieces.splice(before.pieces)
		for (const piece of inside) this.pieces.push({ ...piece, kind: 'other' })
	}

	#countElement({ name, attributes: { type = '', role } }: Element): void {
		const isField = FIELDS.has(name) && !/^(?:hidden|submit|button|image|reset)$/iu.test(type)
		if (isField) this.#count.fields++
		if (name === 'main' || role === 'main') this.#count.mains++
		if (CONTENT.has(name)) this.#count.contents++
	}

	/** A layout wrapper around the content is not boilerplate. */
	#isBoilerplate(name: string, before: Counts): boolean {
		const { words, fields, mains, contents } = this.#count
		if (mains > before.mains) return false
		// A menu may contain the site's name in an h1, and an aside may contain teaser articles.
		if (name !== 'form') return true
		const own = fields - before.fields
		return contents === before.contents && own > 0 && words - before.words < WORDS_A_FIELD * own
	}

	#contextOf({ name, attributes }: Element, around: Context, other: boolean): Context {
		const { sight, look } = seen(name, attributes, this.#styles, around.look)
		const isShadow = name === 'template' && attributes.shadowrootmode !== undefined
		const isTurned = name === 'bdo' && (attributes.dir ?? '').toLowerCase() === 'rtl'
		const own = (NOT_SHOWN.has(name) && !isShadow) || isTurned ? 'never' : sight
		const role = ROLES.get(name)
		const isIdle = (role === 'button' && !other) || (role === 'label' && !around.within.has('form'))
		return {
			within:
				role === undefined || isIdle || around.within.has(role)
					? around.within
					: new Set([...around.within, role]),
			sight: around.sight === 'never' || own === 'seen' ? around.sight : own,
			look,
		}
	}

	/** Leaves out a note mark, and keeps an exponent. */
	#raised(node: Element, context: Context): void {
		const at = this.#draft(context).text.length
		this.gather(node, context)
		const draft = this.#draft(context)
		const raised = draft.text.slice(at)
		const before = draft.text.slice(0, at)
		if (raised.trim() === '') return
		if (isNoteMark(raised, node.name === 'a' ? '' : before)) {
			draft.text = before
			this.leftOut.push({ reason: 'mark', text: raised.trim() })
		} else if (node.name === 'sup' && /^\d+$/u.test(raised)) {
			draft.text = before + raisedDigits(raised)
		}
	}

	#draft({ sight, look }: Context) {
		if (sight === 'never') return this.#texts.never
		const own = sightOf(look, this.#isWhole)
		return this.#texts[own === 'seen' ? sight : own]
	}

	#read(text: string, context: Context): void {
		const to = this.#draft(context)
		if (to.text.length + text.length > SOURCE_MAX_CHARACTERS) throw new Unreadable('too-large')
		to.text += context.within.has('pre') ? text : text.replace(/\s+/gu, ' ')
		if (context.within.has('linked')) to.linked += lettersOf(text)
		if (context.within.has('bold')) to.bold += lettersOf(text)
	}
}

/**
 * Reads HTML without running scripts or loading resources. Marks boilerplate as other and initially hidden text as
 * hidden, and leaves out text that is never visible.
 * @param selfClosing XHTML, where any tag may close itself.
 */
export const readHtml = (html: string, selfClosing = false): Result<ReadDocument, ReadFailure> => {
	if (html.length > MAX_HTML) return { ok: false, error: 'too-large' }
	const isWhole = !/<link\s[^>]{0,500}stylesheet/iu.test(html)
	try {
		const root = parseTree(withoutScripts(html, selfClosing), { ...LIMITS, selfClosing })
		const page = new Gatherer(stylesOf(root), isWhole)
		page.gather(root, OUTSIDE)
		page.flush(OUTSIDE)
		return documentOf(page.pieces, page.title, page.leftOut)
	} catch (error) {
		if (error instanceof Unreadable) return { ok: false, error: error.failure }
		throw error
	}
}

/** Reads an HTML or XHTML page. @param charset charset of the HTTP header. */
export const readPage = (bytes: Uint8Array, charset: string | null, kind: 'html' | 'xhtml') =>
	kind === 'html'
		? readHtml(decodeText(bytes, charset, 'html'))
		: readHtml(decodeText(bytes, charset, 'xml'), true)
