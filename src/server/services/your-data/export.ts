import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { HandlerInput, Sent } from '#contract/endpoint.ts'
import { ACCOUNT_DATA, type AttemptData, type yourData } from '#contract/your-data.ts'
import type { Actor } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { attemptEvents, attempts, audit, passwordResets, users } from '../../db/schema.ts'
import { atOneMoment } from '../../db/sql.ts'
import { accountGone } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { type AttemptRow, type Folded, foldAttempts, getOwnAttempt } from '../quiz/attempts.ts'
import { resultsOf } from '../quiz/read.ts'

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
	positions: statement.positions ?? null,
	background: statement.background ?? null,
	backgroundSource: statement.backgroundSource ?? null,
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

const readAttempts = async (
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

type Row = typeof yourData.read
type Data = Sent<Row>

/** Entries per part: about a megabyte uncompressed. */
const ATTEMPTS = 25
const CHANGES = 500

const readAccount = async (tx: Db, userId: string): Promise<Data['account']> => {
	const [row] = await tx.select().from(users).where(eq(users.id, userId))
	// Erased since authentication.
	if (row === undefined) throw accountGone()
	return {
		id: row.id,
		username: row.username,
		email: row.email,
		roles: [...row.roles],
		createdAt: row.createdAt.toISOString(),
		signInGeneration: row.tokenVersion,
		registrationKey: row.registerKey,
	}
}

const readResets = async (tx: Db, userId: string): Promise<Data['passwordResets']> => {
	const rows = await tx
		.select()
		.from(passwordResets)
		.where(eq(passwordResets.userId, userId))
		.orderBy(asc(passwordResets.createdAt), asc(passwordResets.id))
	return rows.map((row) => ({
		id: row.id,
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
		usedAt: row.usedAt?.toISOString() ?? null,
		linkKept: row.sealedToken !== null,
	}))
}

const readChanges = async (
	tx: Db,
	userId: string,
	after: number,
	limit: number,
): Promise<Data['changes']> => {
	const rows = await tx
		.select()
		.from(audit)
		.where(and(or(eq(audit.target, userId), eq(audit.actorId, userId)), gt(audit.id, after)))
		.orderBy(asc(audit.id))
		.limit(limit)
	return rows.map(({ id, at, action, target, detail, before, after, actorId }) => ({
		id: String(id),
		at: at.toISOString(),
		action,
		target,
		detail:
			target === userId ? { ...detail, ...(before && { before }), ...(after && { after }) } : null,
		byYou: actorId === userId,
	}))
}

const cut = <Item extends { readonly id: string | number }>(
	items: readonly Item[],
	most: number,
	before: string | null,
) => {
	const part = items.slice(0, most)
	const last = part.at(-1)
	return { part, more: items.length > most, last: last === undefined ? before : String(last.id) }
}

/** Reads the next part of the caller's data from one snapshot. Changes and attempts continue from the cursors. */
export const readData = (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	query: HandlerInput<Row>['query'],
): Promise<Data> =>
	atOneMoment(db, async (tx) => {
		const afterAttempt = query.afterAttempt ?? null
		const afterChange = query.afterChange ?? null
		const account = await readAccount(tx, user.id)
		const resets = await readResets(tx, user.id)
		const from = Number(afterChange ?? 0)
		const changes = cut(await readChanges(tx, user.id, from, CHANGES + 1), CHANGES, afterChange)
		const attempts = cut(
			await readAttempts(tx, user.id, afterAttempt, ATTEMPTS + 1),
			ATTEMPTS,
			afterAttempt,
		)
		const next = { afterAttempt: attempts.last, afterChange: changes.last }
		return {
			...ACCOUNT_DATA,
			generatedAt: now.toISOString(),
			account,
			passwordResets: resets,
			changes: changes.part,
			attempts: attempts.part,
			next: attempts.more || changes.more ? next : null,
		}
	})
