import { countCatalogueChanges } from '../../db/catalogue-changes.ts'
import { createKeeper } from '../../db/keeper.ts'
import type { Db } from '../../db/types.ts'
import { loadMaterial, type QuizMaterial } from './material.ts'

/** What attempts at a quiz are drawn from; 404 where there is no such quiz. */
export type MaterialOf = (tx: Db, quizId: string) => Promise<QuizMaterial>

/** Reads it only where the catalogue has changed since: every voter of a quiz begins with the same. */
export const keepMaterial = (): MaterialOf => {
	const keep = createKeeper<QuizMaterial>()
	return async (tx, quizId) =>
		keep(quizId, await countCatalogueChanges(tx), () => loadMaterial(tx, quizId))
}
