import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { writeAudits } from '../../db/audit.ts'
import type { Db } from '../../db/open.ts'
import { audit, candidates, policies, testConfigurations } from '../../db/schema.ts'
import { type AdminContext, nextVersion, notDeleted } from '../admin-shared/change.ts'
import { writePairAudit } from '../knowledge-test/configurations.ts'
import { policyFields } from '../policies/row.ts'
import { reviewRestored } from '../policies/write.ts'
import { isInPair } from './admin-read.ts'

type By = Pick<AdminContext, 'user' | 'now'>

const lineBy = ({ user, now }: By) => ({ actorId: user.id, at: now })

const takePolicies = async (tx: Db, { user, now }: By, candidateId: string): Promise<number> => {
	const gone = await tx
		.update(policies)
		.set({ deletedAt: now, deletedWith: candidateId, ...nextVersion(policies) })
		.where(and(eq(policies.candidateId, candidateId), notDeleted(policies)))
		.returning()
	const entries = gone.map((row) => ({
		...{ actorId: user.id, action: 'policy.deleted', target: row.id, name: row.text },
		...{ before: policyFields(row), after: null, detail: { with: candidateId }, at: now },
	}))
	await writeAudits(tx, entries)
	return gone.length
}

/** Deletes a candidate's policies and ends a knowledge test with them. @returns detail for the history entry. */
export const cascadeDelete = async (tx: Db, by: By, candidateId: string) => {
	const gone = await takePolicies(tx, by, candidateId)
	const ended = await tx
		.update(testConfigurations)
		.set({ active: false })
		.where(and(eq(testConfigurations.active, true), isInPair(candidateId)))
		.returning()
	await writePairAudit(tx, lineBy(by), ended, false)
	return { policies: gone, endedTests: ended.map(({ id }) => id) }
}

/** Reactivates the pair that the deletion ended, unless another is active or its other candidate is deleted. */
const resumeTest = async (tx: Db, by: By, candidateId: string): Promise<void> => {
	const [deletion] = await tx
		.select({ detail: audit.detail })
		.from(audit)
		.where(and(eq(audit.target, candidateId), eq(audit.action, 'candidate.deleted')))
		.orderBy(desc(audit.at), desc(audit.id))
		.limit(1)
	const ended = deletion?.detail.endedTests
	const [id] = Array.isArray(ended) ? ended : []
	if (typeof id !== 'string') return
	const gone = tx
		.select({ id: candidates.id })
		.from(candidates)
		.where(isNotNull(candidates.deletedAt))
	const active = tx
		.select({ id: testConfigurations.id })
		.from(testConfigurations)
		.where(eq(testConfigurations.active, true))
	const resumed = await tx
		.update(testConfigurations)
		.set({ active: true })
		.where(
			and(
				eq(testConfigurations.id, id),
				sql`not exists ${active}`,
				sql`${testConfigurations.candidate1Id} not in ${gone}`,
				sql`${testConfigurations.candidate2Id} not in ${gone}`,
			),
		)
		.returning()
	await writePairAudit(tx, lineBy(by), resumed, true)
}

export const cascadeRestore = async (tx: Db, by: By, candidateId: string): Promise<void> => {
	const restored = await tx
		.update(policies)
		.set({ deletedAt: null, deletedWith: null, ...nextVersion(policies) })
		.where(and(eq(policies.candidateId, candidateId), eq(policies.deletedWith, candidateId)))
		.returning()
	const back = await reviewRestored(tx, candidateId, restored)
	const entries = back.map((row) => ({
		...{ actorId: by.user.id, action: 'policy.restored', target: row.id, name: row.text },
		...{ before: null, after: policyFields(row), detail: { with: candidateId }, at: by.now },
	}))
	await writeAudits(tx, entries)
	await resumeTest(tx, by, candidateId)
}
