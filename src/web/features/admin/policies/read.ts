import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { type ManagedPolicy, managePolicies } from '#contract/manage-policies.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { readCandidate } from '../candidates/read.ts'
import { hasStatus } from '../faults.ts'
import { readPlainly } from './plain.ts'

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
	const found =
		policies.ok || !hasStatus(policies.error, 404)
			? policies
			: await readPlainly(candidateId, signal)
	if (!found.ok) return found
	return { ok: true, value: { candidate: candidate.value, policies: found.value } }
}

/** One policy with its version; from a server without this call as the candidate's list has it. */
export const readPolicy = async (
	id: string,
	candidateId: string,
): Promise<Result<ManagedPolicy, Failure>> => {
	const managed = await call(managePolicies.get, { params: { id } })
	if (managed.ok || !hasStatus(managed.error, 404)) return managed
	const plain = await readPlainly(candidateId)
	const policy = plain.ok ? plain.value.find((each) => each.id === id) : undefined
	return policy ? { ok: true, value: policy } : managed
}
