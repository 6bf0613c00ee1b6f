import { useState } from 'react'
import * as v from 'valibot'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { faultTexts, isOffline } from '../faults.ts'
import { ifMatch } from '../forms/if-match.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import { changesOf, type ListedPolicy, updatePolicy } from './plain.ts'
import { policyVersion, statusName, typedPolicy } from './policy-values.ts'

export interface Statuses {
	readonly busy: boolean
	/** How far a change of many is: "12 of 52 set…". Empty when none is under way. */
	readonly progress: string
	/** Sets the status of policies, each in the version that is shown. */
	set(policies: readonly ListedPolicy[], status: string): void
}

const setOne = async (policy: ListedPolicy, status: string): Promise<Failure | null> => {
	const { values, etag } = policyVersion(policy)
	const parsed = v.safeParse(typedPolicy(policy), { ...values, validationStatus: status })
	// The form must correct a stored value that could not be typed.
	if (!parsed.success) {
		const message = parsed.issues[0].message
		return { kind: 'problem', status: 400, message, errors: [], retryAfterMs: null }
	}
	const reply = await call(
		updatePolicy,
		{ params: { id: policy.id }, body: changesOf(policy, parsed.output) },
		{ idempotencyKey: uuid(), ...ifMatch(etag) },
	)
	return reply.ok ? null : reply.error
}

/**
 * Sets the status of one or many policies from the list. What the server refuses stays as it is and is said with the reason.
 * @param onDone reads the list again.
 */
export const useStatuses = (onDone: () => void): Statuses => {
	const { busy, run } = useOneAtATime()
	const [progress, setProgress] = useState('')
	const setAll = async (policies: readonly ListedPolicy[], status: string): Promise<void> => {
		const wanted = policies.filter((policy) => policy.validationStatus !== status)
		const failures: Failure[] = []
		let done = 0
		for (const policy of wanted) {
			if (wanted.length > 1) setProgress(texts.setting(done, wanted.length))
			const failure = await setOne(policy, status)
			if (failure === null) done += 1
			else failures.push(failure)
			// Each of the others would wait for its own timeout.
			if (isOffline(failure)) break
		}
		setProgress('')
		const [first] = failures
		if (done > 0 || first === undefined) toast(texts.set(done, statusName(status)), 'good')
		if (first) {
			toast(
				texts.notSet(
					wanted.length - done,
					faultTexts(first, texts.updateFailed, () => ''),
				),
			)
		}
		onDone()
	}
	return { busy, progress, set: (policies, status) => run(() => setAll(policies, status)) }
}
