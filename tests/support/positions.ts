import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/open.ts'
import { compareQuizCandidates, policies, positions } from '#server/db/schema.ts'

/** Gives every candidate of a quiz a position with a quote on the others' policies. @param skips leaves every n-th out. */
export const givePositions = async (db: Db, quizId: string, skips = Infinity): Promise<void> => {
	const compared = await db
		.select({ id: compareQuizCandidates.candidateId })
		.from(compareQuizCandidates)
		.where(eq(compareQuizCandidates.compareQuizId, quizId))
	const ids = compared.map(({ id }) => id).toSorted()
	const found = await db
		.select()
		.from(policies)
		.where(and(inArray(policies.candidateId, ids), isNull(policies.deletedAt)))
	const cells = found.flatMap((policy) =>
		ids.filter((id) => id !== policy.candidateId).map((candidateId) => ({ policy, candidateId })),
	)
	const rows = cells.map(({ policy, candidateId }, index) => ({
		id: randomUUID(),
		policyId: policy.id,
		candidateId,
		value: (index % 5) - 2,
		quote: `Quote ${index}`,
		source: 'A speech',
		url: 'https://example.org/speech',
		givenBy: 'editor' as const,
		status: 'VALIDATED' as const,
		createdAt: policy.createdAt,
	}))
	await db.insert(positions).values(rows.filter((_, index) => (index + 1) % skips !== 0))
}
