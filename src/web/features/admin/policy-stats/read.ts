import type { Reply } from '#contract/endpoint.ts'
import { managePolicies } from '#contract/manage-policies.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { quietCall } from '#web/app/client.ts'

/** How many policies there are, how clear they are, and how many have each status. */
export type PolicyStats = Reply<typeof managePolicies.stats>

/** Reads the statistics of all policies. A 401 of this call is told on the page and ends no session, as specified. */
export const readPolicyStats = (signal: AbortSignal): Promise<Result<PolicyStats, Failure>> =>
	quietCall(managePolicies.stats, {}, { signal })
