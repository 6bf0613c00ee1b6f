import { type ManagedCandidate, manageCandidates } from '#contract/admin/candidates.ts'
import { type AdminStats, type Attention, adminStats } from '#contract/admin/overview.ts'
import { type ManagedUser, manageUsers } from '#contract/admin/users.ts'
import { type Election, elections } from '#contract/elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, quietCall } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'

/** Complete lists; null if a list could not be read. */
export interface WholeLists {
	readonly elections: readonly Pick<Election, 'active'>[] | null
	readonly candidates: readonly Pick<ManagedCandidate, 'policyCount'>[] | null
	readonly users: readonly Pick<ManagedUser, 'username'>[] | null
}

const policiesOf = (candidates: WholeLists['candidates']): number | null =>
	candidates?.reduce<number | null>(
		(sum, { policyCount }) => (sum === null || policyCount === null ? null : sum + policyCount),
		0,
	) ?? null

export const derivedStats = ({ elections, candidates, users }: WholeLists): AdminStats => ({
	totalUsers: users?.length ?? null,
	activeUsers: null,
	totalElections: elections?.length ?? null,
	activeElections: elections?.filter(({ active }) => active).length ?? null,
	totalCandidates: candidates?.length ?? null,
	totalPolicies: policiesOf(candidates),
	quizAttempts: null,
})

const fromLists = async (signal: AbortSignal): Promise<Result<AdminStats, Failure>> => {
	const [allElections, allCandidates, allUsers] = await Promise.all([
		call(elections.list, {}, { signal }),
		call(manageCandidates.list, {}, { signal }),
		call(manageUsers.list, {}, { signal }),
	])
	if (!allElections.ok && !allCandidates.ok && !allUsers.ok) return allElections
	return {
		ok: true,
		value: derivedStats({
			elections: allElections.ok ? allElections.value : null,
			candidates: allCandidates.ok ? allCandidates.value : null,
			users: allUsers.ok ? allUsers.value : null,
		}),
	}
}

/** The dashboard's statistics. By specification, a 401 is shown on the page and does not end the session. */
export const readStats = (signal: AbortSignal): Promise<Result<AdminStats, Failure>> =>
	capabilities.has('stats') ? quietCall(adminStats.figures, {}, { signal }) : fromLists(signal)

export const readAttention = (signal: AbortSignal): Promise<Result<Attention, Failure>> =>
	quietCall(adminStats.attention, {}, { signal })
