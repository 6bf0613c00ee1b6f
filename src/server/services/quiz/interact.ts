import type { HandlerInput } from '#contract/endpoint.ts'
import type { quiz } from '#contract/quiz.ts'
import { rowId } from '../../db/ids.ts'
import { giveAnswer } from './answers.ts'
import { foldPlaced, isLate, lockOwnAttempt } from './attempts.ts'
import { refuseSuperseded } from './guard.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

type Input = HandlerInput<typeof quiz.interact>

/** Records an answer, or a whole selection; one given before to the same statement is replaced. */
export const interact = (context: VoterContext, { params, body }: Input): Promise<SentState> => {
	const target = rowId(params.attemptId)
	return once(context, { kind: 'INTERACT', target, body }, async (tx, record) => {
		const row = await lockOwnAttempt(tx, context.user.id, target)
		refuseSuperseded(row)
		const { order } = context
		const { attempt: before, places } = await foldPlaced(tx, row, order?.stream ?? null)
		const { after, detail } = giveAnswer(before, body)
		const late = order !== null && isLate(places, detail.policyId, order.seq)
		const revision = await record({ attemptId: row.id, applied: !late, ...detail })
		return toState(row, late ? before : { ...after, revision })
	})
}
