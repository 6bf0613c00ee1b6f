import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { readStanding } from '../quizzes/read.ts'
import { electionsOf } from './standing.ts'

/** The names of those who stand in the same elections as a candidate. */
export const readRivals = async (
	candidate: ManagedCandidate,
	signal: AbortSignal,
): Promise<Result<readonly string[], Failure>> => {
	const names = new Map<string, string>()
	for (const electionId of electionsOf(candidate)) {
		const standing = await readStanding(electionId, signal)
		if (!standing.ok) return standing
		for (const { id, name } of standing.value) {
			if (id !== candidate.id) names.set(id, name)
		}
	}
	return { ok: true, value: [...new Set(names.values())] }
}
