import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { type ManagedPolicy, managePolicies } from '#contract/manage-policies.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { readCandidate } from '../candidates/read.ts'

/** A candidate and all of their policies, whatever their status. */
export const readPolicies = async (
	candidateId: string,
	signal: AbortSignal,
): Promise<
	Result<
		{ readonly candidate: ManagedCandidate; readonly policies: readonly ManagedPolicy[] },
		Failure
	>
> => {
	const [candidate, policies] = await Promise.all([
		readCandidate(candidateId),
		call(managePolicies.ofCandidate, { params: { candidateId } }, { signal }),
	])
	if (!candidate.ok) return candidate
	if (!policies.ok) return policies
	return { ok: true, value: { candidate: candidate.value, policies: policies.value } }
}

/** One policy with its version. */
export const readPolicy = (id: string): Promise<Result<ManagedPolicy, Failure>> =>
	call(managePolicies.get, { params: { id } })
