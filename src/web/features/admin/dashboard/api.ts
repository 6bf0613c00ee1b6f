import { type ManagedCandidate, manageCandidates } from '#contract/admin/candidates.ts'
import { type AdminStats, type Attention, adminStats } from '#contract/admin/overview.ts'
import { type ManagedUser, manageUsers } from '#contract/admin/users.ts'
import { type Election, elections } from '#contract/elections.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, quietCall } from '#web/app/api.ts'
import { isLacking } from '../kit/errors.ts'

/** The whole lists of a server; null for one that could not be read. */
export interface WholeLists {
	readonly elections: readonly Pick<Election, 'active'>[] | null
	readonly candidates: readonly Pick<ManagedCandidate, 'policyCount'>[] | null
	readonly users: readonly Pick<ManagedUser, 'username'>[] | null
}

/** How many policies there are: known where every candidate says how many are theirs. */
const policiesOf = (candidates: WholeLists['candidates']): number | null =>
	candidates?.reduce<number | null>(
		(sum, { policyCount }) => (sum === null || policyCount === null ? null : sum + policyCount),
		0,
	) ?? null

/** The figures that can be told from lists; null for those that cannot. */
export const derivedStats = ({ elections, candidates, users }: WholeLists): AdminStats => ({
	totalUsers: users?.length ?? null,
	activeUsers: null,
	totalElections: elections?.length ?? null,
	activeElections: elections?.filter(({ active }) => active).length ?? null,
	totalCandidates: candidates?.length ?? null,
	totalPolicies: policiesOf(candidates),
	quizAttempts: null,
})

/** From the lists, for a server that has no statistics; what a list does not tell, or cannot be read, is unknown. */
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

/**
 * The dashboard's figures. A 401 of these calls is told on the page and does not end the session, as specified: whoever
 * looks at the dashboard is not sent away by it.
 */
export const readStats = async (signal: AbortSignal): Promise<Result<AdminStats, Failure>> => {
	const stats = await quietCall(adminStats.figures, {}, { signal })
	return stats.ok || !isLacking(stats.error) ? stats : fromLists(signal)
}

/** What needs an administrator. */
export const readAttention = (signal: AbortSignal): Promise<Result<Attention, Failure>> =>
	quietCall(adminStats.attention, {}, { signal })
