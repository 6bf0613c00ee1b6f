import { colord, extend, type RgbaColor } from 'colord'
import names from 'colord/plugins/names'
import type { Css } from './page-styles.ts'
import type { Attributes } from './tree.ts'

/** Visible, only after an interaction, or never. */
export type Sight = 'seen' | 'later' | 'never'

/** Style that text inherits. */
export interface Look {
	/** Background color; 'unknown' for images and gradients, whose text counts as visible; null if not declared. */
	readonly behind: RgbaColor | 'unknown' | null
	readonly colour: RgbaColor | null
	/** The text is visible despite its color, e.g. with a gradient clipped to the letters. */
	readonly painted: boolean
	readonly tiny: boolean
	readonly invisible: boolean
}

export const PLAIN: Look = {
	...{ behind: null, colour: null, painted: false },
	...{ tiny: false, invisible: false },
}

extend([names])

/** Parses a CSS color: parts from 0 to 255, opacity from 0 to 1. Null for unsupported forms. */
const toRgb = (text: string): RgbaColor | null => {
	const colour = colord(text)
	return colour.isValid() ? colour.rgba : null
}

const areAlike = (one: RgbaColor, other: RgbaColor): boolean =>
	[one.r - other.r, one.g - other.g, one.b - other.b].every((by) => Math.abs(by) <= 12)

/** Pixels of a unit. Relative units assume a typical parent. */
const UNITS: ReadonlyMap<string | undefined, number> = new Map(
	Object.entries({
		...{ '': 1, px: 1, pt: 1.33, pc: 16, in: 96, cm: 38, mm: 3.8, em: 16, rem: 16 },
		...{ ex: 8, ch: 8, '%': 8, vw: 12, vh: 8, vmin: 8, vmax: 12 },
	}),
)

/** Approximate length in pixels; not a number if unknown. */
const pixels = (text: string): number => {
	const found = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z%]*)$/u.exec(text)
	return Number(found?.[1]) * (UNITS.get(found?.[2]) ?? Number.NaN)
}

const FAR = -300
const SMALL_LETTERS = 4
const AWAY =
	'left top right bottom inset-inline-start margin-left margin-top margin-inline-start'.split(' ')
const EXTENTS = 'width height max-width max-height block-size inline-size'.split(' ')

/** Some extent is within these pixels, and the rest of the content is cut off. */
const isCutTo = (css: Css, least: number, most: number): boolean =>
	/hidden|clip/u.test(`${css('overflow')} ${css('overflow-x')} ${css('overflow-y')}`) &&
	EXTENTS.some((property) => pixels(css(property)) >= least && pixels(css(property)) <= most)

/** No script or window size can plausibly reveal this text. Excludes zero height, which collapsible boxes use. */
const isNever = (css: Css): boolean =>
	css('unicode-bidi').includes('override') ||
	pixels(css('text-indent')) < FAR ||
	isCutTo(css, 0.1, 2) ||
	css('clip').startsWith('rect(')

/** Hidden at first, but may be revealed, as in tabs, menus, and animations. */
const isLater = (css: Css): boolean =>
	css('display') === 'none' ||
	css('content-visibility') === 'hidden' ||
	Number.parseFloat(css('opacity')) <= (css('opacity').endsWith('%') ? 10 : 0.1) ||
	/opacity\(\s*0*(?:\.0\d*)?%?\s*\)/u.test(css('filter')) ||
	/scale[xy]?\(\s*0?(?:\.0\d*)?\s*[,)]|rotate[xy]\(\s*90deg/u.test(
		`${css('transform')} scale(${css('scale') || 1})`,
	) ||
	/translate\w*\([^)]*-\s*(?:\d{3,}|[5-9]\d)/u.test(css('transform') || css('translate')) ||
	(css('position') !== '' && pixels(css('z-index')) < 0) ||
	AWAY.some((property) => pixels(css(property)) < FAR) ||
	isCutTo(css, 0, 2) ||
	/^(?:inset\((?:[5-9]\d|100)(?:\.\d+)?%|(?:circle|ellipse)\(0|polygon\((?:0(?:px|%)?\s+0(?:px|%)?,?\s*)+\))/u.test(
		css('clip-path'),
	)

const SPOKEN_CLASSES =
	/(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-(?:text|only)|show-for-sr|element-invisible|off-?screen)(?:\s|$)/u
const HIDING_CLASSES = /(?:^|\s)(?:hidden|invisible|d-none|is-hidden|u-hidden|hide)(?:\s|$)/u
/** Classes that reveal hidden text by breakpoint, hover, focus, or script. */
const SHOWING_CLASSES =
	/(?:^|\s)(?:\S{1,60}:(?:block|flex|grid|inline|inline-\w+|table|table-\w+|contents|list-item|flow-root|visible|not-sr-only)|d-(?:sm|md|lg|xl|xxl|print)-(?:block|flex|grid|inline|inline-\w+|table\S*)|visible-\S+|show-for-(?!sr)\S+|show|active|in)(?:\s|$)/u

const sightOf = (css: Css, name: string, attributes: Attributes): Sight => {
	const classes = attributes.class ?? ''
	const isShown = SHOWING_CLASSES.test(classes)
	if ((SPOKEN_CLASSES.test(classes) && !isShown) || isNever(css)) return 'never'
	const isClosed =
		attributes.hidden !== undefined ||
		attributes['aria-hidden'] === 'true' ||
		(name === 'dialog' && attributes.open === undefined) ||
		(HIDING_CLASSES.test(classes) && !isShown)
	return isClosed || isLater(css) ? 'later' : 'seen'
}

/** Declared parts of the look. */
const lookOf = (
	css: Css,
	name: string,
	{ color = '', bgcolor = '' }: Attributes,
): Partial<Look> => {
	const background = css('background').split(/\s+(?![^(]*\))/u)[0]
	const ground = css('background-color') || background || bgcolor
	const behind = toRgb(ground)
	const letters = css('-webkit-text-fill-color') || css('color') || (name === 'font' ? color : '')
	const colour = toRgb(letters)
	const clip = css('background-clip') || css('-webkit-background-clip')
	const size =
		css('font-size') || /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))/u.exec(css('font'))?.[1] || ''
	const height = size.endsWith('%') ? 0.16 * Number.parseFloat(size) : pixels(size)
	const visibility = css('visibility')
	return {
		...(ground !== '' && behind?.a !== 0 && { behind: behind ?? 'unknown' }),
		...(colour && { colour, painted: false }),
		...(clip.includes('text') && { painted: true }),
		...(height >= 0 && { tiny: height < SMALL_LETTERS }),
		...(visibility !== '' && { invisible: /^(?:hidden|collapse)$/u.test(visibility) }),
	}
}

/** Visibility of an element, apart from its look. Ignores external style sheets and scripts. */
export const effectOf = (css: Css, name: string, attributes: Attributes) => ({
	sight: sightOf(css, name, attributes),
	look: lookOf(css, name, attributes),
})

const WHITE: RgbaColor = { r: 255, g: 255, b: 255, a: 1 }

/** Visibility of text by its look. @param isWhole the page links no external style sheet, which may set backgrounds. */
export const sightByLook = (
	{ behind, colour, painted, tiny, invisible }: Look,
	isWhole: boolean,
): Sight => {
	if (tiny) return 'never'
	if (colour !== null && !painted) {
		if (colour.a < 0.1) return 'never'
		const isSame = behind !== 'unknown' && areAlike(colour, behind ?? WHITE)
		if (isSame) return behind === null && !isWhole ? 'later' : 'never'
	}
	return invisible ? 'later' : 'seen'
}
