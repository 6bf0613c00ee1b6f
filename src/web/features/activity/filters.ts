import type { AttemptSummary } from '#local/attempts.ts'

/** The filters of My Activity, in the order in which they stand. */
export const FILTERS = ['ALL', 'IN_PROGRESS', 'COMPLETED'] as const

export type Filter = (typeof FILTERS)[number]

export const matches = ({ attempt }: AttemptSummary, filter: Filter): boolean =>
	filter === 'ALL' || attempt.status === filter
