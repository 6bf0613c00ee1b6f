import { and, asc, eq, inArray } from 'drizzle-orm'
import type { FieldError } from '#contract/problem.ts'
import { isRowId } from '../../db/ids.ts'
import { candidateElections, candidates } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { invalid } from '../../http/service-error.ts'
import { notDeleted } from '../administration/deletion.ts'
import { keepElections } from '../elections/managed.ts'

/** What a quiz is to compare, and of which election. */
interface Compared {
	readonly electionId: string
	readonly candidateIds: readonly string[]
}

/** Refuses, with every field at fault, an election or candidates that there are not, and candidates of other elections. */
export const guardCompared = async (tx: Db, compared: Compared): Promise<void> => {
	const { electionId, candidateIds } = compared
	if ((await keepElections(tx, [electionId])).length === 0) {
		throw invalid([{ path: 'electionId', message: 'This election no longer exists' }])
	}
	const there = await tx
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(and(inArray(candidates.id, candidateIds.filter(isRowId)), notDeleted(candidates)))
		.orderBy(asc(candidates.id))
		.for('key share')
	const standing = await standingIn(tx, electionId)
	const errors = candidateIds.flatMap((id, at): FieldError[] => {
		const candidate = there.find((row) => row.id === id)
		if (candidate !== undefined && standing.has(id)) return []
		const message =
			candidate === undefined
				? 'This candidate no longer exists'
				: `${candidate.name} does not stand in this election`
		return [{ path: `candidateIds.${at}`, message }]
	})
	if (errors.length > 0) throw invalid(errors)
}

/** The candidates who stand in an election. */
export const standingIn = async (db: Db, electionId: string): Promise<ReadonlySet<string>> => {
	const rows = await db
		.select({ id: candidateElections.candidateId })
		.from(candidateElections)
		.where(eq(candidateElections.electionId, electionId))
	return new Set(rows.map(({ id }) => id))
}
