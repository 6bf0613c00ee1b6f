import { MAX_PROPOSALS, SOURCE_MAX_CHARACTERS } from '../limits.ts'
import { REVIEW } from '../policies.ts'
import type { Result } from '../types.ts'
import { type Classification, classify, keywordsOf } from './classify.ts'
import { COMMITMENT, type Detection, detectAll, lookAt, type Reason, SURE } from './detect.ts'
import { type Measures, measure } from './measure.ts'
import { segment, surroundings } from './segment.ts'
import { sidesOf } from './sides.ts'
import { situate } from './situate.ts'
import { isVerbatim, oneLine, type Sentence, type SourceText, STOPWORDS, tokensOf } from './text.ts'
import { type Statement, statementsOf } from './wording.ts'

export interface Duplicate {
	readonly dropped: number
	readonly kept: number
	readonly similarity: number
	readonly because: string
}

/** Minimum share of common content words of duplicates. */
const ALIKE = 0.75
/** Maximum number of comparisons per statement; candidates share its rarest words. */
const MOST_COMPARED = 100

interface Words {
	readonly index: number
	readonly set: ReadonlySet<string>
	/** Figures and negations, which must match exactly: 100 homes are not 200. */
	readonly exact: string
}

const stem = (word: string): string => word.replace(/(?:ies|ing|es|ed|s)$/u, '').slice(0, 8)

const wordsOf = (text: string, index: number): Words => {
	const tokens = tokensOf(text)
	const exact = tokens.filter(({ word }) => /\d|^(?:not|never|no|oppose|against)$/.test(word))
	const content = tokens.filter(({ word }) => !STOPWORDS.has(word) && word.length > 1)
	return {
		index,
		set: new Set(content.map(({ word }) => stem(word))),
		exact: exact.map(({ word }) => word).join(' '),
	}
}

const similarity = (a: Words, b: Words): number => {
	if (a.exact !== b.exact || a.set.size === 0) return 0
	const both = [...a.set].filter((word) => b.set.has(word)).length
	return both / (a.set.size + b.set.size - both)
}

/** Share of common content words, 0 to 1; 0 if figures or negations differ. */
export const similarityOf = (one: string, other: string): number =>
	similarity(wordsOf(one, 0), wordsOf(other, 1))

const frequencies = (all: readonly Words[]): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>()
	for (const { set } of all) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1)
	return counts
}

/** The rarest words of a text. Two duplicates share at least one, so only texts that share one are compared. */
const rarest = ({ set }: Words, counts: ReadonlyMap<string, number>): string[] => {
	const most = set.size - Math.ceil(ALIKE * set.size) + 1
	const byRarity = [...set].toSorted(
		(a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1),
	)
	return byRarity.slice(0, most)
}

/**
 * Finds near-duplicates among statements in source order. Keeps the one with the highest score, or the first of equals.
 * @returns the duplicates to drop, in source order.
 */
export const duplicatesOf = (
	statements: readonly { readonly text: string; readonly score: number }[],
): Duplicate[] => {
	const all = statements.map(({ text }, index) => wordsOf(text, index))
	const counts = frequencies(all)
	const scoreOf = (index: number): number => statements[index]?.score ?? 0
	const kept = new Map<string, Words[]>()
	const duplicates: Duplicate[] = []
	for (const words of all.toSorted(
		(a, b) => scoreOf(b.index) - scoreOf(a.index) || a.index - b.index,
	)) {
		const keys = rarest(words, counts)
		const others = keys.flatMap((key) => kept.get(key) ?? []).slice(0, MOST_COMPARED)
		const same = others.find((other) => similarity(words, other) >= ALIKE)
		if (same) {
			const firmer = scoreOf(same.index) > scoreOf(words.index)
			duplicates.push({
				dropped: words.index,
				kept: same.index,
				similarity: Math.round(100 * similarity(words, same)) / 100,
				because: firmer ? 'it commits more clearly' : 'it comes first in the source',
			})
			continue
		}
		for (const key of keys) {
			const list = kept.get(key)
			if (list) list.push(words)
			else kept.set(key, [words])
		}
	}
	return duplicates.toSorted((a, b) => a.dropped - b.dropped)
}

/** Confidence of what no rule of the built-in engine found. */
export const UNSURE = 0.5

/** True for a statement that needs no rewording and has a length that can be saved. */
export const isClean = ({ rewording, length }: Statement): boolean =>
	rewording.length === 0 && length === 'fits'

/** The rule for what is folded away: not surely a commitment, or not stated cleanly. */
export const isWeak = (score: number, statement: Statement): boolean =>
	score < SURE || !isClean(statement)

export const STAGES = [
	'segment',
	'detect',
	'classify',
	'propose',
	'deduplicate',
	'measure',
] as const
export type Stage = (typeof STAGES)[number]

export interface Options {
	readonly names?: readonly string[]
	readonly signal?: { readonly aborted: boolean }
	/** Reports the progress of each stage: `done` of `total` sentences or proposals. */
	readonly onProgress?: (stage: Stage, done: number, total: number) => void
	/** Yields between batches, so that other tasks run and cancellation arrives. */
	readonly pause?: () => Promise<void>
	/** Names of detection rules to switch off, to measure their effect. */
	readonly without?: ReadonlySet<string>
}

export interface Proposal {
	readonly statement: Statement
	/** Verbatim, from `start` to `end` (exclusive) in the source's text. */
	readonly quote: string
	readonly start: number
	readonly end: number
	readonly heading: string | null
	readonly classification: Classification
	/** 0 to 1: likelihood that this is a commitment, with the reasons. */
	readonly score: number
	readonly reasons: readonly Reason[]
	readonly measures: Measures
	readonly keywords: readonly string[]
	/** Needs review by the specification's limits, or because visitors may not see its source. */
	readonly needsReview: boolean
	readonly hidden: boolean
	/** Unsure, or needs rewording: to be shown after the others. */
	readonly weak: boolean
}

export interface Dropped {
	readonly quote: string
	readonly start: number
	readonly reason: 'not-verbatim' | 'duplicate' | 'too-many'
	/** For duplicates: index of the proposal that is kept, and the reason. */
	readonly kept: number | null
	readonly because: string | null
}

export interface Extraction {
	readonly proposals: readonly Proposal[]
	readonly dropped: readonly Dropped[]
	readonly sentences: number
	/** 0 to 1: mean confidence of the proposals and their categories; 0 without any. */
	readonly confidence: number
}

export type ExtractionFailure = 'cancelled' | 'too-long'

class Cancelled extends Error {}

const BATCH = 100

const inBatches = async <Item, Done>(
	stage: Stage,
	items: readonly Item[],
	options: Options,
	work: (item: Item, index: number) => Done,
): Promise<Done[]> => {
	const done: Done[] = []
	for (let from = 0; from === 0 || from < items.length; from += BATCH) {
		if (options.signal?.aborted) throw new Cancelled(stage)
		const batch = items.slice(from, from + BATCH)
		for (const [index, item] of batch.entries()) done.push(work(item, from + index))
		options.onProgress?.(stage, done.length, items.length)
		await options.pause?.()
	}
	if (options.signal?.aborted) throw new Cancelled(stage)
	return done
}

interface Judged {
	readonly sentence: Sentence
	readonly detection: Detection
}

interface Draft extends Judged {
	readonly statement: Statement
	readonly classification: Classification
}

const dropped = (
	{ quote, start }: Sentence,
	reason: Dropped['reason'],
	kept: number | null = null,
	because: string | null = null,
): Dropped => ({ quote, start, reason, kept, because })

const proposalOf = (draft: Draft, mentions: number): Proposal => {
	const { sentence, detection, statement, classification } = draft
	const measures = measure(statement.text, sentence.text, mentions)
	return {
		statement,
		quote: sentence.quote,
		start: sentence.start,
		end: sentence.end,
		heading: sentence.heading,
		classification,
		score: detection.score,
		reasons: detection.reasons,
		measures,
		keywords: keywordsOf(statement.text),
		hidden: sentence.hidden,
		weak: isWeak(detection.score, statement),
		needsReview:
			sentence.hidden ||
			!isClean(statement) ||
			measures.clarity.value < REVIEW.clarity ||
			measures.bias.value > REVIEW.bias,
	}
}

/** Mean confidence of the proposals and their categories, 0 to 1; 0 without any. */
export const confidenceOf = (proposals: readonly Proposal[]): number => {
	if (proposals.length === 0) return 0
	const sum = proposals.reduce((all, each) => all + each.score + each.classification.confidence, 0)
	return Math.round((100 * sum) / (2 * proposals.length)) / 100
}

const draftsOf = async (source: SourceText, options: Options) => {
	const names = options.names ?? []
	const [sentences = []] = await inBatches('segment', [source], options, segment)
	const sides = sidesOf(names, source.text)
	const named = { names: names.slice(0, 1), others: [], parties: names.slice(1) }
	const looked = situate(sentences, sides)
	const looks = await inBatches('detect', looked, options, lookAt)
	const judged = detectAll(looks, options.without).flatMap((detection, index): Judged[] => {
		const sentence = sentences[index]
		return sentence ? [{ sentence, detection }] : []
	})
	const around = surroundings(sentences)
	const found = judged
		.map((each, index) => ({ ...each, index }))
		.filter(({ detection }) => detection.score >= COMMITMENT)
	const verbatim = found.filter(({ sentence: { quote, start } }) =>
		isVerbatim(source.text, quote, start),
	)
	const lost = found.filter((each) => !verbatim.includes(each))
	const classified = await inBatches('classify', verbatim, options, (each) => ({
		...each,
		classification: classify(each.sentence.text, around(each.index)),
	}))
	const drafts = await inBatches('propose', classified, options, ({ sentence, ...each }) =>
		statementsOf(sentence.quote, sides, named).map(({ start, end, statement }): Draft => {
			const quote = sentence.quote.slice(start, end)
			const place = { start: sentence.start + start, end: sentence.start + end }
			return {
				...each,
				statement,
				sentence: { ...sentence, ...place, quote, text: oneLine(quote) },
			}
		}),
	)
	return { drafts: drafts.flat(), lost, count: sentences.length }
}

const withoutDuplicates = (drafts: readonly Draft[]) => {
	const duplicates = duplicatesOf(
		drafts.map(({ statement, detection, sentence }) => ({
			text: statement.text,
			// Of two duplicates, keep the one that visitors see.
			score: detection.score - (sentence.hidden ? 1 : 0),
		})),
	)
	const gone = new Set(duplicates.map((each) => each.dropped))
	const rest = drafts.map((_, index) => index).filter((index) => !gone.has(index))
	const indexes = new Map(rest.map((index, at) => [index, at]))
	const mentions = rest.map((index) => 1 + duplicates.filter(({ kept }) => kept === index).length)
	const report = ({ dropped: index, kept, because }: Duplicate): Dropped[] => {
		const draft = drafts[index]
		return draft ? [dropped(draft.sentence, 'duplicate', indexes.get(kept) ?? null, because)] : []
	}
	return {
		rest: rest.flatMap((index) => drafts[index] ?? []),
		mentions,
		left: duplicates.flatMap(report),
	}
}

const run = async (source: SourceText, options: Options): Promise<Extraction> => {
	const { drafts, lost, count } = await draftsOf(source, options)
	const [found] = await inBatches('deduplicate', [drafts], options, withoutDuplicates)
	const { rest = [], mentions = [], left = [] } = found ?? {}
	const proposals = await inBatches(
		'measure',
		rest.slice(0, MAX_PROPOSALS),
		options,
		(draft, index) => proposalOf(draft, mentions[index] ?? 1),
	)
	return {
		proposals,
		dropped: [
			...lost.map(({ sentence }) => dropped(sentence, 'not-verbatim')),
			...left,
			...rest.slice(MAX_PROPOSALS).map(({ sentence }) => dropped(sentence, 'too-many')),
		],
		sentences: count,
		confidence: confidenceOf(proposals),
	}
}

/**
 * Proposes the policies of a source by deterministic rules, without network access. Every proposal has an exact quote;
 * text that is not verbatim in the source is dropped and reported.
 */
export const extract = async (
	source: SourceText,
	options: Options = {},
): Promise<Result<Extraction, ExtractionFailure>> => {
	if (source.text.length > SOURCE_MAX_CHARACTERS) return { ok: false, error: 'too-long' }
	try {
		return { ok: true, value: await run(source, options) }
	} catch (error) {
		if (error instanceof Cancelled) return { ok: false, error: 'cancelled' }
		throw error
	}
}
