import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AttemptData } from '#contract/your-data.ts'
import { attemptEvents, attempts } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { type AttemptRow, type Folded, foldAttempts, getOwnAttempt } from '../quiz/attempts.ts'
import { resultsOf } from '../quiz/results.ts'

type EventRow = typeof attemptEvents.$inferSelect
type Ranked = ReturnType<Awaited<ReturnType<typeof resultsOf>>>

const toEvent = (row: EventRow): AttemptData['events'][number] => ({
	id: String(row.id),
	at: row.at.toISOString(),
	kind: row.kind,
	policyId: row.policyId,
	value: row.value,
	selectedPolicyIds: row.selected && [...row.selected],
	responseTimeMs: row.responseTimeMs,
	applied: row.applied,
	idempotencyKey: row.key,
	requestDigest: row.fingerprint,
	consent: row.consent,
	stream: row.stream,
	sequence: row.seq,
})

const toResult = (ranked: Ranked[number]): NonNullable<AttemptData['results']>[number] => ({
	candidateId: ranked.candidateId,
	name: ranked.name,
	percentage: ranked.percentage,
	rank: ranked.rank,
	weightedAgreement: ranked.weightedAgreement,
	totalWeight: ranked.totalWeight,
})

const toStatement = (statement: AttemptRow['statements'][number]) => ({
	policyId: statement.policyId,
	candidateId: statement.candidateId,
	text: statement.text,
	weight: statement.weight,
	category: statement.category ?? null,
	importance: statement.importance ?? null,
	clarity: statement.clarity ?? null,
	complexity: statement.complexity ?? null,
})

const toData = (
	row: AttemptRow,
	attempt: Folded,
	events: readonly EventRow[],
	ranked: Ranked,
): AttemptData => ({
	id: row.id,
	quizId: row.compareQuizId,
	quizName: row.quizName,
	quizType: row.quizType,
	electionId: row.electionId,
	electionName: row.electionName,
	status: row.status,
	startedAt: row.startedAt.toISOString(),
	completedAt: row.completedAt?.toISOString() ?? null,
	leftByResetAt: row.supersededAt?.toISOString() ?? null,
	seed: row.seed,
	formula: row.formula,
	candidates: row.candidates.map(({ id, name }) => ({ id, name })),
	statements: row.statements.map(toStatement),
	answers: Object.entries(attempt.answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: attempt.selection && [...attempt.selection],
	results: row.status === 'COMPLETED' ? ranked.map(toResult) : null,
	events: events.map(toEvent),
})

/** Every attempt of somebody, also those that a reset left: the next ones, the oldest first. @param after the last one that was read. */
const rowsAfter = async (
	tx: Db,
	userId: string,
	after: string | null,
	limit: number,
): Promise<AttemptRow[]> => {
	const last = after === null ? null : await getOwnAttempt(tx, userId, after)
	const place = [attempts.startedAt, attempts.id] as const
	return tx
		.select()
		.from(attempts)
		.where(
			and(
				eq(attempts.userId, userId),
				last === null
					? undefined
					: sql`(${place[0]}, ${place[1]}) > (${last.startedAt.toISOString()}::timestamptz, ${last.id}::uuid)`,
			),
		)
		.orderBy(asc(attempts.startedAt), asc(attempts.id))
		.limit(limit)
}

/**
 * The next attempts of somebody with all that belongs to them, the oldest first.
 * @param after the id of the last one that was read, null before the first; 404 where it is not theirs.
 */
export const readAttempts = async (
	tx: Db,
	userId: string,
	after: string | null,
	limit: number,
): Promise<AttemptData[]> => {
	const rows = await rowsAfter(tx, userId, after, limit)
	if (rows.length === 0) return []
	const folded = await foldAttempts(tx, rows)
	const rank = await resultsOf(tx, rows)
	const ids = rows.map(({ id }) => id)
	const events = new Map<string, EventRow[]>(ids.map((id) => [id, []]))
	const found = await tx
		.select()
		.from(attemptEvents)
		.where(inArray(attemptEvents.attemptId, ids))
		.orderBy(asc(attemptEvents.id))
	for (const event of found) events.get(event.attemptId)?.push(event)
	return rows.map((row, index) => {
		const attempt = folded[index] as Folded
		return toData(row, attempt, events.get(row.id) ?? [], rank(row, attempt))
	})
}
