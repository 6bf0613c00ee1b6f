import { IMPORTANCE_DEFAULT } from '../limits.ts'
import { countWords, MEASURED_FIELDS, type MeasuredField } from '../policies.ts'
import * as words from './classify.ts'
import { keywordsOf } from './classify.ts'
import { findPhrases, occurs, type Phrases } from './phrases.ts'
import { type Token, tokensOf } from './text.ts'
import { BODIES, isDeed, RIVALS } from './verbs.ts'

/** A heuristic score with its reasons, such as "+1 names a figure". There is no labeled data to calibrate it. */
export interface Measure {
	readonly value: number
	readonly reasons: readonly string[]
}

export interface Measures {
	/** 0 to 10: how clear the action is. */
	readonly clarity: Measure
	/** 0 to 10: how partisan the wording is; 0 is neutral. */
	readonly bias: Measure
	/** 0 to 10: how concrete the means, deadlines and amounts are. Does not judge if the policy would work. */
	readonly effectiveness: Measure
	/** 1 to 5: how difficult the policy is to understand. */
	readonly complexity: Measure
	/** 0.5 to 2.0: weight that the source gives the policy. */
	readonly importance: Measure
}

type Change = readonly [by: number, because: string]

interface Scale {
	readonly from: number
	readonly least: number
	readonly most: number
	/** Values are multiples of 1 / steps. */
	readonly steps: number
}

const SCALES = {
	clarity: { from: 6.5, least: 0, most: 10, steps: 10 },
	bias: { from: 0, least: 0, most: 10, steps: 10 },
	effectiveness: { from: 5, least: 0, most: 10, steps: 10 },
	complexity: { from: 1, least: 1, most: 5, steps: 1 },
	importance: { from: 1, least: 0.5, most: 2, steps: 10 },
} as const satisfies Readonly<Record<keyof Measures, Scale>>

const signed = (by: number): string => `${by > 0 ? '+' : '−'}${Math.abs(Math.round(10 * by) / 10)}`

const measured = (scale: Scale, changes: readonly Change[]): Measure => {
	const moved = changes.filter(([by]) => by !== 0)
	const sum = moved.reduce((all, [by]) => all + by, scale.from)
	const value =
		Math.round(Math.min(scale.most, Math.max(scale.least, sum)) * scale.steps) / scale.steps
	return { value, reasons: moved.map(([by, because]) => `${signed(by)} ${because}`) }
}

interface Facts {
	readonly text: string
	readonly tokens: readonly Token[]
	readonly count: number
	readonly figures: number
	readonly hasDate: boolean
	readonly commas: number
	readonly acronyms: number
}

const DATE =
	/\b(?:by|before|from|until|within|in|over the next)\s+(?:the end of\s+)?(?:(?:19|20)\d\d|\d+|one|two|three|four|five|ten|twenty)\s*(?:years?|months?|weeks?|days?)?\b/iu

const factsOf = (text: string): Facts => ({
	text,
	tokens: tokensOf(text),
	count: countWords(text),
	figures: text.match(/\p{N}+(?:[.,]\p{N}+)*/gu)?.length ?? 0,
	hasDate: DATE.test(text),
	commas: text.match(/[,;:()–—]/gu)?.length ?? 0,
	acronyms: new Set(text.match(/\b\p{Lu}{3,}s?\b/gu) ?? []).size,
})

const when = (is: boolean, by: number, because: string): Change => [is ? by : 0, because]

/** Adds a change per matching word, up to a limit; the reason lists the words. */
const each = (
	facts: Facts,
	set: Phrases<true>,
	by: number,
	most: number,
	because: string,
): Change => {
	const found = findPhrases(set, facts.tokens)
	const listed = found.map(({ at, length }) =>
		facts.text.slice(facts.tokens[at]?.start, facts.tokens[at + length - 1]?.end),
	)
	const sum = Math.min(most, Math.abs(by) * found.length) * Math.sign(by)
	return [sum, `${because}: ${[...new Set(listed)].slice(0, 4).join(', ')}`]
}

const clarity = (facts: Facts): Change[] => [
	when(facts.figures > 0, 1, 'names a figure'),
	when(facts.hasDate, 0.5, 'says by when'),
	when(
		facts.tokens.some(({ word }) => isDeed(word)),
		0.7,
		'says what is to be done',
	),
	when(
		facts.tokens.some(({ word }) => BODIES.has(word)),
		0.4,
		'names who is concerned',
	),
	when(facts.count <= 25, 0.6, 'is short'),
	when(facts.count > 35, -1, 'is long'),
	when(facts.count > 55, -1, 'is very long'),
	when(facts.commas > 4, -0.6, 'has many parts'),
	when(facts.acronyms > 1, -0.4, 'uses several abbreviations'),
	each(facts, words.VAGUE, -0.7, 2.8, 'is vague'),
	each(facts, words.HEDGES, -0.8, 1.6, 'hedges'),
]

const bias = (facts: Facts): Change[] => [
	each(facts, words.LOADED, 1.6, 8, 'uses loaded words'),
	each(facts, RIVALS, 2.5, 5, 'speaks of rivals'),
	each(facts, words.ABSOLUTES, 0.5, 1.5, 'allows of no exception'),
	when(/!/u.test(facts.text), 1, 'exclaims'),
	when(/(?:\b\p{Lu}{4,}\b.*){3}/u.test(facts.text.slice(0, 500)), 1, 'shouts'),
	when(/[“”"'‘’]\p{L}+[“”"'’]/u.test(facts.text), 0.4, 'puts a word in quotation marks'),
]

const effectiveness = (facts: Facts): Change[] => [
	when(occurs(words.MECHANISMS, facts.tokens), 1.5, 'names a means'),
	when(facts.figures > 0, 1.2, 'can be measured'),
	when(facts.hasDate, 1, 'says by when'),
	when(
		facts.tokens.some(({ word }) => BODIES.has(word)),
		0.5,
		'names who is concerned',
	),
	when(occurs(words.FUNDING, facts.tokens), 1, 'says where the money comes from'),
	each(facts, words.HEDGES, -1, 2, 'hedges'),
	each(facts, words.VAGUE, -0.4, 1.6, 'is vague'),
]

const complexity = (facts: Facts): Change[] => [
	when(facts.count > 14, 0.6, 'has more than 14 words'),
	when(facts.count > 28, 0.8, 'has more than 28 words'),
	when(facts.count > 45, 0.8, 'has more than 45 words'),
	when(facts.commas >= 3, 0.5, 'has several parts'),
	when(facts.figures > 1, 0.4, 'names several figures'),
	when(facts.acronyms > 0, 0.4, 'uses abbreviations'),
	each(facts, words.CONDITIONS, 0.7, 1.4, 'has conditions'),
]

const importance = (facts: Facts, mentions: number): Change[] => [
	when(occurs(words.PRIORITY, facts.tokens), 0.3, 'is called urgent or a priority'),
	when(occurs(words.GREAT_CHANGE, facts.tokens), 0.2, 'changes much'),
	when(occurs(words.SCOPE, facts.tokens), 0.1, 'is for all'),
	when(/\b(?:million|billion|trillion|bn)\b/iu.test(facts.text), 0.2, 'names a large figure'),
	when(mentions > 1, Math.min(0.3, 0.1 * (mentions - 1)), 'is said more than once'),
	when(occurs(words.SMALL_CHANGE, facts.tokens), -0.2, 'is a small step'),
	when(occurs(words.HEDGES, facts.tokens), -0.1, 'hedges'),
]

/**
 * Computes five heuristic scores of a policy, with reasons. @param quote the candidate's words, for the importance only.
 * @param mentions number of mentions in the source.
 */
export const measure = (statement: string, quote = statement, mentions = 1): Measures => {
	const facts = factsOf(statement)
	return {
		clarity: measured(SCALES.clarity, clarity(facts)),
		bias: measured(SCALES.bias, bias(facts)),
		effectiveness: measured(SCALES.effectiveness, effectiveness(facts)),
		complexity: measured(SCALES.complexity, complexity(facts)),
		importance: measured(SCALES.importance, importance(factsOf(quote), mentions)),
	}
}

/** Measured fields of a policy; null if never set. */
export interface Figures {
	readonly importance: number
	readonly complexityLevel: number | null
	readonly clarityScore: number | null
	readonly biasScore: number | null
	readonly effectivenessScore: number | null
	readonly keywords: string[]
}

/** A policy's text and figures. `setByHand` lists the fields that a person set; null if unknown. */
export interface Measured extends Figures {
	readonly text: string
	readonly quote: string | null
	readonly setByHand: readonly MeasuredField[] | null
}

/** Figures in a request. `setByHand` is absent if the client does not track it. */
export interface SentFigures extends Figures {
	readonly text: string
	readonly setByHand?: readonly MeasuredField[] | null | undefined
}

export const figuresOf = (
	text: string,
	quote = text,
): { [Field in keyof Figures]: NonNullable<Figures[Field]> } => {
	const { importance, complexity, clarity, bias, effectiveness } = measure(text, quote)
	return {
		importance: importance.value,
		complexityLevel: complexity.value,
		clarityScore: clarity.value,
		biasScore: bias.value,
		effectivenessScore: effectiveness.value,
		keywords: keywordsOf(text),
	}
}

const isSame = (field: MeasuredField, one: Figures, other: Figures): boolean => {
	const [a, b] = [one[field], other[field]]
	return Array.isArray(a) && Array.isArray(b)
		? a.length === b.length && a.every((word, index) => word === b[index])
		: a === b
}

const isUnset = (field: MeasuredField, figures: Figures): boolean => {
	const value = figures[field]
	if (Array.isArray(value)) return value.length === 0
	return value === null || (field === 'importance' && value === IMPORTANCE_DEFAULT)
}

/** Fields of a new policy that differ from both the measured values and the defaults. */
export const setByHandOf = (sent: Figures & { readonly text: string }, quote?: string | null) => {
	const measured = [figuresOf(sent.text), figuresOf(sent.text, quote ?? sent.text)]
	return MEASURED_FIELDS.filter(
		(field) => !isUnset(field, sent) && !measured.some((each) => isSame(field, sent, each)),
	)
}

/**
 * Merges the figures of an update. Fields set by a person stay; others are measured again if the text changed. A field
 * counts as set if it differs from both its old value and the new measurement.
 */
export const settleFigures = (
	before: Measured,
	sent: SentFigures,
): { [Field in MeasuredField]?: Figures[Field] } & { setByHand: MeasuredField[] } => {
	const isReworded = sent.text !== before.text
	const measured = figuresOf(sent.text)
	const byHand = sent.setByHand ?? null
	const hand = new Set(byHand ?? before.setByHand ?? setByHandOf(before, before.quote))
	const again: Partial<Record<MeasuredField, Figures[MeasuredField]>> = {}
	for (const field of MEASURED_FIELDS) {
		const followsText = (isReworded || byHand !== null) && isSame(field, sent, measured)
		if (isSame(field, sent, before)) {
			const wasMeasured = before[field] !== null
			if (isReworded && wasMeasured && !hand.has(field)) again[field] = measured[field]
		} else if (!followsText) hand.add(field)
	}
	return {
		...(again as { [Field in MeasuredField]?: Figures[Field] }),
		setByHand: MEASURED_FIELDS.filter((field) => hand.has(field)),
	}
}
