import type { BlockKind } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { decodeText } from './decode-text.ts'
import { effectOf, type Look, PLAIN, type Sight, sightByLook } from './hidden-text.ts'
import { lookupOf } from './page-styles.ts'
import {
	Draft,
	documentOf,
	type LeftOut,
	type Piece,
	type ReadDocument,
	SourceError,
} from './source-text.ts'
import { type Element, parseTree, textOf } from './tree.ts'

const MAX_HTML = 5 * 1024 * 1024
const MAX_PIECES = 20_000
/** About ten times a large genuine page. */
const LIMITS = { maxDepth: 256, maxElements: 200_000 } as const

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
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
const BLOCKS = names(
	'p div section article main header li dd dt dl ul ol h1 h2 h3 h4 h5 h6 summary details blockquote pre figure figcaption table caption thead tbody tr td th address hr form fieldset legend label nav footer aside button menu dialog search body option center',
)
/** Elements whose meaning applies to all text inside them, by that meaning. */
const ROLES = {
	heading: names('h1 h2 h3 h4 h5 h6 summary'),
	bullet: names('li dd'),
	bold: names('b strong'),
	linked: names('a'),
	main: names('main article'),
	form: names('form'),
	label: names('label'),
	button: names('button'),
	pre: names('pre'),
}
type Role = keyof typeof ROLES
const ROLE_OF: ReadonlyMap<string, Role> = new Map(
	Object.entries(ROLES).flatMap(([role, of]) => [...of].map((name) => [name, role as Role])),
)

/**
 * Detects the "script data double escaped" state of the HTML standard, in which the first `</script` does not end the
 * script: `<!--` followed by `<script` without a `-->` behind it.
 */
const isEscaped = (script: string): boolean => {
	const open = script.indexOf('<!--', Math.max(0, script.lastIndexOf('-->')))
	return open >= 0 && script.includes('<script', open)
}

const EMPTY_SCRIPT = /<script[^<>]*\/>/y

/** Removes scripts up to where a browser ends them. The parser ignores the escaped states, so it would read more. */
const withoutScripts = (html: string, selfClosing: boolean): string => {
	// Lowercases ASCII only, because other letters may change length, which would shift offsets.
	const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
	const kept: string[] = []
	let from = 0
	for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', from)) {
		kept.push(html.slice(from, at))
		EMPTY_SCRIPT.lastIndex = at
		if (selfClosing && EMPTY_SCRIPT.test(lower)) {
			from = EMPTY_SCRIPT.lastIndex
			continue
		}
		from = lower.indexOf('</script', at)
		if (from > 0 && isEscaped(lower.slice(at, from))) from = lower.indexOf('</script', from + 1)
		if (from < 0) return kept.join('')
	}
	return kept.join('') + html.slice(from)
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

const isField = ({ name, attributes: { type = '' } }: Element): boolean =>
	FIELDS.has(name) && !/^(?:hidden|submit|button|image|reset)$/iu.test(type)

/** Text by visibility, kept apart so that no sentence mixes them. */
const newDrafts = (): Record<Sight, Draft> => ({
	...{ seen: new Draft(), later: new Draft(), never: new Draft() },
})

class Gatherer {
	readonly leftOut: LeftOut[] = []
	readonly pieces: Piece[] = []
	title: string | null = null
	readonly #effectOf: (element: Element) => ReturnType<typeof effectOf>
	/** The page links no external style sheet, so all styles are known. */
	readonly #isWhole: boolean
	/** Counts so far. A wrapper compares them before and after its children. */
	readonly #count = { words: 0, fields: 0, mains: 0, contents: 0 }
	#drafts = newDrafts()

	constructor(root: Element, isWhole: boolean) {
		this.#effectOf = lookupOf(root, effectOf)
		this.#isWhole = isWhole
		this.#gather(root, OUTSIDE)
		this.#flush(OUTSIDE)
	}

	#gather(node: Element, around: Context): void {
		for (const child of node.children) {
			if (typeof child === 'string') this.#read(child, around)
			else this.#element(child, around)
		}
	}

	#flush(context: Context): void {
		const { seen, later, never } = this.#drafts
		const kind = kindIn(context)
		const hidden = later.pieces(kind).map((piece) => ({ ...piece, hidden: true }))
		for (const piece of [...seen.pieces(kind), ...hidden]) {
			if (this.pieces.push(piece) > MAX_PIECES) throw new SourceError('too-large')
			if (!isControl(context)) this.#count.words += countWords(piece.text)
		}
		if (never.text.trim() !== '') this.leftOut.push({ reason: 'hidden', text: never.text.trim() })
		if (seen.text + later.text + never.text !== '') this.#drafts = newDrafts()
	}

	#element(node: Element, around: Context): void {
		const { name, attributes } = node
		if (name === 'script' || name === 'style') return
		if (name === 'title' && around.sight === 'seen') {
			this.title ??= textOf(node)
			return
		}
		const other = isOther(node, around)
		const context = this.#contextOf(node, around, other)
		// Only the content of a form, menu, or footer tells its role.
		const isWrapper = name === 'form' || (other && name !== 'button')
		const isBlock = BLOCKS.has(name) || isWrapper
		if (isBlock) this.#flush(around)
		if (name === 'br') this.#draftFor(around).text += '\n'
		const before = { ...this.#count, pieces: this.pieces.length }
		this.#count.fields += Number(isField(node))
		this.#count.mains += Number(name === 'main' || attributes.role === 'main')
		this.#count.contents += Number(CONTENT.has(name))
		if (name === 'sup' || isNoteLink(node)) this.#raised(node, context)
		else this.#gather(node, context)
		if (isBlock) this.#flush(context)
		if (isWrapper) this.#demote(name, before)
	}

	/** Marks the text of a wrapper as other, unless it is layout around the content. */
	#demote(name: string, before: Readonly<Record<string, number>>): void {
		const { words, fields, mains, contents } = this.#count
		const own = fields - (before.fields ?? 0)
		const isFilledIn =
			contents === before.contents && own > 0 && words - (before.words ?? 0) < WORDS_A_FIELD * own
		// A menu may contain the site's name in an h1, and an aside may contain teaser articles.
		if (mains > (before.mains ?? 0) || (name === 'form' && !isFilledIn)) return
		const inside = this.pieces.splice(before.pieces ?? 0)
		for (const piece of inside) this.pieces.push({ ...piece, kind: 'other' })
	}

	#contextOf(node: Element, around: Context, other: boolean): Context {
		const { name, attributes } = node
		const { within } = around
		const { sight, look } = this.#effectOf(node)
		const isShadow = name === 'template' && attributes.shadowrootmode !== undefined
		const isTurned = name === 'bdo' && attributes.dir?.toLowerCase() === 'rtl'
		const own = (NOT_SHOWN.has(name) && !isShadow) || isTurned ? 'never' : sight
		const role = ROLE_OF.get(name)
		const isIdle = (role === 'button' && !other) || (role === 'label' && !within.has('form'))
		const isNew = role !== undefined && !isIdle && !within.has(role)
		return {
			within: isNew ? new Set([...within, role]) : within,
			sight: around.sight === 'never' || own === 'seen' ? around.sight : own,
			look: { ...around.look, ...look },
		}
	}

	/** Leaves out a note mark, and keeps an exponent. */
	#raised(node: Element, context: Context): void {
		const at = this.#draftFor(context).text.length
		this.#gather(node, context)
		const draft = this.#draftFor(context)
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

	#draftFor({ sight, look }: Context): Draft {
		const own = sight === 'never' ? sight : sightByLook(look, this.#isWhole)
		return this.#drafts[own === 'seen' ? sight : own]
	}

	#read(text: string, context: Context): void {
		const { within } = context
		const draft = this.#draftFor(context)
		if (draft.text.length + text.length > SOURCE_MAX_CHARACTERS) throw new SourceError('too-large')
		const own = within.has('pre') ? text : text.replace(/\s+/gu, ' ')
		draft.add(own, within.has('linked'), within.has('bold'))
	}
}

/**
 * Reads HTML without running scripts or loading resources. Marks boilerplate as other and initially hidden text as
 * hidden, and leaves out text that is never visible.
 * @param selfClosing XHTML, where any tag may close itself.
 * @throws {SourceError}
 */
export const readHtml = (html: string, selfClosing = false): ReadDocument => {
	if (html.length > MAX_HTML) throw new SourceError('too-large')
	const isWhole = !/<link\s[^>]{0,500}stylesheet/iu.test(html)
	const root = parseTree(withoutScripts(html, selfClosing), { ...LIMITS, selfClosing })
	const page = new Gatherer(root, isWhole)
	return documentOf(page.pieces, page.title, page.leftOut)
}

/** Reads an HTML or XHTML page. @param charset charset of the HTTP header. */
export const readPage = (bytes: Uint8Array, charset: string | null, kind: 'html' | 'xhtml') =>
	kind === 'html'
		? readHtml(decodeText(bytes, charset, 'html'))
		: readHtml(decodeText(bytes, charset, 'xml'), true)
