import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/problem.ts'
import type { InteractBody, quiz } from '#contract/quiz.ts'
import { type Answer, type AnswerError, answer } from '#domain/attempt.ts'
import type { QuizType } from '#domain/types.ts'
import { rowId } from '../../db/ids.ts'
import { attemptEvents } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import type { Order } from '../../http/operation-headers.ts'
import { invalid, type ServiceError } from '../../http/service-error.ts'
import { foldAttempt, lockOwnAttempt } from './attempts.ts'
import { alreadyCompleted, refuseSuperseded } from './guard.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

type Input = HandlerInput<typeof quiz.interact>

const answerOf = (body: InteractBody): Answer =>
	body.interactionType === 'POLICY_PICK'
		? { selectedPolicyIds: body.selectedPolicyIds }
		: { policyId: body.policyId, value: body.value }

const wrongKind = (quizType: QuizType): FieldError => ({
	path: 'interactionType',
	message: `must be ${quizType} for this quiz`,
})

const refusalOf = (error: AnswerError, quizType: QuizType): ServiceError => {
	const idsPath = quizType === 'POLICY_PICK' ? 'selectedPolicyIds' : 'policyId'
	switch (error.code) {
		case 'completed':
			return alreadyCompleted()
		case 'wrong-kind':
			return invalid([wrongKind(quizType)])
		case 'unknown-policy':
			return invalid([{ path: idsPath, message: `${error.policyId} is not part of this quiz` }])
		case 'bad-value':
			return invalid([{ path: 'value', message: 'is no answer of this quiz' }])
		case 'duplicate':
			return invalid([{ path: idsPath, message: `has ${error.policyId} more than once` }])
		case 'too-few':
			return invalid([{ path: idsPath, message: `needs at least ${error.needed} policies` }])
	}
}

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
		if (body.interactionType !== row.quizType) throw invalid([wrongKind(row.quizType)])
		const before = await foldAttempt(tx, row)
		const given = answerOf(body)
		const answered = answer(before, given)
		if (!answered.ok) throw refusalOf(answered.error, row.quizType)
		const policyId = 'policyId' in given ? given.policyId : null
		const late = await isLate(tx, row.id, policyId, context.order)
		const revision = await record({
			attemptId: row.id,
			applied: !late,
			policyId,
			value: 'value' in given ? given.value : null,
			selected: 'selectedPolicyIds' in given ? given.selectedPolicyIds : null,
			responseTimeMs: body.responseTimeMs,
		})
		return toState(row, late ? before : { ...answered.value, revision })
	})
}
