import type { HandlerInput } from '#contract/endpoint.ts'
import type { quiz } from '#contract/quiz.ts'
import { ALREADY_COMPLETED } from '#domain/quiz-validation.ts'
import { rowId } from '../../db/ids.ts'
import { serviceError } from '../../http/service-error.ts'
import type { MaterialOf } from '../compare-quizzes/kept-material.ts'
import { findBefore, findRestored, foldAttempt } from './attempts.ts'
import { beginAttempt, holdVoter, untouched } from './begin.ts'
import { openMaterial } from './closed.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

type Input = HandlerInput<typeof quiz.start>

/**
 * Begins a quiz, or goes on with the voter's attempt in progress: there is never a second one.
 * 409 where the voter has completed the quiz, or where it cannot be taken.
 */
export const start = (
	context: VoterContext,
	{ params, body }: Input,
	materialOf: MaterialOf,
): Promise<SentState> => {
	const target = rowId(params.compareQuizId)
	return once(context, { kind: 'START', target, body }, async (tx, record) => {
		const { user, now } = context
		await holdVoter(tx, user.id)
		const restored = await findRestored(tx, user.id, body?.restores)
		const { live, completed } = await findBefore(tx, user.id, target)
		const there = restored ?? live
		if (there !== null) {
			await record({ attemptId: there.id, applied: false, consent: body?.consent })
			return toState(there, await foldAttempt(tx, there))
		}
		if (completed && body?.restores === undefined) throw serviceError('conflict', ALREADY_COMPLETED)
		const material = await openMaterial(tx, target, now, materialOf)
		const row = await beginAttempt(tx, { userId: user.id, material, body, now })
		const revision = await record({ attemptId: row.id, applied: true, consent: body?.consent })
		return toState(row, { ...untouched(row), revision })
	})
}
