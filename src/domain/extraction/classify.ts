import { ECONOMY } from './lexicon-economy.ts'
import { EDUCATION } from './lexicon-education.ts'
import { ENVIRONMENT } from './lexicon-environment.ts'
import { FOREIGN_POLICY } from './lexicon-foreign.ts'
import { GOVERNANCE } from './lexicon-governance.ts'
import { HEALTHCARE } from './lexicon-healthcare.ts'
import { SOCIAL } from './lexicon-social.ts'
import { entriesOf, type Found, findPhrases, phraseSet, phrases, standsAt } from './phrases.ts'
import type { PolicyCategory } from './source.ts'
import { type Token, tokensOf } from './tokens.ts'

interface Sign {
	readonly category: PolicyCategory
	readonly weight: number
}

const WEIGHTS = { core: 5, strong: 3, medium: 1.5, weak: 0.5 } as const
/** An entry of several words says more than one word does. */
const PHRASE = 1.3

const LEXICONS: Readonly<Record<PolicyCategory, Readonly<Record<keyof typeof WEIGHTS, string>>>> = {
	ECONOMY,
	HEALTHCARE,
	EDUCATION,
	ENVIRONMENT,
	SOCIAL,
	FOREIGN_POLICY,
	GOVERNANCE,
}
const CATEGORIES = Object.keys(LEXICONS) as PolicyCategory[]

const signs = function* (): Generator<readonly [string, Sign]> {
	for (const category of CATEGORIES) {
		for (const tier of ['core', 'strong', 'medium', 'weak'] as const) {
			for (const entry of new Set(entriesOf(LEXICONS[category][tier]))) {
				const weight = WEIGHTS[tier] * (tier !== 'core' && entry.includes(' ') ? PHRASE : 1)
				yield [entry, { category, weight }]
			}
		}
	}
}
const LEXICON = phrases(signs())

/** Behind these a sentence says what its policy is for or gives an example: less telling than what is to be done. */
const ASIDE = phraseSet(
	`so that, in order to, because, which, who, whose, where, such as, especially, particularly, in particular, for example, e g, ensuring, allowing, enabling, despite, although, rather than, instead of, regardless of, like`,
)
const ASIDE_WEIGHT = 0.6

export type Topics = Readonly<Record<PolicyCategory, number>>

const noTopics = (): Record<PolicyCategory, number> => ({
	ECONOMY: 0,
	HEALTHCARE: 0,
	EDUCATION: 0,
	ENVIRONMENT: 0,
	SOCIAL: 0,
	FOREIGN_POLICY: 0,
	GOVERNANCE: 0,
})

/** The first word of the aside that a sentence ends in; its length where there is none. */
const asideFrom = (tokens: readonly Token[]): number => {
	const at = tokens.findIndex((_, index) => index > 3 && standsAt(ASIDE, tokens, index))
	return at < 0 ? tokens.length : at
}

/** The signs in a text, each weighed: what is repeated counts half, what stands in an aside less. */
const weigh = (tokens: readonly Token[]): { found: Found<Sign>; weight: number }[] => {
	const aside = asideFrom(tokens)
	const seen = new Map<string, number>()
	return findPhrases(LEXICON, tokens).map((found) => {
		const key = `${found.value.category} ${found.text}`
		const times = seen.get(key) ?? 0
		seen.set(key, times + 1)
		const place = found.at >= aside ? ASIDE_WEIGHT : 1
		return { found, weight: (found.value.weight * place) / 2 ** times }
	})
}

/** Each further word for a category adds less than the one before: five words of one kind are not five reasons. */
const FURTHER = 0.5

/** How much each category is spoken of in a text. */
export const topicsOf = (text: string): Topics => {
	const topics = noTopics()
	const shares = { ...noTopics() }
	const found = weigh(tokensOf(text)).toSorted((a, b) => b.weight - a.weight)
	for (const { found: sign, weight } of found) {
		const { category } = sign.value
		topics[category] += weight * FURTHER ** shares[category]++
	}
	return topics
}

/** The weight of all topics together: 0 where a text speaks of nothing that is a policy's business. */
export const topicality = (topics: Topics): number => Math.max(...Object.values(topics))

/** The topics of the texts around a sentence. */
export interface Context {
	readonly heading?: Topics | null
	readonly leadIn?: Topics | null
	/** Sentences before and behind it under the same heading. */
	readonly neighbours?: readonly Topics[]
}

/** What stands around a sentence speaks for it as far as the sentence does not speak for itself. */
const HEADING = { share: 3, most: 12 }
const LEAD_IN = { share: 0.8, most: 4 }
const NEIGHBOUR = { share: 0.3, most: 1.5 }
/** So much weight in a text is enough to be sure of its topic, where no other category has any. */
const ENOUGH = 5

const add = (
	sum: Record<PolicyCategory, number>,
	topics: Topics | null | undefined,
	{ share, most }: { share: number; most: number },
): void => {
	if (!topics) return
	for (const category of CATEGORIES) sum[category] += Math.min(most, share * topics[category])
}

/** The categories in the order of their weight, and how clearly the first is ahead, from 0 to 1. */
const rank = (sum: Topics): { first: PolicyCategory; lead: number; total: number } => {
	const [first = FALLBACK, second = FALLBACK] = CATEGORIES.toSorted((a, b) => sum[b] - sum[a])
	if (sum[first] === 0) return { first: FALLBACK, lead: 0, total: 0 }
	const enough = Math.min(1, sum[first] / ENOUGH)
	return { first, lead: ((sum[first] - sum[second]) / sum[first]) * enough, total: sum[first] }
}

export interface Classification {
	readonly category: PolicyCategory
	/** 0 to 1: how clearly the category is ahead of the others. */
	readonly confidence: number
	/** The words of the sentence that spoke for it, the weightiest first. */
	readonly words: readonly string[]
}

/** What is taken where nothing speaks for any category, as in the wizard's form. */
const FALLBACK: PolicyCategory = 'GOVERNANCE'

/** The words of a text that speak for a category, or for any, as they stand there, the weightiest first. */
export const topicWords = (text: string, category: PolicyCategory | null = null): string[] => {
	const tokens = tokensOf(text)
	const found = weigh(tokens).filter(({ found, weight }) =>
		category === null ? weight >= WEIGHTS.medium : found.value.category === category,
	)
	const said = found
		.toSorted((a, b) => b.weight - a.weight)
		.map(({ found: { at, length } }) =>
			tokens
				.slice(at, at + length)
				.map(({ word }) => word)
				.join(' '),
		)
	return [...new Set(said)].slice(0, 5)
}

/** A sentence that begins so speaks of what was said before it. */
const POINTS_BACK =
	/^(?:and |but |so )?(?:this|these|it|they|those|that|such|instead|therefore|however)\b/iu
/** What stands around a sentence always counts so much, and so much where the sentence points back to it. */
const LEAST = 0.2
const BACK = 0.8

/** The category that a sentence belongs to, by its words, and by what stands around it. */
export const classify = (text: string, context: Context = {}): Classification => {
	const sum = { ...topicsOf(text) }
	const open = Math.max(POINTS_BACK.test(text) ? BACK : LEAST, 1 - rank(sum).lead)
	const scaled = ({ share, most }: { share: number; most: number }) => ({
		share: share * open,
		most: most * open,
	})
	add(sum, context.heading, scaled(HEADING))
	add(sum, context.leadIn, scaled(LEAD_IN))
	for (const neighbour of context.neighbours ?? []) add(sum, neighbour, scaled(NEIGHBOUR))
	const { first, lead } = rank(sum)
	return {
		category: first,
		confidence: Math.round(100 * lead) / 100,
		words: topicWords(text, first),
	}
}
