import { eq, inArray } from 'drizzle-orm'
import { type Named, namedIn } from '#domain/extraction/neutrality.ts'
import type { Result } from '#domain/types.ts'
import { candidates, policies } from '../../db/schema.ts'
import type { Override } from '../../db/schema-catalogue.ts'
import type { Db } from '../../db/types.ts'
import { namedBy } from '../candidates/rivals.ts'
import type { PolicyRow } from './managed.ts'

/** A statement that may become VALIDATED. */
interface Claim {
	readonly text: string
	readonly validationStatus: string
	/** Why it may be asked although it names someone. */
	readonly overrideReason?: string | null | undefined
	/** The override that it has. */
	readonly override?: Override | null | undefined
}

/** Words of a statement that name a candidate or a party, each once. */
const namedWords = (text: string, named: Named): string[] => [
	...new Set(namedIn(text, named).map(({ words }) => words)),
]

/** Words that name someone and are covered by no override. */
const openNames = ({ text, override }: Pick<Claim, 'text' | 'override'>, named: Named): string[] =>
	namedWords(text, named).filter((words) => !override?.names.includes(words))

/**
 * Decides whether a statement may have its status: VALIDATED needs a statement that names no candidate and no party of the
 * election, or a reason. Every way to VALIDATED goes through here.
 * @returns the override to store, or why the status is refused.
 */
export const validationOf = (claim: Claim, named: Named): Result<Override | null, string> => {
	if (claim.validationStatus !== 'VALIDATED') return { ok: true, value: null }
	const names = namedWords(claim.text, named)
	if (names.length === 0) return { ok: true, value: null }
	const { override = null, overrideReason } = claim
	const isNew = Boolean(overrideReason) && overrideReason !== override?.reason
	if (overrideReason && isNew) return { ok: true, value: { reason: overrideReason, names } }
	if (openNames(claim, named).length === 0) return { ok: true, value: override }
	const quoted = names.map((words) => `“${words}”`).join(', ')
	const again = override ? 'a new reason' : 'a reason'
	return {
		ok: false,
		error: `This statement names ${quoted}. Reword it, or give ${again} to validate it anyway`,
	}
}

/** Loads whom the statements of a candidate must not name. */
export const namedByCandidate = async (db: Db, candidateId: string): Promise<Named> => {
	const [owner] = await db
		.select({ candidateId: candidates.id, name: candidates.name, party: candidates.party })
		.from(candidates)
		.where(eq(candidates.id, candidateId))
	if (owner === undefined) return { names: [], others: [], parties: [] }
	return (await namedBy(db, [owner]))(owner)
}

/** Sends restored policies to review if they may no longer be VALIDATED. @returns the changed policies. */
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
