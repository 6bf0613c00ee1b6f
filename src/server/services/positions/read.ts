import { and, asc, eq, inArray } from 'drizzle-orm'
import type { managePositions } from '#contract/admin/positions.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { Db } from '../../db/open.ts'
import { candidateElections, candidates, policies, positions } from '../../db/schema.ts'
import { atOneMoment } from '../../db/sql.ts'
import { etagOf, notDeleted } from '../admin-shared/change.ts'
import { getElection } from '../elections/read.ts'
import { toPosition } from './row.ts'

/** Reads an election's statements and the positions on them, in a constant number of queries. @throws 404. */
export const readGrid = (db: Db, electionId: string): Promise<Sent<typeof managePositions.grid>> =>
	atOneMoment(db, async (tx) => {
		const { id, name } = await getElection(tx, electionId)
		const people = await tx
			.select({ id: candidates.id, name: candidates.name, party: candidates.party })
			.from(candidateElections)
			.innerJoin(candidates, eq(candidates.id, candidateElections.candidateId))
			.where(and(eq(candidateElections.electionId, String(id)), notDeleted(candidates)))
			.orderBy(asc(candidates.name), asc(candidates.id))
		const ids = people.map((person) => person.id)
		const rows = await tx
			.select({
				id: policies.id,
				candidateId: policies.candidateId,
				text: policies.text,
				category: policies.category,
				validationStatus: policies.validationStatus,
				background: policies.background,
				backgroundSource: policies.backgroundSource,
				revised: policies.revised,
			})
			.from(policies)
			.where(and(inArray(policies.candidateId, ids), notDeleted(policies)))
			.orderBy(asc(policies.createdAt), asc(policies.id))
		const cells = await tx
			.select()
			.from(positions)
			.where(
				and(
					inArray(
						positions.policyId,
						rows.map((row) => row.id),
					),
					inArray(positions.candidateId, ids),
					notDeleted(positions),
				),
			)
			.orderBy(asc(positions.policyId), asc(positions.candidateId))
		const statements = rows
			.toSorted((a, b) => ids.indexOf(a.candidateId) - ids.indexOf(b.candidateId))
			.map(({ revised, ...row }) => ({ ...row, etag: etagOf(revised) }))
		return {
			election: { id, name },
			candidates: people,
			statements,
			cells: cells.map(toPosition),
		}
	})
