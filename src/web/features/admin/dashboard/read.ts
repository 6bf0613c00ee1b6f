import { type AdminStats, type Attention, adminStats } from '#contract/admin-stats.ts'
import { elections } from '#contract/elections.ts'
import { manageCandidates } from '#contract/manage-candidates.ts'
import { manageUsers } from '#contract/manage-users.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, quietCall } from '#web/app/client.ts'
import { isLacking } from '../faults.ts'
import { derivedStats } from './derived-stats.ts'

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
