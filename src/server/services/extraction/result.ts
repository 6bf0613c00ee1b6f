import { randomUUID } from 'node:crypto'
import type { Sent } from '#contract/endpoint.ts'
import type { policyExtraction } from '#contract/policy-extraction.ts'
import type { Dropped, Extraction, Proposal } from '#domain/extraction/extract.ts'
import type { Measures } from '#domain/extraction/measure.ts'
import { neutrality } from '#domain/extraction/neutrality.ts'
import { oneLine } from '#domain/extraction/source.ts'
import { countWords, PRIORITY_DEFAULT } from '#domain/policies.ts'
import type { ExtractionOutcome } from '../../db/schema.ts'
import { cleanText } from '../../extraction/clean.ts'
import type { Improvement } from '../../extraction/model.ts'
import type { Beside } from '../candidates/rivals.ts'

type SentProposal = NonNullable<Sent<(typeof policyExtraction)['extract']>['policies']>[number]

/** How every figure of a proposal comes about; shown beside them. */
const METHODOLOGY = [
	'The text was cut into sentences; those that read like commitments were kept, sorted into the seven categories by their',
	'words, their heading and their neighbours, and freed of the speaker, names and loaded words. Nothing was added: each',
	'statement stands on a quote that is in the source to the letter. Clarity, bias, effectiveness, complexity and importance',
	'are heuristics, rules of thumb about words, and each says what moved it. They judge the wording, not the policy.',
].join(' ')

const MODEL_METHODOLOGY =
	'A language model then reworded, merged and sorted the statements; what it added beyond the quotes was refused.'

const reasonsOf = (
	{ clarity, bias, effectiveness, complexity, importance }: Measures,
	words: readonly string[],
): Record<string, string[]> => ({
	...Object.fromEntries(
		Object.entries({ clarity, bias, effectiveness, complexity, importance }).map(
			([name, { reasons }]) => [name, [...reasons]],
		),
	),
	category: [...words],
})

/** A proposal as the API tells it, with the id that its policy will have. */
const toProposed = (
	proposal: Proposal,
	engine: Improvement['engine'],
	{ names, beside }: Pick<Told, 'names' | 'beside'>,
): SentProposal => {
	const { statement, quote, start, heading, classification, measures } = proposal
	return {
		id: randomUUID(),
		text: statement.text,
		category: classification.category ?? 'GOVERNANCE',
		importance: measures.importance.value,
		suggestedImportance: measures.importance.value,
		complexityLevel: measures.complexity.value,
		clarityScore: measures.clarity.value,
		biasScore: measures.bias.value,
		effectivenessScore: measures.effectiveness.value,
		priority: PRIORITY_DEFAULT,
		prioritySource: null,
		validationStatus: proposal.needsReview ? 'NEEDS_REVIEW' : 'PENDING',
		keywords: [...proposal.keywords],
		quote,
		quoteStart: start,
		heading,
		confidence: proposal.score,
		commitmentReasons: proposal.reasons.map(({ text }) => text),
		reasons: reasonsOf(measures, classification.words),
		concerns: neutrality(statement.text, names, beside.names, beside.parties).map((finding) => ({
			...finding,
		})),
		hidden: proposal.hidden,
		engine,
	}
}

const toDropped =
	(policies: readonly SentProposal[]) =>
	({ quote, start, reason, kept, because }: Dropped) => ({
		quote,
		quoteStart: start,
		reason,
		kept: kept === null ? null : String(policies[kept]?.id ?? ''),
		because,
	})

/** Words by which a statement or a quote is known again. */
export const sameWords = (text: string): string => text.replace(/\s+/gu, ' ').trim().toLowerCase()

/** How many left-out texts are kept, and how many characters of each. */
const MOST_LEFT_OUT = { texts: 200, characters: 40_000 }

/** The left-out part of a source, as the reviewer sees it. */
const leftOutOf = (texts: readonly string[]): ExtractionOutcome['leftOut'] => {
	const words = texts.reduce((sum, text) => sum + countWords(text), 0)
	if (words === 0) return null
	const kept: string[] = []
	let length = 0
	for (const text of texts.slice(0, MOST_LEFT_OUT.texts)) {
		const part = oneLine(cleanText(text)).slice(0, MOST_LEFT_OUT.characters - length)
		length += part.length
		if (part !== '') kept.push(part)
	}
	return { words, texts: kept }
}

interface Counts {
	readonly hidden: number
	readonly found: number
	readonly proposed: number
	readonly dropped: readonly Dropped[]
}

const warningsOf = (
	{ found, proposed, hidden, dropped }: Counts,
	others: readonly string[],
	language: string | null,
): string[] => {
	const lost = dropped.filter(({ reason }) => reason === 'not-verbatim').length
	const more = dropped.filter(({ reason }) => reason === 'too-many').length
	return [
		...(language === null ? [] : [language]),
		...(found === 0 && language === null ? ['No policy was found in this source'] : []),
		...(hidden > 0
			? [
					`Policies whose text the page does not show when it is opened: ${hidden}. See on the page whether visitors can read them`,
				]
			: []),
		...(found > 0 && proposed === 0 ? ['Every policy that was found is saved already'] : []),
		...(lost > 0 ? [`Quotes not found in the source and left out: ${lost}`] : []),
		...(more > 0 ? [`Statements found beyond the most that are proposed: ${more}`] : []),
		...others,
	]
}

/** What the candidate has already, said so instead of proposed again. */
const toKnown = ({ quote, quoteStart, text }: SentProposal) => ({
	quote: quote ?? text,
	quoteStart: quoteStart ?? null,
	reason: 'saved',
	kept: null,
	because: null,
})

/** What an extraction is told with. */
interface Told {
	readonly id: string
	/** The stored source's. */
	readonly text: string
	/** The candidate's statements and their quotes, by {@link sameWords}. */
	readonly saved: ReadonlySet<string>
	/** Text of the source that no reader sees. */
	readonly leftOut: readonly string[]
	/** A message if the source is in a language that cannot be read; else null. */
	readonly language: string | null
	/** Of the candidate and the party. */
	readonly names: readonly string[]
	readonly beside: Beside
}

/** What an extraction came to. Duplicates are listed and no warning: nothing is lost with them. */
export const outcomeOf = (
	told: Told,
	extraction: Extraction,
	{ proposals, dropped, warnings: others, engine }: Improvement,
): ExtractionOutcome => {
	const { id, text, saved } = told
	const found = proposals.map((proposal) => toProposed(proposal, engine, told))
	const isSaved = (policy: SentProposal): boolean =>
		saved.has(sameWords(policy.text)) || saved.has(sameWords(policy.quote ?? ''))
	const policies = found.filter((policy) => !isSaved(policy))
	const hidden = policies.filter((policy) => policy.hidden).length
	const counts = { found: found.length, proposed: policies.length, hidden, dropped }
	const warnings = warningsOf(counts, others, told.language)
	return {
		status: warnings.length === 0 ? 'SUCCESS' : 'WARNINGS',
		policies,
		methodology: engine === 'MODEL' ? `${METHODOLOGY} ${MODEL_METHODOLOGY}` : METHODOLOGY,
		confidenceScore: extraction.confidence,
		warnings,
		errors: [],
		extractionId: id,
		dropped: [...found.filter(isSaved).map(toKnown), ...dropped.map(toDropped(found))],
		sentences: extraction.sentences,
		words: countWords(text),
		leftOut: leftOutOf(told.leftOut),
	}
}

/** What is told of an extraction that failed. */
export const failedOutcome = (id: string, message: string): ExtractionOutcome => ({
	status: 'FAILED',
	policies: [],
	methodology: null,
	confidenceScore: 0,
	warnings: [],
	errors: [message],
	extractionId: id,
	dropped: [],
	sentences: 0,
	words: 0,
	leftOut: null,
})
