import { type Attributes, type Element, elementsNamed, textOf } from './tree.ts'

export type Declared = ReadonlyMap<string, { readonly value: string; readonly important: boolean }>
export type Declarations = ReadonlyMap<string, string>

/** Removes comments, including an unclosed one. */
const withoutComments = (css: string): string => css.replace(/\/\*.*?(?:\*\/|$)/gs, '')

const unescaped = (css: string): string =>
	css.includes('\\')
		? css
				.replace(/\\([\da-f]{1,6})\s?/giu, (_, code: string) => {
					const point = Number.parseInt(code, 16)
					return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : ''
				})
				.replaceAll('\\', '')
		: css

/** Longer values never hide text. */
const VALUE_CHARACTERS = 200

const TELLING =
	/^(?:display|visibility|content-visibility|opacity|filter|font|font-size|color|background|background-color|position|left|top|right|bottom|inset-inline-start|text-indent|margin-left|margin-top|margin-inline-start|(?:max-)?(?:width|height)|block-size|inline-size|overflow|overflow-x|overflow-y|clip|clip-path|transform|translate|scale|z-index|unicode-bidi|(?:-webkit-)?background-clip|-webkit-text-fill-color)$/u

const declarationsOf = (css: string): Declared => {
	const declarations = new Map<string, { value: string; important: boolean }>()
	for (const each of unescaped(withoutComments(css)).split(';')) {
		const at = each.indexOf(':')
		const property = each.slice(0, Math.max(0, at)).trim().toLowerCase()
		if (at < 0 || property.length > 30 || !TELLING.test(property)) continue
		const written = each
			.slice(at + 1)
			.trim()
			.slice(0, VALUE_CHARACTERS)
			.toLowerCase()
		const value = written.replace(/\s*!\s*important$/u, '')
		declarations.set(property, { value, important: value !== written })
	}
	return declarations
}

/** Applies the cascade to rules in ascending specificity, honoring `!important`. */
export const cascaded = (rules: readonly Declared[]): Declarations => {
	const holding = new Map<string, { value: string; important: boolean }>()
	for (const rule of rules) {
		for (const [property, declared] of rule) {
			if (declared.important || !holding.get(property)?.important) holding.set(property, declared)
		}
	}
	return new Map([...holding].map(([property, { value }]) => [property, value]))
}

/** Page rules by simple selector (type, class, or id), limited to visibility and color. */
type Rules = ReadonlyMap<string, Declared>

export type Styles = (name: string, attributes: Attributes) => ReturnType<typeof cascaded>

const SELECTOR = /^(?:[a-z][a-z\d-]{0,50})?(?:[.#][\w-]{1,100})?$/iu
const MAX_RULES = 5000

/** Yields the top-level rules of a style sheet. Skips conditional ones (@media, @supports). */
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

const addRule = (sheet: Map<string, Declared>, selectors: string, declared: Declared): boolean => {
	if (declared.size === 0) return true
	for (const each of selectors.split(',', MAX_RULES)) {
		const selector = each.trim()
		if (selector === '' || !SELECTOR.test(selector)) continue
		sheet.set(selector, new Map([...(sheet.get(selector) ?? []), ...declared]))
	}
	return sheet.size < MAX_RULES
}

/** Parses the page's style elements for screens. Supports simple selectors only, which suffice to hide text. */
const rulesIn = (page: Element): Rules => {
	const sheet = new Map<string, Declared>()
	for (const style of elementsNamed(page, 'style')) {
		if (/^\s*(?:print|speech)\s*$/iu.test(style.attributes.media ?? '')) continue
		for (const [selectors, body] of rulesOf(withoutComments(textOf(style)))) {
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

const MOST_KEPT = 5000
const KEY_CHARACTERS = 300

export const stylesOf = (page: Element): Styles => {
	const rules = rulesIn(page)
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
