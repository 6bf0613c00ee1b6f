import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { readStanding } from '../quizzes/read.ts'
import { electionsOf } from './standing.ts'

/** Names of the others in a candidate's elections, and the parties of all. */
export interface Rivals {
	readonly names: readonly string[]
	readonly parties: readonly string[]
}

/** Reads who stands in the same elections as a candidate. */
export const readRivals = async (
	candidate: ManagedCandidate,
	signal: AbortSignal,
): Promise<Result<Rivals, Failure>> => {
	const names = new Map<string, string>()
	const parties = new Set<string>()
	for (const electionId of electionsOf(candidate)) {
		const standing = await readStanding(electionId, signal)
		if (!standing.ok) return standing
		for (const { id, name, party } of standing.value) {
			if (party) parties.add(party)
			if (id !== candidate.id) names.set(id, name)
		}
	}
	return { ok: true, value: { names: [...new Set(names.values())], parties: [...parties] } }
}
