import * as v from 'valibot'
import { candidates } from '#contract/candidates.ts'
import { OptionalNumber } from '#contract/fields.ts'
import { ManagedPolicy, managePolicies } from '#contract/manage-policies.ts'
import { policies } from '#contract/policies.ts'
import { Id, OptionalText } from '#contract/primitives.ts'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { hasStatus } from '../faults.ts'

/** A policy as the specification's calls list it. Those are for voters: what says no status is what they see. */
const Listed = v.pipe(
	v.object({
		...ManagedPolicy.entries,
		candidateId: v.nullish(Id, null),
		category: v.nullish(v.string(), 'GOVERNANCE'),
		importance: OptionalNumber,
		suggestedImportance: OptionalNumber,
		validationStatus: v.nullish(v.string(), 'VALIDATED'),
		metadata: v.nullish(v.object({ clarity: OptionalNumber, complexity: OptionalNumber }), null),
	}),
	v.transform(({ suggestedImportance, importance, metadata, ...rest }) => ({
		...rest,
		importance: importance ?? suggestedImportance ?? IMPORTANCE_DEFAULT,
		clarityScore: rest.clarityScore ?? metadata?.clarity ?? null,
		complexityLevel: rest.complexityLevel ?? metadata?.complexity ?? null,
	})),
)
const enhanced = { ...policies.ofCandidate, reply: v.array(Listed) }
const ofCandidate = { ...candidates.policies, reply: v.array(Listed) }

/** Makes a policy. The specification promises its id and its text in return, and no more. */
export const createPolicy = {
	...managePolicies.create,
	reply: v.object({ id: Id, text: OptionalText }),
}
/** Changes one. What comes back is not specified. */
export const updatePolicy = { ...managePolicies.update, reply: v.unknown() }

/** The policies of a candidate from a server that has the specification's calls alone. */
export const readPlainly = async (
	candidateId: string,
	signal?: AbortSignal,
): Promise<Result<readonly ManagedPolicy[], Failure>> => {
	const options = { ...(signal && { signal }) }
	const first = await call(enhanced, { params: { candidateId } }, options)
	const reply =
		first.ok || !hasStatus(first.error, 404)
			? first
			: await call(ofCandidate, { params: { id: candidateId } }, options)
	if (!reply.ok) return reply
	return {
		ok: true,
		value: reply.value.map((policy) => ({
			...policy,
			candidateId: policy.candidateId ?? candidateId,
		})),
	}
}
