import { Parser } from 'htmlparser2'
import { blocksOf } from '#domain/extraction/blocks.ts'
import type { Block, BlockKind, SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import { cleanText, isNoteMark, raisedDigits } from './clean.ts'
import {
	type Attributes,
	inSmallLetters,
	type Look,
	PLAIN,
	type Sight,
	type Styles,
	seen,
	sightOf,
	stylesOf,
} from './hidden-text.ts'
import type { ReadFailure } from './read-source.ts'

/** A piece of a page between two ends of blocks. */
export interface Piece {
	readonly text: string
	readonly kind: BlockKind
	/** How much of its text is inside links, and inside bold type, from 0 to 1. */
	readonly linked: number
	readonly bold: number
	/** It is not shown when the page is opened, and something may show it later. */
	readonly hidden?: boolean
}

const MENU_WORDS = 5
const TITLE_WORDS = 12

const words = (text: string): number => text.split(/\s+/u).filter(Boolean).length

/** The kind of a piece by what it holds: a short list item that is one link is a menu's, a short bold line a heading. */
const kindOf = ({ text, kind, linked, bold }: Piece): BlockKind => {
	const count = words(text)
	if (kind === 'bullet' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	if (kind === 'paragraph' && linked > 0.9 && count <= MENU_WORDS) return 'other'
	const isTitle = bold > 0.95 && count <= TITLE_WORDS && !/[.!?,;:]["'”’)]*$/u.test(text)
	return kind === 'paragraph' && isTitle ? 'heading' : kind
}

/** The blocks of one piece: lines broken by hand within a paragraph may be a list. */
const within = (text: string, kind: BlockKind): readonly Block[] =>
	kind === 'paragraph' && text.includes('\n')
		? blocksOf(text)
		: [{ kind, start: 0, end: text.length }]

const sameText = (text: string): string => text.replace(/\s+/gu, ' ').trim().toLowerCase()

/** Without the hidden copies of what is shown anyway: for phones, for print. */
const withoutCopies = (pieces: readonly Piece[]): readonly Piece[] => {
	const shown = new Set(pieces.filter(({ hidden }) => !hidden).map(({ text }) => sameText(text)))
	return pieces.filter(({ hidden, text }) => !hidden || !shown.has(sameText(text)))
}

/** Puts the pieces of a page together as a source: blocks apart by empty lines, a dash before each bullet. */
export const sourceOf = (pieces: readonly Piece[]): SourceText | null => {
	const blocks: Block[] = []
	let text = ''
	for (const piece of withoutCopies(pieces)) {
		const own = cleanText(piece.text).trim()
		if (own === '') continue
		const kind = kindOf({ ...piece, text: own })
		text += `${text === '' ? '' : '\n\n'}${kind === 'bullet' ? '- ' : ''}`
		const at = text.length
		text += own
		for (const each of within(own, kind)) {
			const place = { kind: each.kind, start: at + each.start, end: at + each.end }
			blocks.push(piece.hidden ? { ...place, hidden: true } : place)
		}
		if (text.length > SOURCE_MAX_CHARACTERS) return null
	}
	return { text, blocks }
}

/** A page may have so many characters, so many elements inside each other, and so many pieces of text. */
const MAX_HTML = 5 * 1024 * 1024
const MAX_DEPTH = 256
const MAX_PIECES = 20_000
/** So many elements in all: a page that is read has a tenth of it. */
const MAX_ELEMENTS = 200_000

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** Elements that hold no text. */
const NO_TEXT = names('script style svg math select datalist head title map frameset slot portal')
/** Elements with text that a browser does not show, or that the author struck out. */
const NOT_SHOWN = names(
	'noscript template iframe object embed canvas audio video textarea del s strike noframes noembed applet',
)
/** What is in these is the site's, not the candidate's. */
const OTHER = names('nav footer aside button menu search')
const OTHER_ROLES = names('navigation contentinfo search banner menu menubar complementary')
/** Words that mark a dialog as the site's own. */
const SITE_DIALOG = /cookie|consent|gdpr|newsletter|subscri|sign-?up|donat/iu
/** Elements that always hold the page's own text: what surrounds them is a wrapper, not boilerplate. */
const CONTENT = names('main article h1')
/** A form of more words for each of its fields holds a text. */
const WORDS_A_FIELD = 40
const FIELDS = names('input textarea select')
const HEADINGS = names('h1 h2 h3 h4 h5 h6 summary')
const BULLETS = names('li dd')
/** The end of each ends a piece. */
const BLOCKS = names(
	'p div section article main header li dd dt dl ul ol h1 h2 h3 h4 h5 h6 summary details blockquote pre figure figcaption table caption thead tbody tr td th address hr form fieldset legend label nav footer aside button menu dialog search body option center',
)
const BOLD = names('b strong')
/** These have no end tag. */
const VOID = names('area base br col embed hr img input link meta source track wbr param')

/** Whether a script has the beginning of another one inside of a comment that is open. */
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
 * Without the scripts, each up to where a browser ends it: behind the beginning of a comment and of another script, the
 * first end is none. The parser does not know that, and would read what nobody sees.
 */
const withoutScripts = (html: string): string => {
	const lower = inSmallLetters(html)
	const kept: string[] = []
	let from = 0
	for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', from)) {
		kept.push(html.slice(from, at))
		const end = lower.indexOf('</script', at)
		if (end < 0) return kept.join('')
		from = isEscaped(lower.slice(at, end)) ? lower.indexOf('</script', end + 1) : end
		if (from < 0) return kept.join('')
	}
	kept.push(html.slice(from))
	return kept.join('')
}

/** Thrown inside only: the parser has no other way to be stopped. */
class Stopped extends Error {
	readonly failure: ReadFailure
	constructor(failure: ReadFailure) {
		super(failure)
		this.failure = failure
	}
}

/** A form, menu or footer, which turns out to be one when all of it is read. */
interface Wrapper {
	readonly isForm: boolean
	words: number
	fields: number
	/** It holds the page's own text. */
	content: boolean
}

interface Element {
	readonly name: string
	readonly skipped: boolean
	readonly other: boolean
	readonly wrapper: Wrapper | null
	readonly sight: Sight
	readonly look: Look
	/** Where its text begins, where it may be the mark of a note. */
	readonly raised: { readonly at: number; readonly linked: boolean } | null
}

interface Gathered extends Piece {
	readonly within: readonly Wrapper[]
}

const isBoilerplate = ({ isForm, words, fields, content }: Wrapper): boolean => {
	if (content) return false
	return !isForm || (fields > 0 && words < WORDS_A_FIELD * fields)
}

const isNoteLink = (name: string, { href = '', class: classes = '', role }: Attributes): boolean =>
	name === 'a' &&
	(role === 'doc-noteref' ||
		/^#[\w.:-]{0,60}(?:fn|ftn|note|cite|ref)/iu.test(href) ||
		/footnote|noteref|endnote/iu.test(classes))

const emptyText = () => ({ text: '', linked: 0, bold: 0 })

/** Follows a page from element to element and gathers its pieces. */
class Gatherer {
	readonly leftOut: string[] = []
	readonly #pieces: Gathered[] = []
	readonly #open: Element[] = []
	readonly #wrappers: Wrapper[] = []
	readonly #inside = new Map<string, number>()
	readonly #styles: Styles
	/** Whether the page links no style sheet, so that its styles are all known. */
	readonly #isWhole: boolean
	#elements = 0
	/** What visitors see, what they may see later, and what none sees: a sentence is never mixed of them. */
	#texts = { seen: emptyText(), later: emptyText(), never: emptyText() }

	constructor(styles: Styles, isWhole: boolean) {
		this.#styles = styles
		this.#isWhole = isWhole
	}

	/** The pieces, each by what the forms and menus around it have turned out to be. */
	get pieces(): Piece[] {
		return this.#pieces.map(({ within, ...piece }) =>
			within.some(isBoilerplate) ? { ...piece, kind: 'other' } : piece,
		)
	}

	#count(name: string, by: number): void {
		this.#inside.set(name, (this.#inside.get(name) ?? 0) + by)
	}

	#has(name: string): boolean {
		return (this.#inside.get(name) ?? 0) > 0
	}

	#kind(): BlockKind {
		if (this.#has('#other')) return 'other'
		if (this.#has('#heading')) return 'heading'
		return this.#has('#bullet') ? 'bullet' : 'paragraph'
	}

	/** Ends a piece: what was read since the last one. */
	flush(): void {
		const { seen, later, never } = this.#texts
		this.#add(seen, false)
		this.#add(later, true)
		if (never.text.trim() !== '') this.leftOut.push(never.text.trim())
		this.#texts = { seen: emptyText(), later: emptyText(), never: emptyText() }
	}

	#add({ text: raw, linked, bold }: ReturnType<typeof emptyText>, hidden: boolean): void {
		const text = raw
			.replace(/[^\S\n]+/gu, ' ')
			.replace(/ ?\n ?/gu, '\n')
			.trim()
		if (text === '') return
		if (this.#pieces.length >= MAX_PIECES) throw new Stopped('too-large')
		const length = Math.max(1, raw.replace(/\s/gu, '').length)
		const isLabel = this.#has('form') && this.#has('label')
		const within = [...this.#wrappers]
		if (!isLabel && !this.#has('button')) {
			const words = text.split(/\s+/u).length
			for (const wrapper of within) wrapper.words += words
		}
		this.#pieces.push({
			text,
			kind: isLabel ? 'other' : this.#kind(),
			...{ linked: linked / length, bold: bold / length },
			...(hidden && { hidden }),
			within,
		})
	}

	#mark({ name, skipped, other, sight, wrapper }: Element, by: 1 | -1): void {
		this.#count(name, by)
		if (skipped) this.#count('#skipped', by)
		if (other) this.#count('#other', by)
		if (sight !== 'seen') this.#count(`#${sight}`, by)
		if (HEADINGS.has(name)) this.#count('#heading', by)
		if (BULLETS.has(name)) this.#count('#bullet', by)
		if (BOLD.has(name)) this.#count('#bold', by)
		if (wrapper === null) return
		if (by === 1) this.#wrappers.push(wrapper)
		else this.#wrappers.splice(this.#wrappers.lastIndexOf(wrapper), 1)
	}

	/** Whether an element is the site's and none of the page's text: a box in the text and the button of a heading are. */
	#isOther(name: string, { role = '', class: classes = '', id = '' }: Attributes): boolean {
		if (name === 'dialog' || /^(?:alert)?dialog$/iu.test(role)) {
			return SITE_DIALOG.test(`${id} ${classes}`)
		}
		if (name === 'button') return !this.#has('#heading')
		const isBox = name === 'aside' || role.toLowerCase() === 'complementary'
		if (isBox && (this.#has('main') || this.#has('article'))) return false
		return OTHER.has(name) || OTHER_ROLES.has(role.toLowerCase())
	}

	#wrapperOf(name: string, isOther: boolean): Wrapper | null {
		if (name !== 'form' && (!isOther || name === 'button')) return null
		return { isForm: name === 'form', words: 0, fields: 0, content: false }
	}

	/** Tells the wrappers around that they hold a field, or the page's own text. */
	#tellWrappers(name: string, { type = '', role }: Attributes): void {
		const isField = FIELDS.has(name) && !/^(?:hidden|submit|button|image|reset)$/iu.test(type)
		const isMain = name === 'main' || role === 'main'
		for (const wrapper of this.#wrappers) {
			if (isField) wrapper.fields++
			// A menu may hold the name of the site, and an aside the teasers of other pages.
			if (isMain || (wrapper.isForm && CONTENT.has(name))) wrapper.content = true
		}
	}

	#raisedOf(name: string, attributes: Attributes): Element['raised'] {
		const linked = isNoteLink(name, attributes)
		return linked || name === 'sup' ? { at: this.#texts.seen.text.length, linked } : null
	}

	opened(name: string, attributes: Attributes): void {
		if (++this.#elements > MAX_ELEMENTS) throw new Stopped('too-large')
		if (BLOCKS.has(name)) this.flush()
		if (name === 'br' && !this.#has('#skipped')) this.#texts[this.#sight()].text += '\n'
		this.#tellWrappers(name, attributes)
		if (VOID.has(name)) return
		if (this.#open.length >= MAX_DEPTH) throw new Stopped('too-deep')
		const around = this.#open.at(-1)?.look ?? PLAIN
		const { sight, look } = seen(name, attributes, this.#styles, around)
		const isOther = this.#isOther(name, attributes)
		const wrapper = this.#wrapperOf(name, isOther)
		const isShadow = name === 'template' && attributes.shadowrootmode !== undefined
		const isTurned = name === 'bdo' && (attributes.dir ?? '').toLowerCase() === 'rtl'
		const isNotShown = (NOT_SHOWN.has(name) && !isShadow) || isTurned
		const element: Element = {
			name,
			skipped: NO_TEXT.has(name),
			other: isOther && wrapper === null,
			wrapper,
			sight: isNotShown ? 'never' : sight,
			look,
			raised: this.#raisedOf(name, attributes),
		}
		this.#open.push(element)
		this.#mark(element, 1)
	}

	/** Takes the mark of a note out of the text that it was raised in; an exponent stays raised. */
	#settleRaised({ at, linked }: NonNullable<Element['raised']>, isRaised: boolean): void {
		const { seen } = this.#texts
		const raised = seen.text.slice(at)
		const before = seen.text.slice(0, at)
		if (at > seen.text.length || raised.trim() === '') return
		if (isNoteMark(raised, linked ? '' : before)) seen.text = before
		else if (isRaised && /^\d+$/u.test(raised)) seen.text = before + raisedDigits(raised)
	}

	closed(name: string): void {
		if (VOID.has(name)) return
		const at = this.#open.findLastIndex((element) => element.name === name)
		const raised = this.#open[at]?.raised
		if (raised) this.#settleRaised(raised, name === 'sup')
		if (BLOCKS.has(name)) this.flush()
		if (at < 0) return
		for (const element of this.#open.splice(at)) this.#mark(element, -1)
	}

	/** How the text that comes now is seen. */
	#sight(): Sight {
		if (this.#has('#never')) return 'never'
		const own = sightOf(this.#open.at(-1)?.look ?? PLAIN, this.#isWhole)
		return own === 'seen' && this.#has('#later') ? 'later' : own
	}

	read(text: string): void {
		if (this.#has('#skipped')) return
		const to = this.#texts[this.#sight()]
		if (to.text.length + text.length > SOURCE_MAX_CHARACTERS) throw new Stopped('too-large')
		to.text += this.#has('pre') ? text : text.replace(/\s+/gu, ' ')
		const length = text.replace(/\s/gu, '').length
		if (this.#has('a')) to.linked += length
		if (this.#has('#bold')) to.bold += length
	}
}

/** A page as it is read, with the text that no visitor sees. */
export interface ReadHtml {
	readonly source: SourceText
	readonly leftOut: readonly string[]
}

/**
 * Reads a page of HTML: its headings, bullets and paragraphs in order; forms, menus and footers marked as other than text;
 * what is not shown at once marked, and what is never shown left out. It never runs, loads or follows anything, and
 * builds no tree: its cost is that of the text.
 */
export const readHtml = (html: string): Result<ReadHtml, ReadFailure> => {
	if (html.length > MAX_HTML) return { ok: false, error: 'too-large' }
	const isWhole = !/<link\s[^>]{0,500}stylesheet/iu.test(html)
	const page = new Gatherer(stylesOf(html), isWhole)
	const parser = new Parser({
		onopentag: (name, attributes) => page.opened(name, attributes),
		onclosetag: (name) => page.closed(name),
		ontext: (text) => page.read(text),
	})
	try {
		parser.end(withoutScripts(html))
		page.flush()
	} catch (error) {
		if (error instanceof Stopped) return { ok: false, error: error.failure }
		throw error
	}
	const source = sourceOf(page.pieces)
	if (source === null) return { ok: false, error: 'too-large' }
	if (source.text === '') return { ok: false, error: 'empty' }
	return { ok: true, value: { source, leftOut: page.leftOut } }
}
