import * as v from 'valibot'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import {
	ManagedPolicy,
	managePolicies,
	type PolicyFields,
	policies,
} from '#contract/admin/policies.ts'
import { Id, OptionalNumber, OptionalText } from '#contract/fields.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { readCandidate } from '../candidates/api.ts'
import { NOT_FOUND } from '../kit/errors.ts'

type Unstated = 'importance' | 'validationStatus'

export interface ListedPolicy extends ManagedPolicy {
	/** Fields that the server did not send. They have defaults for display and are not sent back. */
	readonly unstated?: readonly Unstated[]
}

/** A policy of the specification's calls. A missing status defaults to pending: never show it as decided. */
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

/** Creates a policy. The specification guarantees only the id and text in the response. */
export const createPolicy = {
	...managePolicies.create,
	reply: v.object({ id: Id, text: OptionalText }),
}
export const updatePolicy = { ...managePolicies.update, reply: v.unknown() }

/** Update body without fields that the server never sent and the user did not change. */
export const changesOf = (
	{ unstated = [], ...before }: ListedPolicy,
	body: PolicyFields,
): v.InferInput<typeof PolicyFields> => {
	const kept = unstated.filter((name) => body[name] === before[name])
	// Do not send the marks to a server that does not store them.
	const marks = before.setByHand === null ? { setByHand: undefined } : {}
	const reason = body.overrideReason ?? undefined
	const isSameBackground =
		body.background === before.background && body.backgroundSource === before.backgroundSource
	// Do not send an unchanged background: other servers do not store it.
	const background = isSameBackground ? { background: undefined, backgroundSource: undefined } : {}
	return {
		...{ ...body, ...marks, ...background, overrideReason: reason },
		...Object.fromEntries(kept.map((name) => [name, undefined])),
	}
}

const readPlainly = async (
	candidateId: string,
	signal?: AbortSignal,
): Promise<Result<readonly ListedPolicy[], Failure>> => {
	const reply = await call(enhanced, { params: { candidateId } }, { ...(signal && { signal }) })
	if (!reply.ok) return reply
	return {
		ok: true,
		value: reply.value.map((policy) => ({
			...policy,
			candidateId: policy.candidateId ?? candidateId,
		})),
	}
}

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
		capabilities.has('records')
			? call(managePolicies.ofCandidate, { params: { candidateId } }, { signal })
			: readPlainly(candidateId, signal),
	])
	if (!candidate.ok) return candidate
	if (!policies.ok) return policies
	return { ok: true, value: { candidate: candidate.value, policies: policies.value } }
}

/** One policy with its etag, or from the candidate's list if the server has no call for one. */
export const readPolicy = async (
	id: string,
	candidateId: string,
): Promise<Result<ListedPolicy, Failure>> => {
	if (capabilities.has('records')) return call(managePolicies.get, { params: { id } })
	const plain = await readPlainly(candidateId)
	if (!plain.ok) return plain
	const policy = plain.value.find((each) => each.id === id)
	return policy ? { ok: true, value: policy } : { ok: false, error: NOT_FOUND }
}
