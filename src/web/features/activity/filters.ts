import type { AttemptSummary } from '#local/attempts.ts'

/** The filters of My Activity, in the order in which they stand. */
export const FILTERS = [
	{ filter: 'ALL', label: 'All' },
	{ filter: 'IN_PROGRESS', label: 'In Progress' },
	{ filter: 'COMPLETED', label: 'Completed' },
] as const

export type Filter = (typeof FILTERS)[number]['filter']

export const matches = ({ attempt }: AttemptSummary, filter: Filter): boolean =>
	filter === 'ALL' || attempt.status === filter
