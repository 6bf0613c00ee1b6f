import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import type { ReviewedPolicy } from '#contract/manage-policies.ts'
import type { policyExtraction } from '#contract/policy-extraction.ts'
import { isVerbatim } from '#domain/extraction/quote.ts'
import { rowId } from '../../db/ids.ts'
import { type ExtractionOutcome, extractions, policies, policySources } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { writeAudit } from '../../db/write-audit.ts'
import { notFound, serviceError } from '../../http/service-error.ts'
import { type AdminContext, changeOnce } from '../administration/change.ts'
import { holdsCandidate, noCandidate } from '../policies/manage.ts'
import { type PolicyRow, policyFields } from '../policies/managed.ts'
import { fingerprintOf } from './begin.ts'
import { keptSince } from './managed.ts'

type Rows = typeof policyExtraction
type Body = HandlerInput<Rows['save']>['body']
type Saved = Sent<Rows['save']>

/** An extraction with the source that it was made from. */
interface Made {
	readonly id: string
	readonly sourceId: string
	readonly url: string | null
	readonly title: string | null
	readonly text: string
	readonly result: ExtractionOutcome | null
}

/** The extraction that is meant: the one that is named, else the newest one of this source. */
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
					? eq(extractions.fingerprint, fingerprintOf(url ? 'URL' : 'TEXT', source))
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

/** The quote of each proposal by its id, where it stands in the stored source to the letter. */
const quotesOf = (made: Made | null): ReadonlyMap<string, Quoted> => {
	const quotes = new Map<string, Quoted>()
	if (made === null) return quotes
	const { sourceId, url: sourceUrl, text } = made
	for (const { id, quote, quoteStart } of made.result?.policies ?? []) {
		const start = Number(quoteStart ?? -1)
		if (!quote || !isVerbatim(text, quote, start)) continue
		quotes.set(String(id), { quote, quoteStart: start, sourceId, sourceUrl })
	}
	return quotes
}

const rowOf = (
	{ id, ...fields }: ReviewedPolicy,
	made: Made | null,
	quotes: ReadonlyMap<string, Quoted>,
) => {
	const quoted = quotes.get(id ?? '') ?? UNQUOTED
	const source = fields.source ?? (quoted.quote === null ? null : (made?.title ?? null))
	return { ...fields, ...quoted, source, id: id ?? randomUUID() }
}

const write = async (
	tx: Db,
	{ user, now }: AdminContext,
	rows: readonly (typeof policies.$inferInsert)[],
): Promise<PolicyRow[]> => {
	const made = await tx
		.insert(policies)
		.values([...rows])
		.onConflictDoNothing()
		.returning()
	if (made.length < rows.length) {
		throw serviceError('conflict', 'Policies of this extraction were saved already.')
	}
	for (const row of made) {
		await writeAudit(tx, {
			...{ actorId: user.id, action: 'policy.created', target: row.id, name: row.text },
			...{ before: null, after: { ...policyFields(row), quote: row.quote }, at: now },
		})
	}
	return made
}

/**
 * Saves the policies of an extraction as they were reviewed: all of them or none. The quote and the source of each go
 * along; they come from what is stored and never from the call.
 * @throws 400 for a candidate who is not there; 404 for an extraction that is not kept any more; 409 for policies that
 * were saved before.
 */
export const saveExtraction = (
	context: AdminContext,
	{ extractionRequest, editedPolicies }: Body,
): Promise<Saved> => {
	const { candidateId } = extractionRequest
	const body = { extractionRequest, editedPolicies }
	return changeOnce(context, { action: 'extraction.saved', target: null, body }, async (tx) => {
		if (!(await holdsCandidate(tx, candidateId))) throw noCandidate('extractionRequest.candidateId')
		const made = await findMade(tx, extractionRequest, context.now)
		const quotes = quotesOf(made)
		const saved = await write(
			tx,
			context,
			editedPolicies.map((policy) => ({
				...rowOf(policy, made, quotes),
				...{ candidateId, createdAt: context.now },
			})),
		)
		if (made) {
			await tx.update(extractions).set({ savedAt: context.now }).where(eq(extractions.id, made.id))
		}
		const target = made?.id ?? candidateId
		const name = made?.title ?? made?.url ?? extractionRequest.source.slice(0, 200)
		const after = { candidateId, policies: saved.length, url: made?.url ?? null }
		return { target, name, before: null, after, told: toldOf(saved, made) }
	})
}

const toldOf = (saved: readonly PolicyRow[], made: Made | null): Saved => ({
	status: 'SUCCESS',
	errors: [],
	warnings:
		made === null
			? ['The source of these policies is not kept here: they are saved without quotes']
			: [],
	totalSaved: saved.length,
	savedPolicies: saved.map(({ id, text }) => ({ id, text })),
})
