import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import {
	IMPORTANCE_STEP,
	type NewPolicy,
	POLICY_LENGTH,
	type PolicyFields,
} from '#contract/admin/policies.ts'
import { setByHandOf, settleFigures } from '#domain/extraction/measure.ts'
import { type Named, namedIn } from '#domain/extraction/neutrality.ts'
import { isOfTenths, isPolicyLength } from '#domain/policies.ts'
import type { Result } from '#domain/types.ts'
import type { Db } from '../../db/open.ts'
import { candidates, policies } from '../../db/schema.ts'
import type { Override } from '../../db/schema-catalogue.ts'
import { rowId } from '../../db/sql.ts'
import { fieldError, invalid, type ServiceError, serviceError } from '../../http/errors.ts'
import {
	type AdminContext,
	changeOnce,
	type Deleted,
	found,
	foundDeleted,
	guardVersion,
	nextVersion,
	notDeleted,
	toldDeleted,
} from '../admin-shared/change.ts'
import { namedBy } from '../candidates/opponents.ts'
import { undoMerge } from '../positions/merge.ts'
import { lockPolicy } from './admin-read.ts'
import { sourceWords } from './concerns.ts'
import { type PolicyRow, policyFields, type SentPolicy, toManagedPolicy } from './row.ts'

interface Claim {
	readonly text: string
	readonly background?: string | null | undefined
	readonly backgroundSource?: string | null | undefined
	readonly validationStatus: string
	readonly overrideReason?: string | null | undefined
	readonly override?: Override | null | undefined
}

const namedWords = (texts: readonly (string | null | undefined)[], named: Named): string[] => [
	...new Set(texts.flatMap((text) => namedIn(text ?? '', named)).map(({ words }) => words)),
]

/**
 * Decides whether a statement may have its status: VALIDATED requires no names in it and its background with the source,
 * or a reason.
 * All code that sets it must use this check. @returns the override to store, or the reason for the refusal.
 */
export const validationOf = (claim: Claim, named: Named): Result<Override | null, string> => {
	if (claim.validationStatus !== 'VALIDATED') return { ok: true, value: null }
	const { text, background, backgroundSource, override = null, overrideReason } = claim
	const names = namedWords([text, background, sourceWords(backgroundSource)], named)
	if (names.length === 0) return { ok: true, value: null }
	const isNew = Boolean(overrideReason) && overrideReason !== override?.reason
	if (overrideReason && isNew) return { ok: true, value: { reason: overrideReason, names } }
	if (names.every((words) => override?.names.includes(words))) return { ok: true, value: override }
	const quoted = names.map((words) => `“${words}”`).join(', ')
	const again = override ? 'a new reason' : 'a reason'
	const field = isOnlyBackground(claim, named) ? 'The background of this' : 'This'
	return {
		ok: false,
		error: `${field} statement names ${quoted}. Reword it, or give ${again} to validate it anyway`,
	}
}

const isOnlyBackground = ({ text }: Claim, named: Named): boolean =>
	namedWords([text], named).length === 0

export const namedByCandidate = async (db: Db, candidateId: string): Promise<Named> => {
	const [owner] = await db
		.select({ candidateId: candidates.id, name: candidates.name, party: candidates.party })
		.from(candidates)
		.where(eq(candidates.id, candidateId))
	if (owner === undefined) return { names: [], others: [], parties: [] }
	return (await namedBy(db, [owner]))(owner)
}

/** Sends restored policies to review if they may no longer be VALIDATED. @returns all policies, updated. */
export const reviewRestored = async (
	tx: Db,
	candidateId: string,
	rows: readonly PolicyRow[],
): Promise<readonly PolicyRow[]> => {
	const named = await namedByCandidate(tx, candidateId)
	const refused = new Set(rows.filter((row) => !validationOf(row, named).ok).map(({ id }) => id))
	if (refused.size === 0) return rows
	const status = { validationStatus: 'NEEDS_REVIEW', override: null } as const
	await tx
		.update(policies)
		.set(status)
		.where(inArray(policies.id, [...refused]))
	return rows.map((row) => (refused.has(row.id) ? { ...row, ...status } : row))
}

/** Also locks the candidate against deletion. */
const holdsCandidate = async (tx: Db, id: string): Promise<boolean> => {
	const rows = await tx
		.select({ id: candidates.id })
		.from(candidates)
		.where(and(eq(candidates.id, rowId(id)), notDeleted(candidates)))
		.for('key share')
	return rows.length > 0
}

/** 400 for policies of an unknown candidate. */
export const noCandidate = (path: string): ServiceError =>
	invalid([fieldError(path, 'candidate-gone')])

/** Creates a policy. @throws 400 if the candidate does not exist; 409 if the id is taken. */
export const createPolicy = (
	context: AdminContext,
	{ id, candidateId, ...fields }: NewPolicy,
): Promise<SentPolicy> => {
	const body = { id, candidateId, ...fields }
	return changeOnce(context, { action: 'policy.created', target: null, body }, async (tx) => {
		if (!(await holdsCandidate(tx, candidateId))) throw noCandidate('candidateId')
		const { overrideReason: _, ...typed } = fields
		const row = {
			...{ id: id ?? randomUUID(), candidateId, ...typed, createdAt: context.now },
			setByHand: fields.setByHand ?? setByHandOf(fields),
			override: await guardStatus(tx, candidateId, fields),
		}
		const [made] = await tx.insert(policies).values(row).onConflictDoNothing().returning()
		if (made === undefined) throw serviceError('conflict', 'policy-id-taken')
		const told = toManagedPolicy(made)
		return { target: row.id, name: row.text, before: null, after: policyFields(made), told }
	})
}

const guardStatus = async (
	tx: Db,
	candidateId: string,
	claim: Parameters<typeof validationOf>[0],
): Promise<Override | null> => {
	if (claim.validationStatus !== 'VALIDATED') return null
	const named = await namedByCandidate(tx, candidateId)
	const decided = validationOf(claim, named)
	if (decided.ok) return decided.value
	const path = isOnlyBackground(claim, named) ? 'background' : 'validationStatus'
	throw invalid([{ path, message: decided.error }])
}

type Values = { readonly [Name in keyof PolicyRow]?: PolicyRow[Name] | undefined }

/** Undefined values keep what is stored. */
const update = async (tx: Db, id: string, set: Values): Promise<PolicyRow> => {
	const [row] = await tx
		.update(policies)
		.set({ ...set, ...nextVersion(policies) })
		.where(eq(policies.id, id))
		.returning()
	return row as PolicyRow
}

/** Updates a policy; a new text recalculates figures not set by hand. @throws 404, 412, or 400 for invalid fields. */
export const updatePolicy = (
	context: AdminContext,
	target: string,
	fields: PolicyFields,
): Promise<SentPolicy> =>
	changeOnce(context, { action: 'policy.updated', target, body: fields }, async (tx) => {
		const row = found(await lockPolicy(tx, target))
		guardVersion(context, row.revised)
		if (fields.text !== row.text && !isPolicyLength(fields.text)) {
			throw invalid([{ path: 'text', message: POLICY_LENGTH }])
		}
		if (fields.importance !== row.importance && !isOfTenths(fields.importance)) {
			throw invalid([{ path: 'importance', message: IMPORTANCE_STEP }])
		}
		const { overrideReason, ...typed } = fields
		const set = { ...typed, ...settleFigures(row, fields) }
		const override = await guardStatus(tx, row.candidateId, {
			...{ text: set.text, validationStatus: set.validationStatus, overrideReason },
			background: set.background === undefined ? row.background : set.background,
			backgroundSource:
				set.backgroundSource === undefined ? row.backgroundSource : set.backgroundSource,
			override: row.override,
		})
		const changed = await update(tx, row.id, { ...set, override })
		const [before, after] = [policyFields(row), policyFields(changed)]
		return { target: row.id, name: changed.text, before, after, told: toManagedPolicy(changed) }
	})

/** Deletes a policy. Existing attempts keep it. */
export const deletePolicy = (context: AdminContext, target: string): Promise<Deleted> =>
	changeOnce(context, { action: 'policy.deleted', target }, async (tx) => {
		const row = found(await lockPolicy(tx, target))
		guardVersion(context, row.revised)
		await update(tx, row.id, { deletedAt: context.now })
		const told = toldDeleted(row.id, context.now)
		return { target: row.id, name: row.text, before: policyFields(row), after: null, told }
	})

/** Restores a policy, to review if it now names someone. Undoes the merge that deleted it. @throws 404, or 409 if its candidate is deleted. */
export const restorePolicy = (context: AdminContext, target: string): Promise<SentPolicy> =>
	changeOnce(context, { action: 'policy.restored', target }, async (tx) => {
		const row = foundDeleted(await lockPolicy(tx, target), context.now)
		if (!(await holdsCandidate(tx, row.candidateId))) {
			throw serviceError('conflict', 'policy-candidate-deleted')
		}
		await undoMerge(tx, context, row)
		const back = await update(tx, row.id, { deletedAt: null, deletedWith: null })
		const [restored = back] = await reviewRestored(tx, row.candidateId, [back])
		const told = toManagedPolicy(restored)
		return { target: row.id, name: row.text, before: null, after: policyFields(restored), told }
	})
