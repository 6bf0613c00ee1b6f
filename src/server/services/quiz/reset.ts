import { eq } from 'drizzle-orm'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { quiz } from '#contract/quiz.ts'
import { rowId } from '../../db/ids.ts'
import { attempts } from '../../db/schema.ts'
import { serviceError } from '../../http/service-error.ts'
import type { MaterialOf } from '../compare-quizzes/kept-material.ts'
import { hasCompareQuiz } from '../compare-quizzes/read.ts'
import { findBefore, findRestored, foldAttempt, lockOwnAttempt } from './attempts.ts'
import { beginAttempt, holdVoter, untouched } from './begin.ts'
import { closed, openMaterial } from './closed.ts'
import { once, type VoterContext } from './once.ts'
import { type SentState, toState } from './state.ts'

type Input = HandlerInput<typeof quiz.reset>

const gone = () => serviceError('conflict', 'This quiz no longer exists.')

/**
 * Leaves an attempt to history and begins a fresh one. A completed attempt stays completed; an unfinished one is
 * superseded. Where the voter has begun the quiz anew already, that attempt is the fresh one.
 */
export const reset = (
	context: VoterContext,
	{ params, body }: Input,
	materialOf: MaterialOf,
): Promise<SentState> => {
	const target = rowId(params.attemptId)
	return once(context, { kind: 'RESET', target, body }, async (tx, record) => {
		const { user, now } = context
		await holdVoter(tx, user.id)
		const row = await lockOwnAttempt(tx, user.id, target)
		if (row.compareQuizId === null) throw gone()
		const { live } = await findBefore(tx, user.id, row.compareQuizId)
		const restored = await findRestored(tx, user.id, body?.restores)
		const there = restored ?? (live?.id === row.id ? null : live)
		if (there !== null) {
			await record({ attemptId: there.id, applied: false, consent: body?.consent })
			return toState(there, await foldAttempt(tx, there))
		}
		if (!(await hasCompareQuiz(tx, row.compareQuizId))) {
			throw await closed(tx, row.compareQuizId, now, gone())
		}
		const material = await openMaterial(tx, row.compareQuizId, now, materialOf)
		if (live !== null) {
			await tx.update(attempts).set({ supersededAt: now }).where(eq(attempts.id, live.id))
		}
		const fresh = await beginAttempt(tx, { userId: user.id, material, body, now })
		const revision = await record({ attemptId: fresh.id, applied: true, consent: body?.consent })
		return toState(fresh, { ...untouched(fresh), revision })
	})
}
