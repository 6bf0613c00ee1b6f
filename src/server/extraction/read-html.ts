import { Parser } from 'htmlparser2'
import { SOURCE_MAX_CHARACTERS } from '#domain/extraction/limits.ts'
import type { BlockKind, SourceText } from '#domain/extraction/source.ts'
import type { Result } from '#domain/types.ts'
import { type Attributes, inSmallLetters, type Styles, seen, stylesOf } from './hidden.ts'
import { type Piece, sourceOf } from './html-blocks.ts'
import type { ReadFailure } from './read-text.ts'

/** A page may have so many characters, so many elements inside each other, and so many pieces of text. */
const MAX_HTML = 5 * 1024 * 1024
const MAX_DEPTH = 256
const MAX_PIECES = 20_000
/** So many elements in all: a page that is read has a tenth of it. */
const MAX_ELEMENTS = 200_000

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** What is in these is no text of the page. */
const SKIPPED = names(
	'script style noscript template svg math iframe object embed canvas audio video select datalist head title textarea map bdo del s strike noframes noembed frameset applet slot portal',
)
/** What is in these is the site's, not the candidate's. */
const OTHER = names('nav footer aside button menu dialog search')
const OTHER_ROLES = names(
	'navigation contentinfo search banner menu menubar complementary dialog alertdialog',
)
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

interface Element {
	readonly name: string
	readonly skipped: boolean
	readonly other: boolean
	/** The background of its text, where the page says it. */
	readonly behind: ReturnType<typeof seen>['behind']
}

/** Follows a page from element to element and gathers its pieces. */
class Gatherer {
	readonly pieces: Piece[] = []
	readonly #open: Element[] = []
	readonly #inside = new Map<string, number>()
	readonly #styles: Styles
	#elements = 0
	#text = ''
	#linked = 0
	#bold = 0

	constructor(styles: Styles) {
		this.#styles = styles
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
		const text = this.#text
			.replace(/[^\S\n]+/gu, ' ')
			.replace(/ ?\n ?/gu, '\n')
			.trim()
		const length = Math.max(1, this.#text.replace(/\s/gu, '').length)
		if (text !== '') {
			if (this.pieces.length >= MAX_PIECES) throw new Stopped('too-large')
			this.pieces.push({
				text,
				kind: this.#kind(),
				linked: this.#linked / length,
				bold: this.#bold / length,
				inForm: this.#has('form'),
			})
		}
		this.#text = ''
		this.#linked = 0
		this.#bold = 0
	}

	#mark({ name, skipped, other }: Element, by: number): void {
		this.#count(name, by)
		if (skipped) this.#count('#skipped', by)
		if (other) this.#count('#other', by)
		if (HEADINGS.has(name)) this.#count('#heading', by)
		if (BULLETS.has(name)) this.#count('#bullet', by)
		if (BOLD.has(name)) this.#count('#bold', by)
	}

	opened(name: string, attributes: Attributes): void {
		if (++this.#elements > MAX_ELEMENTS) throw new Stopped('too-large')
		if (BLOCKS.has(name)) this.flush()
		if (name === 'br' && !this.#has('#skipped')) this.#text += '\n'
		if (VOID.has(name)) return
		if (this.#open.length >= MAX_DEPTH) throw new Stopped('too-deep')
		const { hidden, behind } = seen(
			name,
			attributes,
			this.#styles,
			this.#open.at(-1)?.behind ?? null,
		)
		const element = {
			name,
			skipped: SKIPPED.has(name) || hidden,
			behind,
			other: OTHER.has(name) || OTHER_ROLES.has((attributes.role ?? '').toLowerCase()),
		}
		this.#open.push(element)
		this.#mark(element, 1)
	}

	closed(name: string): void {
		if (VOID.has(name)) return
		if (BLOCKS.has(name)) this.flush()
		const at = this.#open.findLastIndex((element) => element.name === name)
		if (at < 0) return
		for (const element of this.#open.splice(at)) this.#mark(element, -1)
	}

	read(text: string): void {
		if (this.#has('#skipped')) return
		if (this.#text.length + text.length > SOURCE_MAX_CHARACTERS) throw new Stopped('too-large')
		this.#text += this.#has('pre') ? text : text.replace(/\s+/gu, ' ')
		const length = text.replace(/\s/gu, '').length
		if (this.#has('a')) this.#linked += length
		if (this.#has('#bold')) this.#bold += length
	}
}

/**
 * Reads a page of HTML: its headings, bullets and paragraphs in order; forms, menus and footers marked as other than text;
 * what is hidden left out. It never runs, loads or follows anything, and builds no tree: its cost is that of the text.
 */
export const readHtml = (html: string): Result<SourceText, ReadFailure> => {
	if (html.length > MAX_HTML) return { ok: false, error: 'too-large' }
	const page = new Gatherer(stylesOf(html))
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
	return source.text === '' ? { ok: false, error: 'empty' } : { ok: true, value: source }
}
