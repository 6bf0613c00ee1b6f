import { Parser } from 'htmlparser2'
import type { BlockKind, SourceText } from '#domain/extraction/text.ts'
import { SOURCE_MAX_CHARACTERS } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import { isNoteMark, raisedDigits } from './clean.ts'
import { type Look, PLAIN, type Sight, seen, sightOf } from './hidden-text.ts'
import { type Attributes, inSmallLetters, type Styles, stylesOf } from './page-styles.ts'
import { type Piece, type ReadFailure, sourceOf } from './source-text.ts'

const MAX_HTML = 5 * 1024 * 1024
const MAX_DEPTH = 256
const MAX_PIECES = 20_000
/** About ten times a large genuine page. */
const MAX_ELEMENTS = 200_000

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const NO_TEXT = names('script style svg math select datalist head title map frameset slot portal')
/** Elements whose text browsers do not display, or that is struck out. */
const NOT_SHOWN = names(
	'noscript template iframe object embed canvas audio video textarea del s strike noframes noembed applet',
)
const OTHER = names('nav footer aside button menu search')
const OTHER_ROLES = names('navigation contentinfo search banner menu menubar complementary')
const SITE_DIALOG = /cookie|consent|gdpr|newsletter|subscri|sign-?up|donat/iu
/** Main content. An element that contains it is a layout wrapper. */
const CONTENT = names('main article h1')
/** A form with more words per field contains prose. */
const WORDS_A_FIELD = 40
const FIELDS = names('input textarea select')
const HEADINGS = names('h1 h2 h3 h4 h5 h6 summary')
const BULLETS = names('li dd')
const BLOCKS = names(
	'p div section article main header li dd dt dl ul ol h1 h2 h3 h4 h5 h6 summary details blockquote pre figure figcaption table caption thead tbody tr td th address hr form fieldset legend label nav footer aside button menu dialog search body option center',
)
const BOLD = names('b strong')
const VOID = names('area base br col embed hr img input link meta source track wbr param')

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

/** Stops the parser, which has no other way to abort. */
class Stopped extends Error {
	readonly failure: ReadFailure
	constructor(failure: ReadFailure) {
		super(failure)
		this.failure = failure
	}
}

/** A form, menu, or footer. Its role is only known after its end tag. */
interface Wrapper {
	readonly isForm: boolean
	words: number
	fields: number
	content: boolean
}

interface Element {
	readonly name: string
	readonly skipped: boolean
	readonly other: boolean
	readonly wrapper: Wrapper | null
	readonly sight: Sight
	readonly look: Look
	/** Start of text that may be a note mark. */
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

class Gatherer {
	readonly leftOut: string[] = []
	readonly #pieces: Gathered[] = []
	readonly #open: Element[] = []
	readonly #wrappers: Wrapper[] = []
	readonly #inside = new Map<string, number>()
	readonly #styles: Styles
	/** The page links no external style sheet, so all styles are known. */
	readonly #isWhole: boolean
	#elements = 0
	/** Text by visibility, kept apart so that no sentence mixes them. */
	#texts = { seen: emptyText(), later: emptyText(), never: emptyText() }

	constructor(styles: Styles, isWhole: boolean) {
		this.#styles = styles
		this.#isWhole = isWhole
	}

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

	/** Returns true for site chrome. Excludes boxes inside the content and buttons in headings. */
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

	#tellWrappers(name: string, { type = '', role }: Attributes): void {
		const isField = FIELDS.has(name) && !/^(?:hidden|submit|button|image|reset)$/iu.test(type)
		const isMain = name === 'main' || role === 'main'
		for (const wrapper of this.#wrappers) {
			if (isField) wrapper.fields++
			// A menu may contain the site's name in an h1, and an aside may contain teaser articles.
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

export interface ReadHtml {
	readonly source: SourceText
	readonly leftOut: readonly string[]
}

/**
 * Reads HTML in one pass without building a tree, running scripts, or loading resources. Marks boilerplate as other and
 * initially hidden text as hidden, and leaves out text that is never visible.
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
