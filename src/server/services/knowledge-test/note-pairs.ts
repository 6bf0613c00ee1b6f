import { inArray } from 'drizzle-orm'
import { candidates, type testConfigurations } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { type AuditEntry, writeAudits } from '../../db/write-audit.ts'

type Pair = typeof testConfigurations.$inferSelect

/** Notes in the history that pairs of the knowledge test are active from now on, or no longer. */
export const notePairs = async (
	tx: Db,
	line: Pick<AuditEntry, 'actorId' | 'at'>,
	pairs: readonly Pair[],
	isActive: boolean,
): Promise<void> => {
	if (pairs.length === 0) return
	const ids = pairs.flatMap(({ candidate1Id, candidate2Id }) => [candidate1Id, candidate2Id])
	const people = await tx
		.select({ id: candidates.id, name: candidates.name })
		.from(candidates)
		.where(inArray(candidates.id, ids))
	const names = new Map(people.map(({ id, name }) => [id, name]))
	const entries = pairs.map(({ id, candidate1Id, candidate2Id }) => {
		const pair = { candidate1Id, candidate2Id }
		return {
			...line,
			action: isActive ? 'testConfiguration.activated' : 'testConfiguration.deactivated',
			target: id,
			name: `${names.get(candidate1Id)} vs ${names.get(candidate2Id)}`,
			before: { ...pair, isActive: !isActive },
			after: { ...pair, isActive },
		}
	})
	await writeAudits(tx, entries)
}
