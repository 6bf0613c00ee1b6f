import { countCatalogueChanges } from '../../db/catalogue-changes.ts'
import type { Db } from '../../db/types.ts'
import { loadMaterial, type QuizMaterial } from './material.ts'

/** Of so many quizzes it is kept: those that were begun last. */
const MOST_KEPT = 200

/** What attempts at a quiz are drawn from; 404 where there is no such quiz. */
export type MaterialOf = (tx: Db, quizId: string) => Promise<QuizMaterial>

/**
 * Reads it only where the catalogue has changed since: every voter of a quiz begins with the same. What was read is kept
 * and not the reading: nobody waits in their transaction for another's.
 */
export const keepMaterial = (): MaterialOf => {
	const kept = new Map<string, { readonly changes: string; readonly material: QuizMaterial }>()
	return async (tx, quizId) => {
		const changes = await countCatalogueChanges(tx)
		const before = kept.get(quizId)
		const material = before?.changes === changes ? before.material : await loadMaterial(tx, quizId)
		kept.delete(quizId)
		kept.set(quizId, { changes, material })
		const [oldest = quizId] = kept.keys()
		if (kept.size > MOST_KEPT) kept.delete(oldest)
		return material
	}
}
