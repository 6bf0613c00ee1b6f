import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { policyExtraction } from '#contract/admin/extraction.ts'
import type { ReviewedPolicy } from '#contract/admin/policies.ts'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { setByHandOf } from '#domain/extraction/measure.ts'
import { comparable, isVerbatim } from '#domain/extraction/text.ts'
import type { Deps } from '../../context.ts'
import { writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { type ExtractionOutcome, extractions, policies, policySources } from '../../db/schema.ts'
import type { Override } from '../../db/schema-catalogue.ts'
import { rowId } from '../../db/sql.ts'
import type { Extractor } from '../../extraction/extractor.ts'
import { invalid, notFound, serviceError } from '../../http/errors.ts'
import { type AdminContext, changeOnce } from '../admin-shared/change.ts'
import { lockCandidate } from '../candidates/admin-read.ts'
import { type PolicyRow, policyFields } from '../policies/row.ts'
import { namedByCandidate, noCandidate, validationOf } from '../policies/write.ts'
import { sourceFingerprint } from './begin.ts'
import { keptSince } from './read.ts'
import { savedWords } from './run.ts'

type Rows = typeof policyExtraction
type Body = HandlerInput<Rows['save']>['body']
type Saved = Sent<Rows['save']>

interface Made {
	readonly id: string
	readonly sourceId: string
	readonly url: string | null
	readonly title: string | null
	readonly text: string
	readonly result: ExtractionOutcome | null
}

const findMade = async (
	tx: Db,
	{ candidateId, source, url, extractionId }: Body['extractionRequest'],
	now: Date,
): Promise<Made | null> => {
	const [row] = await tx
		.select({
			id: extractions.id,
			sourceId: policySources.id,
			url: policySources.url,
			title: policySources.title,
			text: policySources.text,
			result: extractions.result,
		})
		.from(extractions)
		.innerJoin(policySources, eq(policySources.id, extractions.sourceId))
		.where(
			and(
				eq(extractions.candidateId, candidateId),
				isNotNull(extractions.result),
				gt(extractions.createdAt, keptSince(now)),
				extractionId === null
					? eq(extractions.fingerprint, sourceFingerprint(url ? 'URL' : 'TEXT', source))
					: eq(extractions.id, rowId(extractionId)),
			),
		)
		.orderBy(desc(extractions.createdAt))
		.limit(1)
	if (row === undefined && extractionId !== null) throw notFound()
	return row ?? null
}

type Quoted = Pick<PolicyRow, 'quote' | 'quoteStart' | 'sourceId' | 'sourceUrl'>

const UNQUOTED: Quoted = { quote: null, quoteStart: null, sourceId: null, sourceUrl: null }

/** Maps proposal ids to their quotes, as far as the stored source contains them verbatim. */
const quotesOf = (
	made: Made | null,
	{ isOwn }: Pick<Extractor, 'isOwn'>,
): ReadonlyMap<string, Quoted> => {
	const quotes = new Map<string, Quoted>()
	if (made === null) return quotes
	const { sourceId, url, text } = made
	// Voters see the URL, so do not reveal addresses of the operator's own network.
	const sourceUrl = url !== null && isOwn(url) ? null : url
	for (const { id, quote, quoteStart } of made.result?.policies ?? []) {
		const start = Number(quoteStart ?? -1)
		if (!quote || !isVerbatim(text, quote, start)) continue
		quotes.set(String(id), { quote, quoteStart: start, sourceId, sourceUrl })
	}
	return quotes
}

type NewRow = typeof policies.$inferInsert & { readonly id: string }

const rowOf = (
	{ id, overrideReason: _, ...fields }: ReviewedPolicy,
	made: Made | null,
	quotes: ReadonlyMap<string, Quoted>,
	given: {
		readonly candidateId: string
		readonly createdAt: Date
		readonly override: Override | null
	},
): NewRow => {
	const quoted = quotes.get(id ?? '') ?? UNQUOTED
	const source = fields.source ?? (quoted.quote === null ? null : (made?.title ?? null))
	const setByHand = fields.setByHand ?? setByHandOf(fields, quoted.quote)
	return { ...fields, ...quoted, ...given, id: id ?? randomUUID(), source, setByHand }
}

const guardStatuses = async (
	tx: Db,
	candidateId: string,
	edited: readonly ReviewedPolicy[],
): Promise<(Override | null)[]> => {
	const named = await namedByCandidate(tx, candidateId)
	const decided = edited.map((policy) => validationOf(policy, named))
	const errors = decided.flatMap((result, index) => {
		const path = `editedPolicies.${index}.validationStatus`
		return result.ok ? [] : [{ path, message: result.error }]
	})
	if (errors.length > 0) throw invalid(errors)
	return decided.map((result) => (result.ok ? result.value : null))
}

/** Drops policies that exist by id or text: another extraction of the page may have been saved meanwhile. */
const newOnes = async (tx: Db, candidateId: string, rows: readonly NewRow[]): Promise<NewRow[]> => {
	const saved = await savedWords(tx, candidateId)
	const ids = rows.map(({ id }) => id)
	const known = await tx.select({ id: policies.id }).from(policies).where(inArray(policies.id, ids))
	const taken = new Set(known.map(({ id }) => id))
	return rows.filter(
		({ id, text, quote }) =>
			!taken.has(id) && ![text, quote ?? text].some((words) => saved.has(comparable(words))),
	)
}

const write = async (
	tx: Db,
	{ user, now }: AdminContext,
	rows: readonly NewRow[],
): Promise<PolicyRow[]> => {
	if (rows.length === 0) {
		throw serviceError('conflict', 'extraction-saved')
	}
	const made = await tx
		.insert(policies)
		.values([...rows])
		.returning()
	const entries = made.map((row) => ({
		...{ actorId: user.id, action: 'policy.created', target: row.id, name: row.text },
		...{ before: null, after: { ...policyFields(row), quote: row.quote }, at: now },
	}))
	await writeAudits(tx, entries)
	return made
}

/** Leaves the extraction open for review if none of its proposals was saved. */
const noteSaved = async (
	tx: Db,
	made: Made | null,
	saved: readonly PolicyRow[],
	now: Date,
): Promise<void> => {
	const proposed = new Set(made?.result?.policies?.map(({ id }) => id))
	if (made === null || !saved.some(({ id }) => proposed.has(id))) return
	await tx.update(extractions).set({ savedAt: now }).where(eq(extractions.id, made.id))
}

/**
 * Saves reviewed policies, except those that the candidate has. Quotes come from the stored extraction only.
 * @throws 400 for an unknown candidate; 404 for an expired extraction; 409 if all were saved before.
 */
export const saveExtraction = (
	context: AdminContext & Pick<Deps, 'extractor'>,
	{ extractionRequest, editedPolicies }: Body,
): Promise<Saved> => {
	const { candidateId } = extractionRequest
	const { now, extractor } = context
	const body = { extractionRequest, editedPolicies }
	return changeOnce(context, { action: 'extraction.saved', target: null, body }, async (tx) => {
		// Locked, because two simultaneous saves would both miss the other's policies in the duplicate check.
		const candidate = await lockCandidate(tx, candidateId)
		if (candidate === undefined || candidate.deletedAt !== null) {
			throw noCandidate('extractionRequest.candidateId')
		}
		const made = await findMade(tx, extractionRequest, now)
		const quotes = quotesOf(made, extractor)
		const overrides = await guardStatuses(tx, candidateId, editedPolicies)
		const rows = editedPolicies.map((policy, index) => {
			const given = { candidateId, createdAt: now, override: overrides[index] ?? null }
			return rowOf(policy, made, quotes, given)
		})
		const saved = await write(tx, context, await newOnes(tx, candidateId, rows))
		await noteSaved(tx, made, saved, now)
		const target = made?.id ?? candidateId
		const name = made?.title ?? made?.url ?? extractionRequest.source.slice(0, 200)
		const after = { candidateId, policies: saved.length, url: made?.url ?? null }
		const told = toldOf(saved, made, rows.length - saved.length)
		return { target, name, before: null, after, told }
	})
}

const toldOf = (saved: readonly PolicyRow[], made: Made | null, known: number): Saved => ({
	status: 'SUCCESS',
	errors: [],
	warnings: [
		...(made === null
			? ['The source of these policies is no longer stored, so they were saved without quotes']
			: []),
		...(known > 0 ? [`Policies that the candidate already had, not saved again: ${known}`] : []),
	],
	totalSaved: saved.length,
	savedPolicies: saved.map(({ id, text }) => ({ id, text })),
})
