import { eq } from 'drizzle-orm'
import { complete as completed } from '#domain/attempt.ts'
import { rowId } from '../../db/ids.ts'
import { attempts } from '../../db/schema.ts'
import { serviceError } from '../../http/service-error.ts'
import { foldPlaced, lockOwnAttempt } from './attempts.ts'
import { refuseSuperseded } from './guard.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

/** What completing too early is told. */
export const unfinished = (missing: number) =>
	serviceError(
		'conflict',
		`This quiz is not finished: ${missing} ${missing === 1 ? 'question is' : 'questions are'} unanswered.`,
	)

/** Completes an attempt whose every statement is answered; one that is completed is returned again. */
export const complete = (context: VoterContext, attemptId: string): Promise<SentState> => {
	const target = rowId(attemptId)
	return once(context, { kind: 'COMPLETE', target, body: null }, async (tx, record) => {
		const row = await lockOwnAttempt(tx, context.user.id, target)
		refuseSuperseded(row)
		const { attempt: before } = await foldPlaced(tx, row, null)
		const after = completed(before)
		if (!after.ok) throw unfinished(after.error.missing)
		const applied = before.status !== 'COMPLETED'
		if (applied) {
			await tx
				.update(attempts)
				.set({ status: 'COMPLETED', completedAt: context.now })
				.where(eq(attempts.id, row.id))
		}
		const revision = await record({ attemptId: row.id, applied })
		return toState(row, { ...after.value, revision: applied ? revision : before.revision })
	})
}
