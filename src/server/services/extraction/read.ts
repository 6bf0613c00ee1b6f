import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import type { policyExtraction } from '#contract/admin/extraction.ts'
import type { Sent } from '#contract/endpoint.ts'
import { DAY_MS } from '#domain/days.ts'
import {
	confidenceOf,
	type Dropped,
	type Extraction,
	type Proposal,
} from '#domain/extraction/extract.ts'
import type { Measures } from '#domain/extraction/measure.ts'
import { neutrality } from '#domain/extraction/neutrality.ts'
import { comparable, oneLine } from '#domain/extraction/text.ts'
import { EXTRACTION_DAYS } from '#domain/limits.ts'
import { countWords, PRIORITY_DEFAULT } from '#domain/policies.ts'
import type { Deps } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { type ExtractionOutcome, extractions, policies, policySources } from '../../db/schema.ts'
import { rowId } from '../../db/sql.ts'
import { cleanText } from '../../extraction/clean.ts'
import type { Improvement } from '../../extraction/model.ts'
import type { LeftOut } from '../../extraction/source-text.ts'
import { notFound } from '../../http/errors.ts'
import { getManagedCandidate } from '../candidates/admin-read.ts'
import type { OpponentNames } from '../candidates/opponents.ts'

type SentProposal = NonNullable<Sent<(typeof policyExtraction)['extract']>['policies']>[number]

const METHODOLOGY = [
	'The text was split into sentences. Those that read like commitments were kept and sorted into the seven categories by',
	'their words, heading, and neighbors. The speaker, names, and loaded words were removed. Nothing was added: each statement',
	'has a quote that is word for word in the source. Clarity, bias, effectiveness, complexity, and importance are rules of',
	'thumb about words. Each lists what changed it. They rate the wording, not the policy.',
].join(' ')

const MODEL_METHODOLOGY =
	'A language model then reworded, merged, and sorted the statements. Anything it added beyond the quotes was rejected.'

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
		rewording: [...proposal.statement.rewording],
		weak: proposal.weak,
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

/**
 * Shares of the proposals shown first that could be used, had to be edited, and could not be used, from
 * `tests/data/extraction/development/judgements.jsonl`.
 */
const USUAL = { usable: 0.63, edit: 0.27, unusable: 0.1 } as const

/** Per reason: texts, and characters in total. */
const MOST_LEFT_OUT = { texts: 200, characters: 40_000 }

const excerptOf = (texts: readonly string[]) => {
	const lines = texts.map((text) => oneLine(cleanText(text))).filter((text) => text !== '')
	const kept: string[] = []
	let length = 0
	for (const text of lines.slice(0, MOST_LEFT_OUT.texts)) {
		const part = text.slice(0, MOST_LEFT_OUT.characters - length)
		length += part.length
		if (part !== '') kept.push(part)
	}
	return { words: lines.reduce((sum, text) => sum + countWords(text), 0), texts: kept }
}

/** Groups left-out text by reason, in order of occurrence. */
export const leftOutOf = (leftOut: readonly LeftOut[]): ExtractionOutcome['leftOut'] => {
	const reasons = [...new Set(leftOut.map(({ reason }) => reason))]
	const groups = reasons
		.map((reason) => {
			const texts = leftOut.filter((each) => each.reason === reason).map(({ text }) => text)
			return { reason, ...excerptOf(texts) }
		})
		.filter(({ words }) => words > 0)
	const words = groups.reduce((sum, group) => sum + group.words, 0)
	return words === 0 ? null : { words, texts: [], groups }
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
					`Policies whose text the page hides at first: ${hidden}. Check that visitors can read them there`,
				]
			: []),
		...(found > 0 && proposed === 0 ? ['All policies that were found are already saved'] : []),
		...(lost > 0 ? [`Quotes left out because they are not in the source: ${lost}`] : []),
		...(more > 0 ? [`Only the first ${proposed} statements are shown. Left out: ${more}`] : []),
		...others,
	]
}

const toKnown = ({ quote, quoteStart, text }: SentProposal) => ({
	quote: quote ?? text,
	quoteStart: quoteStart ?? null,
	reason: 'saved',
	kept: null,
	because: null,
})

interface Told {
	readonly id: string
	readonly text: string
	readonly saved: ReadonlySet<string>
	readonly leftOut: readonly LeftOut[]
	/** Message if the source's language is not supported, else null. */
	readonly language: string | null
	readonly names: readonly string[]
	readonly beside: OpponentNames
}

/** Sure proposals come first, each part by confidence; equals stay in the order of the source. */
const rankOf = ({ weak, confidence }: SentProposal): number =>
	(weak ? 0 : 1) + Number(confidence ?? 0)

/** Builds the outcome of an extraction. Duplicates cause no warning, because nothing is lost with them. */
export const outcomeOf = (
	told: Told,
	extraction: Extraction,
	{ proposals, dropped, warnings: others, engine }: Improvement,
): ExtractionOutcome => {
	const { id, text, saved } = told
	const found = proposals.map((proposal) => toProposed(proposal, engine, told))
	const isSaved = (policy: SentProposal): boolean =>
		saved.has(comparable(policy.text)) || saved.has(comparable(policy.quote ?? ''))
	const policies = found
		.filter((policy) => !isSaved(policy))
		.toSorted((a, b) => rankOf(b) - rankOf(a))
	const hidden = policies.filter((policy) => policy.hidden).length
	const counts = { found: found.length, proposed: policies.length, hidden, dropped }
	const warnings = warningsOf(counts, others, told.language)
	return {
		status: warnings.length === 0 ? 'SUCCESS' : 'WARNINGS',
		policies,
		methodology: engine === 'MODEL' ? `${METHODOLOGY} ${MODEL_METHODOLOGY}` : METHODOLOGY,
		confidenceScore: extraction.confidence || confidenceOf(proposals),
		warnings,
		errors: [],
		extractionId: id,
		dropped: [...found.filter(isSaved).map(toKnown), ...dropped.map(toDropped(found))],
		sentences: extraction.sentences,
		words: countWords(text),
		// Nobody has judged proposals of a model.
		usual: engine === 'MODEL' ? null : USUAL,
		leftOut: leftOutOf(told.leftOut),
	}
}

export const failedOutcome = (
	id: string,
	message: string,
	leftOut: readonly LeftOut[] = [],
): ExtractionOutcome => ({
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
	usual: null,
	leftOut: leftOutOf(leftOut),
})

type Rows = typeof policyExtraction
export type SentExtraction = Sent<Rows['get']>
type Context = Pick<Deps, 'db'> & { readonly now: Date }

/** Time without a heartbeat after which the working process is considered dead, in ms. */
const LOST_MS = 60_000
export const INTERRUPTED = 'The extraction was interrupted'

const aliveSince = (now: Date): Date => new Date(now.getTime() - LOST_MS)
const MOST_LISTED = 20

/** Unsaved extractions created before this moment have expired. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - EXTRACTION_DAYS * DAY_MS)

const COLUMNS = {
	id: extractions.id,
	candidateId: extractions.candidateId,
	status: extractions.status,
	stage: extractions.stage,
	done: extractions.done,
	total: extractions.total,
	kind: extractions.kind,
	source: extractions.label,
	createdAt: extractions.createdAt,
	savedAt: extractions.savedAt,
	aliveAt: extractions.aliveAt,
	title: policySources.title,
	policyCount: sql<number>`coalesce(jsonb_array_length(${extractions.result} -> 'policies'), 0)::int`,
}

interface Row extends Omit<SentExtraction, 'createdAt' | 'savedAt' | 'result'> {
	readonly createdAt: Date
	readonly savedAt: Date | null
	readonly aliveAt: Date
}

const tell = (
	{ aliveAt, createdAt, savedAt, ...row }: Row,
	result: ExtractionOutcome | null,
	now: Date,
): SentExtraction => {
	const lost = row.status === 'RUNNING' && aliveAt < aliveSince(now)
	const at = { createdAt: createdAt.toISOString(), savedAt: savedAt?.toISOString() ?? null }
	const told = { ...row, ...at, result }
	if (!lost) return told
	const why = failedOutcome(String(row.id), INTERRUPTED)
	return { ...told, status: 'FAILED', stage: null, result: result ?? why }
}

const find = (db: Db) =>
	db
		.select({ ...COLUMNS, result: extractions.result })
		.from(extractions)
		.leftJoin(policySources, eq(policySources.id, extractions.sourceId))

/** Returns an extraction with its result. @throws 404. */
export const getExtraction = async ({ db, now }: Context, id: string): Promise<SentExtraction> => {
	const [row] = await find(db).where(eq(extractions.id, rowId(id)))
	if (row === undefined) throw notFound()
	const { result, ...rest } = row
	return tell(rest, result, now)
}

/** Lists a candidate's extractions that run or are not saved yet, newest first, without results. */
export const openExtractions = async (
	{ db, now }: Context,
	candidateId: string,
): Promise<SentExtraction[]> => {
	const { id } = await getManagedCandidate(db, candidateId)
	const rows = await db
		.select(COLUMNS)
		.from(extractions)
		.leftJoin(policySources, eq(policySources.id, extractions.sourceId))
		.where(
			and(
				eq(extractions.candidateId, String(id)),
				isNull(extractions.savedAt),
				gt(extractions.createdAt, keptSince(now)),
				inArray(extractions.status, ['RUNNING', 'SUCCESS', 'WARNINGS']),
			),
		)
		.orderBy(desc(extractions.createdAt), desc(extractions.id))
		.limit(MOST_LISTED)
	return rows.map((row) => ({ ...tell(row, null, now), result: null }))
}

/** Returns the stored source of an extraction. @throws 404 if there is none yet. */
export const getExtractionSource = async (db: Db, id: string): Promise<Sent<Rows['source']>> => {
	const [row] = await db
		.select({
			text: policySources.text,
			blocks: policySources.blocks,
			title: policySources.title,
			url: policySources.url,
		})
		.from(extractions)
		.innerJoin(policySources, eq(policySources.id, extractions.sourceId))
		.where(eq(extractions.id, rowId(id)))
	if (row === undefined) throw notFound()
	return { ...row, blocks: [...row.blocks] }
}

/** Cancels an extraction; the working process notices and stops. A finished one is no longer offered for saving. */
export const cancelExtraction = async (db: Db, id: string): Promise<Record<string, never>> => {
	const rows = await db
		.update(extractions)
		.set({ status: 'CANCELLED', stage: null })
		.where(and(eq(extractions.id, rowId(id)), ne(extractions.status, 'CANCELLED')))
		.returning({ id: extractions.id })
	if (rows.length > 0) return {}
	if ((await db.$count(extractions, eq(extractions.id, rowId(id)))) === 0) throw notFound()
	return {}
}

/** Reports that extraction works, and its engine. */
export const readHealth = async ({
	db,
	extractor,
	now,
}: Context & Pick<Deps, 'extractor'>): Promise<Sent<Rows['health']>> => ({
	status: 'UP',
	engine: extractor.model === null ? 'BUILT_IN' : 'MODEL',
	model: extractor.model?.name ?? null,
	running: await db.$count(
		extractions,
		and(eq(extractions.status, 'RUNNING'), gt(extractions.aliveAt, aliveSince(now))),
	),
})

const endLost = async (db: Db, now: Date): Promise<void> => {
	const isLost = and(eq(extractions.status, 'RUNNING'), lt(extractions.aliveAt, aliveSince(now)))
	const lost = await db.select({ id: extractions.id }).from(extractions).where(isLost)
	for (const { id } of lost) {
		await db
			.update(extractions)
			.set({ status: 'FAILED', stage: null, result: failedOutcome(id, INTERRUPTED) })
			.where(and(eq(extractions.id, id), isLost))
	}
}

/** Deletes expired extractions, and sources without policies and extractions. */
export const purgeExtractions = async (db: Db, now: Date): Promise<void> => {
	await endLost(db, now)
	const before = keptSince(now)
	await db.delete(extractions).where(lt(extractions.createdAt, before))
	const quoted = db
		.select({ id: policies.id })
		.from(policies)
		.where(eq(policies.sourceId, policySources.id))
	const kept = db
		.select({ id: extractions.id })
		.from(extractions)
		.where(eq(extractions.sourceId, policySources.id))
	await db
		.delete(policySources)
		.where(and(lt(policySources.createdAt, before), notExists(quoted), notExists(kept)))
}
