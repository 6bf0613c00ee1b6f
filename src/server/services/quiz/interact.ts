import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { quiz } from '#contract/quiz.ts'
import { rowId } from '../../db/ids.ts'
import { attemptEvents } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { Order } from '../../http/operation-headers.ts'
import { giveAnswer } from './answers.ts'
import { foldAttempt, lockOwnAttempt } from './attempts.ts'
import { refuseSuperseded } from './guard.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

type Input = HandlerInput<typeof quiz.interact>

/**
 * Whether an answer is older than one that counts already: of the same stream and about the same statement (or the
 * selection), but with a lower place. Without an order, and between streams, the later arrival counts.
 */
const isLate = async (
	tx: Db,
	attemptId: string,
	policyId: string | null,
	order: Order | null,
): Promise<boolean> => {
	if (order === null) return false
	const target =
		policyId === null ? isNull(attemptEvents.policyId) : eq(attemptEvents.policyId, policyId)
	const newer = await tx
		.select({ one: sql`1` })
		.from(attemptEvents)
		.where(
			and(
				eq(attemptEvents.attemptId, attemptId),
				eq(attemptEvents.kind, 'INTERACT'),
				eq(attemptEvents.applied, true),
				target,
				eq(attemptEvents.stream, order.stream),
				gt(attemptEvents.seq, order.seq),
			),
		)
		.limit(1)
	return newer.length > 0
}

/** Records an answer, or a whole selection; one given before to the same statement is replaced. */
export const interact = (context: VoterContext, { params, body }: Input): Promise<SentState> => {
	const target = rowId(params.attemptId)
	return once(context, { kind: 'INTERACT', target, body }, async (tx, record) => {
		const row = await lockOwnAttempt(tx, context.user.id, target)
		refuseSuperseded(row)
		const before = await foldAttempt(tx, row)
		const { after, detail } = giveAnswer(before, body)
		const late = await isLate(tx, row.id, detail.policyId, context.order)
		const revision = await record({ attemptId: row.id, applied: !late, ...detail })
		return toState(row, late ? before : { ...after, revision })
	})
}
