import type { QuizValidation } from '#domain/quiz-validation.ts'
import type { Actor } from '../../context.ts'
import type { CallContext } from '../../http/mount.ts'
import { findLive, hasCompleted } from '../quiz/attempts.ts'
import { loadMaterial, validateMaterial } from './material.ts'

/** Whether the caller can take the quiz, and how many statements it asks; 404 where there is no such quiz. */
export const validateCompareQuiz = async (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	id: string,
): Promise<QuizValidation> => {
	const material = await loadMaterial(db, id)
	const { id: quizId } = material.quiz
	// Begun anew after a reset: there is something to answer again.
	const live = await findLive(db, user.id, quizId)
	const done = live === null && (await hasCompleted(db, user.id, quizId))
	return validateMaterial(material, now, done)
}
