import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { managePolicies } from '#contract/manage-policies.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { readCandidate } from '../candidates/read.ts'
import { hasStatus, isLacking } from '../faults.ts'
import { type ListedPolicy, readPlainly } from './plain.ts'

/** A candidate and all of their policies, whatever their status. */
export const readPolicies = async (
	candidateId: string,
	signal: AbortSignal,
): Promise<
	Result<
		{ readonly candidate: ManagedCandidate; readonly policies: readonly ListedPolicy[] },
		Failure
	>
> => {
	const [candidate, policies] = await Promise.all([
		readCandidate(candidateId),
		call(managePolicies.ofCandidate, { params: { candidateId } }, { signal }),
	])
	if (!candidate.ok) return candidate
	const found =
		policies.ok || !isLacking(policies.error) ? policies : await readPlainly(candidateId, signal)
	if (!found.ok) return found
	return { ok: true, value: { candidate: candidate.value, policies: found.value } }
}

/** What is in no list any more. */
const GONE: Failure = {
	...{ kind: 'problem', status: 404, message: '', errors: [], retryAfterMs: null },
}

/** One policy with its version; from a server without this call as the candidate's list has it. */
export const readPolicy = async (
	id: string,
	candidateId: string,
): Promise<Result<ListedPolicy, Failure>> => {
	const managed = await call(managePolicies.get, { params: { id } })
	if (managed.ok || !isLacking(managed.error)) return managed
	const plain = await readPlainly(candidateId)
	if (!plain.ok) return isLacking(plain.error) ? managed : plain
	const policy = plain.value.find((each) => each.id === id)
	if (policy) return { ok: true, value: policy }
	return hasStatus(managed.error, 404) ? managed : { ok: false, error: GONE }
}
