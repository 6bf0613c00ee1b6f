import * as v from 'valibot'
import { candidates } from '#contract/candidates.ts'
import { OptionalNumber } from '#contract/fields.ts'
import { ManagedPolicy, managePolicies, type PolicyFields } from '#contract/manage-policies.ts'
import { policies } from '#contract/policies.ts'
import { Id, OptionalText } from '#contract/primitives.ts'
import { IMPORTANCE_DEFAULT } from '#domain/constants.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { isLacking } from '../faults.ts'

type Unstated = 'importance' | 'validationStatus'

/** A policy as a list has it, whichever server it is from. */
export interface ListedPolicy extends ManagedPolicy {
	/** What the server said nothing of: as it stands here it is shown, and it is not sent back. */
	readonly unstated?: readonly Unstated[]
}

/** A policy as the specification's calls list it. What says no status may be decided about or not: nobody is told that it is. */
const Listed = v.pipe(
	v.object({
		...ManagedPolicy.entries,
		candidateId: v.nullish(Id, null),
		category: v.nullish(v.string(), 'GOVERNANCE'),
		importance: OptionalNumber,
		suggestedImportance: OptionalNumber,
		validationStatus: v.nullish(v.string(), null),
		metadata: v.nullish(v.object({ clarity: OptionalNumber, complexity: OptionalNumber }), null),
	}),
	v.transform(({ suggestedImportance, metadata, ...rest }) => {
		const importance = rest.importance ?? suggestedImportance
		const unstated: Unstated[] = []
		if (importance === null) unstated.push('importance')
		if (rest.validationStatus === null) unstated.push('validationStatus')
		return {
			...rest,
			unstated,
			importance: importance ?? IMPORTANCE_DEFAULT,
			validationStatus: rest.validationStatus ?? 'PENDING',
			clarityScore: rest.clarityScore ?? metadata?.clarity ?? null,
			complexityLevel: rest.complexityLevel ?? metadata?.complexity ?? null,
		}
	}),
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

/** Update body without fields that the server never sent and the user did not change. */
export const changesOf = (
	{ unstated = [], ...before }: ListedPolicy,
	body: PolicyFields,
): v.InferInput<typeof PolicyFields> => {
	const kept = unstated.filter((name) => body[name] === before[name])
	// A server that records no marks decides by what changed, or knows none.
	const marks = before.setByHand === null ? { setByHand: undefined } : {}
	const reason = body.overrideReason ?? undefined
	return {
		...{ ...body, ...marks, overrideReason: reason },
		...Object.fromEntries(kept.map((name) => [name, undefined])),
	}
}

/** The policies of a candidate from a server that has the specification's calls alone. */
export const readPlainly = async (
	candidateId: string,
	signal?: AbortSignal,
): Promise<Result<readonly ListedPolicy[], Failure>> => {
	const options = { ...(signal && { signal }) }
	const first = await call(enhanced, { params: { candidateId } }, options)
	const reply =
		first.ok || !isLacking(first.error)
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
