import { isRowId } from '../db/ids.ts'
import { LIST_SEPARATOR } from '../import/tables.ts'
import type { WholeCandidate } from './load-election.ts'

/**
 * How the other records of an export call its candidates: by name, which people read, or by id where the name is not
 * one's own or would be taken for something else.
 */
export const referencesTo = (
	candidates: readonly WholeCandidate[],
): ((candidateId: string) => string) => {
	const times = new Map<string, number>()
	for (const { name } of candidates) times.set(name, (times.get(name) ?? 0) + 1)
	const references = new Map(
		candidates.map(({ id, name }) => {
			const clear = times.get(name) === 1 && !name.includes(LIST_SEPARATOR) && !isRowId(name)
			return [id, clear ? name : id]
		}),
	)
	return (id) => references.get(id) ?? id
}
