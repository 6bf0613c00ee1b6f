import type { POLICY_CATEGORIES } from '../types.ts'
import { entriesOf } from './phrases.ts'

export interface Token {
	/** Lowercase, without a possessive 's. */
	readonly word: string
	readonly start: number
	readonly end: number
	readonly capital: boolean
}

/** Initials with periods; numbers with separators; words with apostrophes; currency and percent signs. */
const WORD =
	/(?:\p{Lu}\.){2,}|\p{N}+(?:[.,]\p{N}+)*\p{L}*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*|[%£$€]/gu

/**
 * Expanded contractions: "won't" is "will not". A Map, because plain objects have inherited keys such as "constructor".
 */
const CONTRACTED: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries<readonly string[]>({
		"won't": ['will', 'not'],
		"can't": ['can', 'not'],
		"shan't": ['shall', 'not'],
		"let's": ['let', 'us'],
		cannot: ['can', 'not'],
		wont: ['will', 'not'],
		dont: ['do', 'not'],
	}),
)
const ENDINGS: ReadonlyMap<string, string> = new Map(
	Object.entries<string>({
		ll: 'will',
		ve: 'have',
		re: 'are',
		d: 'would',
		m: 'am',
	}),
)
/** After these, 's means "is"; elsewhere it is a possessive. */
const BEFORE_IS = new Set(['it', 'that', 'there', 'he', 'she', 'what', 'who', 'here', 'where'])
/** Countries if capitalized; words in lowercase. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
	Object.entries<string>({ US: 'usa', 'U.S.': 'usa', 'U.S.A.': 'usa' }),
)

const spread = (word: string): readonly string[] => {
	const known = CONTRACTED.get(word)
	if (known !== undefined) return known
	if (word.endsWith("n't")) return [word.slice(0, -3), 'not']
	const at = word.lastIndexOf("'")
	if (at < 0) return [word]
	const head = word.slice(0, at)
	const tail = word.slice(at + 1)
	if (tail === 's') return BEFORE_IS.has(head) ? [head, 'is'] : [head]
	const whole = ENDINGS.get(tail)
	return whole === undefined ? [word] : [head, whole]
}

/** Splits a text into words, also at hyphens. */
export const tokensOf = (text: string): Token[] => {
	const tokens: Token[] = []
	for (const { 0: raw, index } of text.matchAll(WORD)) {
		const place = { start: index, end: index + raw.length, capital: /^\p{Lu}/u.test(raw) }
		const plain = COUNTRIES.get(raw) ?? raw.replaceAll('’', "'").toLowerCase()
		const word = plain.endsWith('.') ? plain.replaceAll('.', '') : plain
		for (const part of spread(word)) tokens.push({ word: part, ...place })
	}
	return tokens
}

/** Titles: a period after them does not end a sentence. All lists here are lowercase, without the period. */
export const TITLES = new Set(
	entriesOf(`mr, mrs, ms, mx, dr, v, prof, revd, rev, hon, gen, lt, maj, capt, cpl, sgt, cmdr, gov, sen, rep, reps, sens,
		supt, cllr, dep, asst, messrs, mme, mlle, e.g, i.e, viz, vs, cf`),
)

/** Abbreviations before numbers ("No. 4", "p. 12"); without a number, the period ends a sentence. */
export const BEFORE_NUMBERS = new Set(
	entriesOf(`no, nos, p, pp, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, s, ss, h.r, hr, h.j, h.con,
		art, arts, sec, sect, ch, chap, cl, para, paras, vol, vols, fig, figs, eq, ref, refs, app, tel, ext, approx, ca, c,
		pt, ed`),
)

/** Abbreviations that may end a sentence; they do if a typical sentence start follows. */
export const ENDING = new Set(
	entriesOf(`etc, inc, ltd, co, corp, llc, plc, bros, jr, sr, esq, dept, depts, ave, blvd, rd, st, mt, ft, govt, assn,
		assoc, intl, univ, dept, natl, bldg, hwy, approx, incl, excl, al, eg, ie, pres, adm, min, col, ph.d, b.sc, m.sc,
		calif, conn, ariz, colo, fla, ky, mich, minn, nev, okla, tenn, tex, wis, wyo`),
)

/** Words that start sentences and rarely follow an abbreviation within a name. */
export const STARTERS = new Set(
	entriesOf(`the, a, an, this, that, these, those, there, it, its, he, she, they, we, i, you, our, my, their, his, her,
		your, in, on, at, by, for, from, to, with, without, of, as, if, when, while, where, after, before, since, until,
		because, although, though, but, and, or, so, yet, nor, not, no, all, every, each, some, many, most, both, however,
		therefore, moreover, furthermore, also, then, now, today, instead, let, what, who, why, how, which, under, over,
		through, between, during, once, only, even, more, here, finally, first, second, third, another, such, can, will,
		please, unlike, despite, according, too, ensure, support, introduce, end, stop, build, create, raise`),
)

export const STOPWORDS = new Set(
	entriesOf(`a, an, the, and, or, but, nor, so, yet, if, then, than, that, this, these, those, there, here, it, its, he, she, they, them, their, theirs, his, her, hers, him,
		i, me, my, mine, we, us, our, ours, you, your, yours, who, whom, whose, which, what, when, where, why, how, of, in, on, at, by, for, from, to, with, without, into, onto, over, under,
		about, above, below, between, through, during, before, after, since, until, against, across, among, within, as, is, are, was, were, be, been, being, am, have, has, had, having, do, does, did, doing,
		will, would, shall, should, must, can, could, may, might, ought, need, needs, not, no, never, also, only, just, very, too, more, most, less, least, many, much, few, some, any, all, every, each, both, either,
		neither, such, own, same, other, others, another, again, further, once, even, still, ever, always, often, one, two, while, whilst, because, though, although, up, down, out, off, along, per, via, upon, towards, toward,
		make, made, makes, making, get, got, give, given, take, taken, like, new, way, ways, ensure, ensuring, including, include, includes, continue, help, work, want, believe, support`),
)

const stemOf = (word: string): string => {
	if (/\p{N}/u.test(word) || word.length < 4) return word
	const bare = word
		.replace(/(?:ies|ied)$/u, 'y')
		.replace(/(?<=\p{L}{3})(?:ing|ed|es|s)$/u, '')
		.replace(/(?<=\p{L}{3})e$/u, '')
	// For example "planned", "cutting".
	return /([b-df-hj-np-tv-z])\1$/u.test(bare) && !/(?:ll|ss)$/u.test(bare)
		? bare.slice(0, -1)
		: bare
}

/** True for forms of the same word. Figures must match exactly. */
export const isSameWord = (one: string, other: string): boolean =>
	one === other || stemOf(one) === stemOf(other)

export const isVerbatim = (text: string, quote: string, start: number): boolean =>
	quote !== '' && Number.isInteger(start) && start >= 0 && text.startsWith(quote, start)

/** Data that the extraction stages exchange. All offsets refer to the stored text of the source. */

export type PolicyCategory = (typeof POLICY_CATEGORIES)[number]

/** `other` is page furniture such as forms, menus and footers: shown with the source but never proposed. */
export type BlockKind = 'heading' | 'paragraph' | 'bullet' | 'other'

/** A block of the source; a bullet starts after its marker. */
export interface Block {
	readonly kind: BlockKind
	readonly start: number
	readonly end: number
	/** Initially hidden by the page; its text may be meant for machines. */
	readonly hidden?: boolean | undefined
}

export interface SourceText {
	readonly text: string
	readonly blocks: readonly Block[]
}

export interface Sentence {
	readonly start: number
	readonly end: number
	/** Verbatim: `source.text.slice(start, end)`. */
	readonly quote: string
	readonly text: string
	readonly kind: BlockKind
	readonly block: number
	readonly heading: string | null
	/** For bullets: the line that announces the list ("We will:"). */
	readonly leadIn: string | null
	readonly list: number | null
	readonly hidden: boolean
}

export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Normalizes a text for comparison: ignores case and spacing. */
export const comparable = (text: string): string => oneLine(text).toLowerCase()

/** Folds case, accents and apostrophes, to recognize names. */
export const foldName = (text: string): string =>
	text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
