import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Extraction, extract, type Options } from '#domain/extraction/extract.ts'
import { comparable, type SourceText, tokensOf } from '#domain/extraction/text.ts'
import { readSource } from '#server/extraction/read-source.ts'

const folder = resolve(import.meta.dirname, '../data/extraction/development')

export const SPLITS = ['tune', 'hold-out'] as const
export type Split = (typeof SPLITS)[number]

export interface LabelledSentence {
	readonly text: string
	readonly commitment: boolean
	readonly borderline?: boolean
	readonly category: string | null
	readonly owner: string | null
}

interface Labels {
	readonly document: string
	readonly candidate: string
	readonly party: string | null
	readonly split: Split
	readonly sentences: readonly LabelledSentence[]
}

export interface LabelledDocument extends Labels {
	readonly source: SourceText
	readonly names: readonly string[]
}

/** Reads the labelled documents of the development set; none if the folder is missing. */
export const developmentSet = async (): Promise<LabelledDocument[]> => {
	if (!existsSync(folder)) return []
	const documents: LabelledDocument[] = []
	for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
		const labels = JSON.parse(readFileSync(resolve(folder, name), 'utf8')) as Labels
		const bytes = readFileSync(resolve(folder, labels.document))
		const { source } = await readSource({ bytes, fileName: labels.document })
		const names = [labels.candidate, labels.party].filter((each) => each !== null)
		documents.push({ ...labels, source, names })
	}
	return documents
}

type Words = ReadonlySet<string>
const wordsOf = (text: string): Words => new Set(tokensOf(text).map(({ word }) => word))

/** Share of the smaller text's words that both have. */
const overlap = (one: Words, other: Words): number => {
	const both = [...one].filter((word) => other.has(word)).length
	return both / Math.max(1, Math.min(one.size, other.size))
}

const ALIKE = 0.75

interface Matched {
	readonly quote: string
	readonly index: number | null
}

/** Matches quotes to labelled sentences by the words that they share; of equals, the longest common text wins. */
export const matchesOf = (quotes: readonly string[], sentences: readonly LabelledSentence[]) => {
	const labelled = sentences.map(({ text }) => ({ words: wordsOf(text), text: comparable(text) }))
	return quotes.map((quote): Matched[] => {
		const [words, text] = [wordsOf(quote), comparable(quote)]
		const same = labelled.findIndex((each) => each.text === text)
		if (same >= 0) return [{ quote, index: same }]
		const scored = labelled
			.map((each, index) => ({ index, by: overlap(words, each.words), size: each.words.size }))
			.filter(({ by, size }) => by >= ALIKE && size >= Math.min(3, words.size))
		// A quote that was cut or joined otherwise than the labels holds several labelled sentences.
		return scored.length === 0
			? [{ quote, index: null }]
			: scored.map(({ index }) => ({ quote, index }))
	})
}

export interface Judged {
	readonly document: LabelledDocument
	readonly extraction: Extraction
	/** Detected quotes with the labels they match; null if none. */
	readonly found: readonly { readonly quote: string; readonly label: LabelledSentence | null }[]
	readonly missed: readonly LabelledSentence[]
}

/** Extracts a labelled document and matches what was found to its labels. */
export const judge = async (document: LabelledDocument, options: Options = {}): Promise<Judged> => {
	const outcome = await extract(document.source, { names: document.names, ...options })
	if (!outcome.ok) throw new Error(outcome.error)
	const { proposals, dropped } = outcome.value
	const duplicates = dropped.filter(({ reason }) => reason === 'duplicate')
	const quotes = [...proposals, ...duplicates].map(({ quote }) => quote)
	const matched = matchesOf(quotes, document.sentences)
	const labelOf = ({ index }: Matched): LabelledSentence | null =>
		index === null ? null : (document.sentences[index] ?? null)
	const found = matched.map((each, at) => {
		const labels = each.map(labelOf)
		const best = labels.find((label) => label?.commitment) ?? labels[0] ?? null
		return { quote: quotes[at] ?? '', label: best }
	})
	const seen = new Set(matched.flat().map(({ index }) => index))
	const missed = document.sentences.filter(
		({ commitment }, index) => commitment && !seen.has(index),
	)
	return { document, extraction: outcome.value, found, missed }
}

export interface Detection {
	readonly precision: number
	readonly recall: number
	readonly f1: number
	readonly sentences: number
}

const rates = (right: number, found: number, all: number) => {
	const [precision, recall] = [right / Math.max(1, found), right / Math.max(1, all)]
	const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
	return { precision, recall, f1 }
}

/** Precision, recall and F1 over all documents. Borderline sentences are left out of both sides on request. */
export const detectionOf = (judged: readonly Judged[], withBorderline = true): Detection => {
	const counts = (label: LabelledSentence | null): boolean => withBorderline || !label?.borderline
	const found = judged.flatMap((each) => each.found.filter(({ label }) => counts(label)))
	const missed = judged.flatMap((each) => each.missed.filter(counts))
	const right = found.filter(({ label }) => label?.commitment).length
	const sentences = judged.reduce((sum, { document }) => sum + document.sentences.length, 0)
	return { ...rates(right, found.length, right + missed.length), sentences }
}

const DOZEN =
	/\b(?:will|would|must|should|support|oppose|build|raise|cut|end|ban|protect|invest|introduce|fund)\b/iu

/** The two-line pattern that is the floor of detection: one of a dozen verbs, or a bullet. */
export const floorOf = (documents: readonly LabelledDocument[]): Detection => {
	const rows = documents.flatMap(({ sentences, source }) => {
		const bullets = new Set(
			source.blocks
				.filter(({ kind }) => kind === 'bullet')
				.map(({ start, end }) => comparable(source.text.slice(start, end))),
		)
		return sentences.map(({ text, commitment }) => ({
			commitment,
			found: DOZEN.test(text) || bullets.has(comparable(text)),
		}))
	})
	const found = rows.filter((row) => row.found)
	const right = found.filter(({ commitment }) => commitment).length
	const all = rows.filter(({ commitment }) => commitment).length
	return { ...rates(right, found.length, all), sentences: rows.length }
}

/** Share of the proposals whose category is the label's, for commitments with one. */
export const categoriesOf = (judged: readonly Judged[]): { right: number; of: number } => {
	const pairs = judged.flatMap(({ extraction, found }) =>
		extraction.proposals.flatMap(({ quote, classification }) => {
			const label = found.find((each) => each.quote === quote)?.label
			return label?.commitment && label.category ? [label.category === classification.category] : []
		}),
	)
	return { right: pairs.filter(Boolean).length / Math.max(1, pairs.length), of: pairs.length }
}

const FAULTS: readonly (readonly [string, RegExp])[] = [
	['markup', /[*_#`[\]<>]|https?:/u],
	['label', /^[\p{L} ]{3,40}: /u],
	['first person', /\b(?:I|we|our|us|my)\b/iu],
	['dangling', /^(?:It|This|That|These|They|Them|He|She|Such)\b/u],
	['two actions', /, and (?:\p{L}+ )?(?:will|shall|should)\b|; /u],
]

export interface Shown {
	readonly first: number
	readonly all: number
	readonly wrongOwners: number
	readonly verbatim: number
	/** Statements shown first with a fault that a pattern finds. */
	readonly faulty: number
}

/** Counts of proposals, and of mechanical faults of those shown first. */
export const shownOf = (judged: readonly Judged[]): Shown => {
	const rows = judged.flatMap(({ document, extraction, found }) =>
		extraction.proposals.map((proposal) => ({
			proposal,
			document,
			owner: found.find(({ quote }) => quote === proposal.quote)?.label?.owner ?? null,
		})),
	)
	const first = rows.filter(({ proposal }) => !proposal.weak)
	const isFaulty = ({ proposal, document }: (typeof rows)[number]): boolean => {
		const { text } = proposal.statement
		const names = document.names.some((name) => text.includes(name))
		const long = text.split(/\s+/u).length > 25
		return names || long || FAULTS.some(([, pattern]) => pattern.test(text))
	}
	return {
		first: first.length,
		all: rows.length,
		wrongOwners: rows.filter(({ owner }) => owner !== null && owner !== 'own').length,
		verbatim: rows.filter(({ proposal, document }) =>
			document.source.text.startsWith(proposal.quote, proposal.start),
		).length,
		faulty: first.filter(isFaulty).length,
	}
}
