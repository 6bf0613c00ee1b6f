import {
	areAlike,
	areTiny,
	cascaded,
	colourOf,
	type Declared,
	declarationsOf,
	isInvisible,
	neverSeen,
	seenLater,
	withoutComments,
} from './hidden-css.ts'

export type Attributes = Readonly<Record<string, string>>

/** What the page's own style sheets say of elements by one class, one id or one name, as far as it hides or colours. */
type Rules = ReadonlyMap<string, Declared>

/** All that is declared for an element: by its name, its classes, its id, and by itself. */
export type Styles = (name: string, attributes: Attributes) => ReturnType<typeof cascaded>

/** The background that stands behind an element's text, where the page itself says it: a colour, or a picture of unknown ones. */
type Background = ReturnType<typeof colourOf> | 'unknown'

/** Classes of text for screen readers alone. */
const SPOKEN_CLASSES =
	/(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|element-invisible|off-?screen)(?:\s|$)/u
const HIDING_CLASSES = /(?:^|\s)(?:hidden|invisible|d-none|is-hidden|u-hidden|hide)(?:\s|$)/u
/** Classes that show it again: from a width on, on hover, on focus, with a script's mark. */
const SHOWING_CLASSES =
	/(?:^|\s)(?:\S{1,60}:(?:block|flex|grid|inline|inline-\w+|table|table-\w+|contents|list-item|flow-root|visible|not-sr-only)|d-(?:sm|md|lg|xl|xxl|print)-(?:block|flex|grid|inline|inline-\w+|table\S*)|visible-\S+|show-for-(?!sr)\S+|show|active|in)(?:\s|$)/u
const SELECTOR = /^(?:[a-z][a-z\d-]{0,50})?(?:[.#][\w-]{1,100})?$/iu
const MAX_RULES = 5000

/** The rules of a style sheet that hold on every screen; those inside of others, which depend on something, are left out. */
const rulesOf = function* (css: string): Generator<readonly [selectors: string, body: string]> {
	let depth = 0
	let from = 0
	let opened = 0
	for (const { 0: sign, index } of css.matchAll(/[{};]/gu)) {
		if (sign === '{' && depth++ === 0) opened = index
		if (sign === '}' && depth > 0 && --depth === 0) {
			const selectors = css.slice(from, opened).trim()
			if (!selectors.startsWith('@')) yield [selectors, css.slice(opened + 1, index)]
		}
		if (depth === 0) from = index + 1
	}
}

/** In small letters, each at its place: other alphabets have letters that change their length. */
export const inSmallLetters = (html: string): string =>
	html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const stylesIn = function* (html: string): Generator<string> {
	const lower = inSmallLetters(html)
	for (let at = lower.indexOf('<style'); at >= 0; at = lower.indexOf('<style', at + 1)) {
		const start = lower.indexOf('>', at)
		const end = lower.indexOf('</style', at)
		if (start < 0) return
		yield html.slice(start + 1, end < 0 ? undefined : end)
		if (end < 0) return
		at = end
	}
}

/** Adds a rule's declarations to those of its selectors; whether there is room for more. */
const addRule = (sheet: Map<string, Declared>, selectors: string, declared: Declared): boolean => {
	if (declared.size === 0) return true
	for (const each of selectors.split(',', MAX_RULES)) {
		const selector = each.trim()
		if (selector === '' || !SELECTOR.test(selector)) continue
		sheet.set(selector, new Map([...(sheet.get(selector) ?? []), ...declared]))
	}
	return sheet.size < MAX_RULES
}

/** Reads a page's own style sheets: simple selectors only, which is what it takes to hide a line. */
const rulesIn = (html: string): Rules => {
	const sheet = new Map<string, Declared>()
	for (const css of stylesIn(html)) {
		for (const [selectors, body] of rulesOf(withoutComments(css))) {
			if (!addRule(sheet, selectors, declarationsOf(body))) return sheet
		}
	}
	return sheet
}

const styleOf = (rules: Rules, name: string, attributes: Attributes) => {
	const own = attributes.style === undefined ? [] : [declarationsOf(attributes.style)]
	if (rules.size === 0) return cascaded(own)
	const classes = (attributes.class ?? '').slice(0, 1000).split(/\s+/u, 20).filter(Boolean)
	const id = attributes.id ? [`#${attributes.id}`] : []
	const ends = [...classes.map((each) => `.${each}`), ...id]
	const selectors = [name, ...ends.flatMap((end) => [end, `${name}${end}`])]
	return cascaded([...selectors.flatMap((selector) => rules.get(selector) ?? []), ...own])
}

/** So many of the elements that are styled alike are worked out once. */
const MOST_KEPT = 5000
const KEY_CHARACTERS = 300

/** The styles of a page's elements, by its own sheets and by themselves. */
export const stylesOf = (html: string): Styles => {
	const rules = rulesIn(html)
	const known = new Map<string, ReturnType<Styles>>()
	return (name, attributes) => {
		const { class: classes = '', id = '', style = '' } = attributes
		const key = `${name}\n${classes}\n${id}\n${style}`
		const kept = known.get(key)
		if (kept) return kept
		const found = styleOf(rules, name, attributes)
		if (known.size < MOST_KEPT && key.length < KEY_CHARACTERS) known.set(key, found)
		return found
	}
}

const WHITE = { parts: [255, 255, 255], cover: 1 } as const

/** How a text is seen: by every visitor, by those for whom something shows it, or by none. */
export type Sight = 'seen' | 'later' | 'never'

/** What an element hands on to those inside of it, which may declare otherwise. */
export interface Look {
	/** The background that the page gives it. */
	readonly behind: Background
	readonly colour: ReturnType<typeof colourOf>
	/** The colour is seen all the same: as a gradient that is cut to the letters, say. */
	readonly painted: boolean
	readonly tiny: boolean
	readonly invisible: boolean
}

export const PLAIN: Look = {
	...{ behind: null, colour: null, painted: false },
	...{ tiny: false, invisible: false },
}

/** How an element's own text is seen by what it inherits. @param isWhole whether no style sheet is left out of account. */
export const sightOf = (
	{ behind, colour, painted, tiny, invisible }: Look,
	isWhole: boolean,
): Sight => {
	if (tiny) return 'never'
	if (colour !== null && !painted) {
		if (colour.cover < 0.1) return 'never'
		const isSame = behind !== 'unknown' && areAlike(colour, behind ?? WHITE)
		// Nothing declares a background: a style sheet elsewhere may.
		if (isSame) return behind === null && !isWhole ? 'later' : 'never'
	}
	return invisible ? 'later' : 'seen'
}

/** What an element hands on to those inside of it. */
const lookOf = (
	name: string,
	attributes: Attributes,
	css: ReturnType<typeof cascaded>,
	around: Look,
): Look => {
	const own = css.get('background-color') ?? css.get('background')?.split(/\s+(?![^(]*\))/u)[0]
	const ground = own ?? attributes.bgcolor
	const filled = css.get('-webkit-text-fill-color') ?? css.get('color')
	const colour = colourOf(filled ?? (name === 'font' ? attributes.color : undefined))
	const clip = css.get('background-clip') ?? css.get('-webkit-background-clip') ?? ''
	return {
		// The color of a picture or a gradient is unknown: treat it as visible.
		behind: ground === undefined ? around.behind : (colourOf(ground) ?? 'unknown'),
		colour: colour ?? around.colour,
		painted: /text/u.test(clip) || (colour === null && around.painted),
		tiny: areTiny(css) ?? around.tiny,
		invisible: isInvisible(css) ?? around.invisible,
	}
}

/**
 * How an element with all inside of it is seen, by itself, and what it hands on. What a style sheet elsewhere or a script
 * does is not known.
 */
export const seen = (
	name: string,
	attributes: Attributes,
	styles: Styles,
	around: Look,
): { readonly sight: Sight; readonly look: Look } => {
	const css = styles(name, attributes)
	const classes = attributes.class ?? ''
	const isShown = SHOWING_CLASSES.test(classes)
	const look = lookOf(name, attributes, css, around)
	const isLater =
		attributes.hidden !== undefined ||
		attributes['aria-hidden'] === 'true' ||
		(name === 'dialog' && attributes.open === undefined) ||
		(HIDING_CLASSES.test(classes) && !isShown) ||
		seenLater(css)
	const isNever = (SPOKEN_CLASSES.test(classes) && !isShown) || neverSeen(css)
	return { sight: isNever ? 'never' : isLater ? 'later' : 'seen', look }
}
