import type { QuizValidation } from '#domain/quiz-validation.ts'
import type { Actor } from '../../context.ts'
import type { CallContext } from '../../http/mount.ts'
import { findBefore } from '../quiz/attempts.ts'
import { loadMaterial, validateMaterial } from './material.ts'

/** Whether the caller can take the quiz, and how many statements it asks; 404 where there is no such quiz. */
export const validateCompareQuiz = async (
	{ db, user, now }: Pick<CallContext<Actor>, 'db' | 'user' | 'now'>,
	id: string,
): Promise<QuizValidation> => {
	const material = await loadMaterial(db, id)
	const { id: quizId } = material.quiz
	// Begun anew after a reset: there is something to answer again.
	const { completed } = await findBefore(db, user.id, quizId)
	return validateMaterial(material, now, completed)
}
