import type { Declarations, Styles } from './page-styles.ts'
import type { Attributes } from './tree.ts'

interface Colour {
	readonly parts: readonly [number, number, number]
	readonly cover: number
}

const NAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ white: '#fff', snow: '#fffafa', ivory: '#fffff0', ghostwhite: '#f8f8ff' },
		...{ black: '#000', transparent: '#0000' },
	}),
)

/** Parses a color. Returns null for unsupported forms. */
const colourOf = (text: string | undefined): Colour | null => {
	const written = text?.trim().toLowerCase() ?? ''
	const value = NAMED.get(written) ?? written
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
	// HSL is only approximated: near-white, or some visible color.
	return blue >= 97 ? { parts: [255, 255, 255], cover } : { parts: [128, red % 256, green], cover }
}

const areAlike = (one: Colour, other: Colour): boolean =>
	one.parts.every((part, index) => Math.abs(part - (other.parts[index] ?? 0)) <= 12)

/** Pixels of a unit. Relative units assume a typical parent. */
const UNITS: Readonly<Record<string, number | undefined>> = {
	...{ '': 1, px: 1, pt: 1.33, pc: 16, in: 96, cm: 38, mm: 3.8 },
	...{ em: 16, rem: 16, ex: 8, ch: 8, vw: 12, vh: 8, vmin: 8, vmax: 12, '%': 8 },
}

/** Approximate length in pixels. */
const pixels = (text: string | undefined): number | null => {
	const found = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/u.exec(text ?? '')
	const unit = found?.[2] === undefined ? undefined : UNITS[found[2]]
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

/** Clipped to a few pixels, as screen-reader text is. Excludes zero height, which collapsible boxes use. */
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

const letters = (css: Declarations): number | null => {
	const short = /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))/u.exec(css.get('font') ?? '')?.[1]
	const size = css.get('font-size') ?? short
	// Relative to the parent, assumed to be 16 px.
	return size?.endsWith('%') ? (16 * Number.parseFloat(size)) / 100 : pixels(size)
}

/** Null if not declared, because the size is inherited. */
const areTiny = (css: Declarations): boolean | null => {
	const size = letters(css)
	return size === null ? null : size < SMALL_LETTERS
}

/** Null if not declared, because visibility is inherited and can be restored by a descendant. */
const isInvisible = (css: Declarations): boolean | null => {
	const visibility = css.get('visibility')
	return visibility === undefined ? null : /^(?:hidden|collapse)$/u.test(visibility)
}

/** No script or window size can plausibly reveal this text. */
const neverSeen = (css: Declarations): boolean =>
	/override/u.test(css.get('unicode-bidi') ?? '') ||
	(pixels(css.get('text-indent')) ?? 0) < FAR ||
	isPoint(css)

/** Hidden at first, but may be revealed, as in tabs, menus, and animations. */
const seenLater = (css: Declarations): boolean => {
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

/** Background color, 'unknown' for images and gradients, or null if not declared. */
type Background = ReturnType<typeof colourOf> | 'unknown'

const SPOKEN_CLASSES =
	/(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|element-invisible|off-?screen)(?:\s|$)/u
const HIDING_CLASSES = /(?:^|\s)(?:hidden|invisible|d-none|is-hidden|u-hidden|hide)(?:\s|$)/u
/** Classes that reveal hidden text by breakpoint, hover, focus, or script. */
const SHOWING_CLASSES =
	/(?:^|\s)(?:\S{1,60}:(?:block|flex|grid|inline|inline-\w+|table|table-\w+|contents|list-item|flow-root|visible|not-sr-only)|d-(?:sm|md|lg|xl|xxl|print)-(?:block|flex|grid|inline|inline-\w+|table\S*)|visible-\S+|show-for-(?!sr)\S+|show|active|in)(?:\s|$)/u
const WHITE = { parts: [255, 255, 255], cover: 1 } as const

/** Visible, only after an interaction, or never. */
export type Sight = 'seen' | 'later' | 'never'

export interface Look {
	readonly behind: Background
	readonly colour: ReturnType<typeof colourOf>
	/** The text is visible despite its color, e.g. with a gradient clipped to the letters. */
	readonly painted: boolean
	readonly tiny: boolean
	readonly invisible: boolean
}

export const PLAIN: Look = {
	...{ behind: null, colour: null, painted: false },
	...{ tiny: false, invisible: false },
}

/** Visibility of an element's own text. @param isWhole the page links no external style sheet. */
export const sightOf = (
	{ behind, colour, painted, tiny, invisible }: Look,
	isWhole: boolean,
): Sight => {
	if (tiny) return 'never'
	if (colour !== null && !painted) {
		if (colour.cover < 0.1) return 'never'
		const isSame = behind !== 'unknown' && areAlike(colour, behind ?? WHITE)
		// An external style sheet may set the background.
		if (isSame) return behind === null && !isWhole ? 'later' : 'never'
	}
	return invisible ? 'later' : 'seen'
}

const lookOf = (name: string, attributes: Attributes, css: Declarations, around: Look): Look => {
	const own = css.get('background-color') ?? css.get('background')?.split(/\s+(?![^(]*\))/u)[0]
	const ground = own ?? attributes.bgcolor
	const filled = css.get('-webkit-text-fill-color') ?? css.get('color')
	const colour = colourOf(filled ?? (name === 'font' ? attributes.color : undefined))
	const clip = css.get('background-clip') ?? css.get('-webkit-background-clip') ?? ''
	return {
		// The color of an image or gradient is unknown, so treat the text as visible.
		behind: ground === undefined ? around.behind : (colourOf(ground) ?? 'unknown'),
		colour: colour ?? around.colour,
		painted: /text/u.test(clip) || (colour === null && around.painted),
		tiny: areTiny(css) ?? around.tiny,
		invisible: isInvisible(css) ?? around.invisible,
	}
}

/** Visibility of an element and its inherited style. Ignores external style sheets and scripts. */
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
