import { INSIGHT_REVIEW_ABOVE, INSIGHT_VALIDATED_ABOVE, REVIEW } from '#domain/policies.ts'

/** What the insights are drawn from. */
export interface StatsFacts {
	readonly totalPolicies: number
	readonly averageClarityScore: number | null
	readonly validationDistribution: readonly {
		readonly status: string
		readonly count: number
	}[]
}

export type Insight = 'unclear' | 'toReview' | 'good'

/** How many policies have a status. */
const countOf = ({ validationDistribution }: StatsFacts, status: string): number =>
	validationDistribution.find((part) => part.status === status)?.count ?? 0

/** Which part of all policies has a status, from 0 to 1; 0 where there are none. */
export const shareOf = (stats: StatsFacts, status: string): number =>
	stats.totalPolicies === 0 ? 0 : countOf(stats, status) / stats.totalPolicies

/** What stands out of the statistics: warnings first, then praise. Of no policies nothing is said. */
export const insightsOf = (stats: StatsFacts): readonly Insight[] => {
	const { totalPolicies, averageClarityScore } = stats
	if (totalPolicies === 0) return []
	const found: [Insight, boolean][] = [
		['unclear', averageClarityScore !== null && averageClarityScore < REVIEW.clarity],
		['toReview', shareOf(stats, 'NEEDS_REVIEW') > INSIGHT_REVIEW_ABOVE],
		['good', shareOf(stats, 'VALIDATED') > INSIGHT_VALIDATED_ABOVE],
	]
	return found.flatMap(([insight, holds]) => (holds ? [insight] : []))
}
