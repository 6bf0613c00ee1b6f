import type { AdminStats } from '#contract/admin-stats.ts'
import type { Election } from '#contract/elections.ts'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { ManagedUser } from '#contract/manage-users.ts'

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
