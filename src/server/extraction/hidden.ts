import {
	areAlike,
	cascaded,
	colourOf,
	type Declared,
	declarationsOf,
	hides,
	withoutComments,
} from './hidden-css.ts'

export type Attributes = Readonly<Record<string, string>>

/** What the page's own style sheets say of elements by one class, one id or one name, as far as it hides or colours. */
type Rules = ReadonlyMap<string, Declared>

/** All that is declared for an element: by its name, its classes, its id, and by itself. */
export type Styles = (name: string, attributes: Attributes) => ReturnType<typeof cascaded>

/** The background that stands behind an element's text, where the page itself says it: a colour, or a picture of unknown ones. */
type Background = ReturnType<typeof colourOf> | 'unknown'

const HIDING_CLASSES =
	/(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|element-invisible|hidden|invisible|d-none|is-hidden|u-hidden|off-?screen)(?:\s|$)/u
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

/**
 * Whether nobody sees an element's text on the page, and what stands behind it: text that only machines read may be there
 * to command them. What a style sheet elsewhere or a script does is not known.
 * @param behind the background that the page gives the elements around.
 */
export const seen = (
	name: string,
	attributes: Attributes,
	styles: Styles,
	behind: Background,
): { readonly hidden: boolean; readonly behind: Background } => {
	const css = styles(name, attributes)
	const own = css.get('background-color') ?? css.get('background')?.split(/\s+(?![^(]*\))/u)[0]
	const declared = own ?? attributes.bgcolor
	const colour = colourOf(css.get('color') ?? (name === 'font' ? attributes.color : undefined))
	// Of a picture or a gradient nobody knows the colour: then it is none that hides.
	const background = declared === undefined ? behind : (colourOf(declared) ?? 'unknown')
	const ground = background ?? WHITE
	const fades =
		colour !== null && (colour.cover < 0.1 || (ground !== 'unknown' && areAlike(colour, ground)))
	return {
		hidden:
			attributes.hidden !== undefined ||
			(name === 'dialog' && attributes.open === undefined) ||
			attributes['aria-hidden'] === 'true' ||
			HIDING_CLASSES.test(attributes.class ?? '') ||
			fades ||
			hides(css),
		behind: background,
	}
}
