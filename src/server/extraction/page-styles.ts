import { type Attributes, type Element, elementsNamed, textOf } from './tree.ts'

/** Value of a property in lowercase; empty if not declared. */
export type Css = (property: string) => string

type Declaration = readonly [property: string, value: string, isImportant: boolean]

/** Removes comments, including an unclosed one. */
const withoutComments = (css: string): string => css.replace(/\/\*.*?(?:\*\/|$)/gs, '')

const unescaped = (css: string): string =>
	css.replace(/\\(?:([\da-f]{1,6})\s?)?/giu, (_, code: string | undefined) =>
		code === undefined ? '' : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff)),
	)

/** Longer values never hide text. */
const VALUE_CHARACTERS = 200

/** Properties that can hide text or show it again. */
const TELLING =
	/^(?:display|visibility|content-visibility|opacity|filter|font|font-size|color|background|background-color|position|left|top|right|bottom|inset-inline-start|text-indent|margin-left|margin-top|margin-inline-start|(?:max-)?(?:width|height)|block-size|inline-size|overflow|overflow-x|overflow-y|clip|clip-path|transform|translate|scale|z-index|unicode-bidi|(?:-webkit-)?background-clip|-webkit-text-fill-color)$/u

const declarationsOf = (css: string): Declaration[] =>
	unescaped(withoutComments(css))
		.split(';')
		.flatMap((each) => {
			const at = each.indexOf(':')
			const property = each.slice(0, Math.max(0, at)).trim().toLowerCase()
			if (!TELLING.test(property)) return []
			const written = each.slice(at + 1).trim()
			const [value = '', mark] = written.slice(0, VALUE_CHARACTERS).toLowerCase().split(/\s*!/u, 2)
			// Browsers ignore a declaration with another mark: "color: black !x".
			const isValid = mark === undefined || mark.trim() === 'important'
			return isValid ? [[property, value, mark !== undefined] as const] : []
		})

/** Page rules by simple selector (type, class, or id). */
type Rules = Map<string, readonly Declaration[]>

/** Keeps the last declaration of each property, so that a repeated selector costs no more than one. */
const lastOf = (declared: readonly Declaration[]): Declaration[] => [
	...new Map(declared.map((each) => [`${each[0]} ${each[2]}`, each])).values(),
]

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

/** Parses the page's style elements for screens. Supports simple selectors only, which suffice to hide text. */
const rulesIn = (page: Element): Rules => {
	const rules: Rules = new Map()
	const styles = elementsNamed(page, 'style').filter(
		({ attributes: { media = '' } }) => !/^\s*(?:print|speech)\s*$/iu.test(media),
	)
	for (const [selectors, body] of styles.flatMap((style) => [
		...rulesOf(withoutComments(textOf(style))),
	])) {
		const declared = lastOf(declarationsOf(body))
		if (declared.length === 0) continue
		for (const each of selectors.split(',', MAX_RULES)) {
			const selector = each.trim()
			if (rules.size >= MAX_RULES) return rules
			if (selector !== '' && SELECTOR.test(selector))
				rules.set(selector, lastOf([...(rules.get(selector) ?? []), ...declared]))
		}
	}
	return rules
}

/** Applies the cascade: rules in ascending specificity, then the inline style, and important declarations last. */
const cssOf = (rules: Rules, name: string, { class: all = '', id, style }: Attributes): Css => {
	const classes = all.slice(0, 1000).split(/\s+/u, 20).filter(Boolean)
	const ends = [...classes.map((each) => `.${each}`), ...(id ? [`#${id}`] : [])]
	const selectors = rules.size === 0 ? [] : [name, ...ends.flatMap((end) => [end, name + end])]
	const declared = [
		...selectors.flatMap((selector) => rules.get(selector) ?? []),
		...(style === undefined ? [] : declarationsOf(style)),
	]
	const ordered = declared.toSorted((a, b) => Number(a[2]) - Number(b[2]))
	const values = new Map(ordered.map(([property, value]) => [property, value]))
	return (property) => values.get(property) ?? ''
}

const MOST_KEPT = 5000
const KEY_CHARACTERS = 300

/** Returns a lookup of an element's effect, computed once for elements with the same attributes. */
export const lookupOf = <Effect>(
	page: Element,
	effectOf: (css: Css, name: string, attributes: Attributes) => Effect,
): ((element: Element) => Effect) => {
	const rules = rulesIn(page)
	const known = new Map<string, Effect>()
	return ({ name, attributes }) => {
		const { class: classes, id, style, hidden, open, color, bgcolor } = attributes
		const told = [name, classes, id, style, hidden, open, color, bgcolor, attributes['aria-hidden']]
		// Tells a missing attribute from an empty one.
		const key = JSON.stringify(told)
		const kept = known.get(key)
		if (kept) return kept
		const effect = effectOf(cssOf(rules, name, attributes), name, attributes)
		if (known.size < MOST_KEPT && key.length < KEY_CHARACTERS) known.set(key, effect)
		return effect
	}
}
