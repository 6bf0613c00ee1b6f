/** What a rule or a style attribute says, by property; what is important stands whatever comes later. */
export type Declared = ReadonlyMap<string, { readonly value: string; readonly important: boolean }>
/** What holds in the end. */
type Declarations = ReadonlyMap<string, string>

/** A colour by its three parts and how much of it covers. */
interface Colour {
	readonly parts: readonly [number, number, number]
	readonly cover: number
}

/** Without comments; one that is not ended goes to the end. */
export const withoutComments = (css: string): string => {
	const kept: string[] = []
	let from = 0
	for (let at = css.indexOf('/*'); at >= 0; at = css.indexOf('/*', from)) {
		kept.push(css.slice(from, at))
		const end = css.indexOf('*/', at + 2)
		if (end < 0) return kept.join('')
		from = end + 2
	}
	return kept.join('') + css.slice(from)
}

/** Escapes undone, as a browser reads them. */
const unescaped = (css: string): string =>
	css.includes('\\')
		? css
				.replace(/\\([\da-f]{1,6})\s?/giu, (_, code: string) => {
					const point = Number.parseInt(code, 16)
					return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : ''
				})
				.replaceAll('\\', '')
		: css

/** No value that hides is longer. */
const VALUE_CHARACTERS = 200

/** What can hide a text or show it. */
const TELLING =
	/^(?:display|visibility|content-visibility|opacity|filter|font|font-size|color|background|background-color|position|left|top|right|bottom|inset-inline-start|text-indent|margin-left|margin-top|margin-inline-start|(?:max-)?(?:width|height)|block-size|inline-size|overflow|overflow-x|overflow-y|clip|clip-path|transform|translate|scale|z-index|unicode-bidi|(?:-webkit-)?background-clip|-webkit-text-fill-color)$/u

/** The declarations of a style attribute or a rule, as far as they can hide a text. */
export const declarationsOf = (css: string): Declared => {
	const declarations = new Map<string, { value: string; important: boolean }>()
	for (const each of unescaped(withoutComments(css)).split(';')) {
		const at = each.indexOf(':')
		const property = each.slice(0, Math.max(0, at)).trim().toLowerCase()
		if (at < 0 || property.length > 30 || !TELLING.test(property)) continue
		const said = each
			.slice(at + 1)
			.trim()
			.slice(0, VALUE_CHARACTERS)
			.toLowerCase()
		const value = said.replace(/\s*!\s*important$/u, '')
		declarations.set(property, { value, important: value !== said })
	}
	return declarations
}

/** What holds of several rules, the weakest first. */
export const cascaded = (rules: readonly Declared[]): Declarations => {
	const holding = new Map<string, { value: string; important: boolean }>()
	for (const rule of rules) {
		for (const [property, declared] of rule) {
			if (declared.important || !holding.get(property)?.important) holding.set(property, declared)
		}
	}
	return new Map([...holding].map(([property, { value }]) => [property, value]))
}

const NAMED: ReadonlyMap<string, Colour> = new Map(
	Object.entries<Colour>({
		white: { parts: [255, 255, 255], cover: 1 },
		snow: { parts: [255, 250, 250], cover: 1 },
		ivory: { parts: [255, 255, 240], cover: 1 },
		ghostwhite: { parts: [248, 248, 255], cover: 1 },
		black: { parts: [0, 0, 0], cover: 1 },
		transparent: { parts: [0, 0, 0], cover: 0 },
	}),
)

/** A colour as CSS and old attributes write it; null where it is another's business what it looks like. */
export const colourOf = (text: string | undefined): Colour | null => {
	const value = text?.trim().toLowerCase() ?? ''
	const named = NAMED.get(value)
	if (named) return named
	const hex = /^#([\da-f]{3,8})$/u.exec(value)?.[1]
	if (hex) {
		const wide = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
		const at = (place: number) => Number.parseInt(wide.slice(place, place + 2) || 'ff', 16)
		return { parts: [at(0), at(2), at(4)], cover: at(6) / 255 }
	}
	const call = /^(?:rgb|hsl)a?\(([^)]{1,60})\)$/u.exec(value)?.[1]
	if (call === undefined) return null
	const numbers = call.split(/[\s,/]+/u).filter(Boolean)
	const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map((number) =>
		Number.parseFloat(number),
	)
	const cover = numbers[3]?.endsWith('%') ? alpha / 100 : alpha
	if (value.startsWith('rgb')) return { parts: [red, green, blue], cover }
	// Of a hue only its ends are known without its saturation: white, black.
	return blue >= 97 ? { parts: [255, 255, 255], cover } : { parts: [128, red % 256, green], cover }
}

/** Colours that nobody tells apart. */
export const areAlike = (one: Colour, other: Colour): boolean =>
	one.parts.every((part, index) => Math.abs(part - (other.parts[index] ?? 0)) <= 12)

const PIXELS: ReadonlyMap<string, number> = new Map(
	Object.entries<number>({
		px: 1,
		pt: 1.33,
		em: 16,
		rem: 16,
		ex: 8,
		ch: 8,
		vw: 12,
		vh: 8,
		vmin: 8,
		vmax: 12,
		'%': 8,
		cm: 38,
		mm: 3.8,
		in: 96,
		pc: 16,
		'': 1,
	}),
)

/** A length in pixels, roughly: of what it is a part nobody knows here. */
const pixels = (text: string | undefined): number | null => {
	const found = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/u.exec(text ?? '')
	const unit = PIXELS.get(found?.[2] ?? 'none')
	return found && unit !== undefined ? Number(found[1]) * unit : null
}

const FAR = -300
const SMALL_LETTERS = 4
const AWAY = [
	'left',
	'top',
	'right',
	'bottom',
	'inset-inline-start',
	'margin-left',
	'margin-top',
	'margin-inline-start',
] as const
const EXTENTS = ['width', 'height', 'max-width', 'max-height', 'block-size', 'inline-size'] as const

const isAway = (css: Declarations): boolean =>
	AWAY.some((property) => (pixels(css.get(property)) ?? 0) < FAR) ||
	/translate\w*\([^)]*-\s*(?:\d{3,}|[5-9]\d)/u.test(
		css.get('transform') ?? css.get('translate') ?? '',
	)

/** Cut down to a point, as text for screen readers is; a box of no height at all is one that unfolds. */
const isPoint = (css: Declarations): boolean =>
	(isCut(css) && EXTENTS.some((property) => isWithin(pixels(css.get(property)), 0.1, 2))) ||
	/^rect\(/u.test(css.get('clip') ?? '')

const isWithin = (value: number | null, least: number, most: number): boolean =>
	value !== null && value >= least && value <= most

const isCut = (css: Declarations): boolean =>
	/hidden|clip/u.test(`${css.get('overflow')} ${css.get('overflow-x')} ${css.get('overflow-y')}`)

const isFolded = (css: Declarations): boolean =>
	(isCut(css) && EXTENTS.some((property) => isWithin(pixels(css.get(property)), 0, 2))) ||
	/^(?:inset\((?:[5-9]\d|100)(?:\.\d+)?%|(?:circle|ellipse)\(0|polygon\((?:0(?:px|%)?\s+0(?:px|%)?,?\s*)+\))/u.test(
		css.get('clip-path') ?? '',
	)

/** How large the letters are, of its own or in the short form of a font. */
const letters = (css: Declarations): number | null => {
	const short = /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))/u.exec(css.get('font') ?? '')?.[1]
	const size = css.get('font-size') ?? short
	// A part of the text around it: an em of it is 16, a hundredth is 0.16.
	return size?.endsWith('%') ? (16 * Number.parseFloat(size)) / 100 : pixels(size)
}

/** Whether the letters are too small to be read; null where nothing is declared. An element inside may declare others. */
export const areTiny = (css: Declarations): boolean | null => {
	const size = letters(css)
	return size === null ? null : size < SMALL_LETTERS
}

/** Whether an element is invisible; null where nothing is declared. An element inside may be visible again. */
export const isInvisible = (css: Declarations): boolean | null => {
	const visibility = css.get('visibility')
	return visibility === undefined ? null : /^(?:hidden|collapse)$/u.test(visibility)
}

/** Whether no visitor can see the text, whatever a script or the size of the window changes. */
export const neverSeen = (css: Declarations): boolean =>
	/override/u.test(css.get('unicode-bidi') ?? '') ||
	(pixels(css.get('text-indent')) ?? 0) < FAR ||
	isPoint(css)

/** Whether the text is not seen when the page is opened: something may show it, as tabs, menus and animations do. */
export const seenLater = (css: Declarations): boolean => {
	const opacity = css.get('opacity')
	const transform = `${css.get('transform')} scale(${css.get('scale') ?? 1})`
	return (
		css.get('display') === 'none' ||
		css.get('content-visibility') === 'hidden' ||
		(opacity !== undefined && Number.parseFloat(opacity) <= (opacity.endsWith('%') ? 10 : 0.1)) ||
		/opacity\(\s*0*(?:\.0\d*)?%?\s*\)/u.test(css.get('filter') ?? '') ||
		/scale[xy]?\(\s*0?(?:\.0\d*)?\s*[,)]|rotate[xy]\(\s*90deg/u.test(transform) ||
		(css.has('position') && (pixels(css.get('z-index')) ?? 0) < 0) ||
		isAway(css) ||
		isFolded(css)
	)
}
