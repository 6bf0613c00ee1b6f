import type { ManagedPolicy } from '#contract/manage-policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'

export const FILTERS = ['ALL', 'PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'] as const
export type StatusFilter = (typeof FILTERS)[number]

export const ORDERS = ['status', 'category', 'importance', 'priority', 'newest'] as const
export type PolicyOrder = (typeof ORDERS)[number]

/** What waits comes first. */
const STATUS_ORDER = ['PENDING', 'NEEDS_REVIEW', 'VALIDATED', 'REJECTED']
const CATEGORY_ORDER: readonly string[] = POLICY_CATEGORIES

/** The place in an order; what is not in it comes last. */
const placeIn = (order: readonly string[], value: string): number => {
	const place = order.indexOf(value)
	return place === -1 ? order.length : place
}

type Compare = (a: ManagedPolicy, b: ManagedPolicy) => number

const BY: Readonly<Record<PolicyOrder, Compare>> = {
	status: (a, b) =>
		placeIn(STATUS_ORDER, a.validationStatus) - placeIn(STATUS_ORDER, b.validationStatus),
	category: (a, b) => placeIn(CATEGORY_ORDER, a.category) - placeIn(CATEGORY_ORDER, b.category),
	importance: (a, b) => b.importance - a.importance,
	priority: (a, b) => b.priority - a.priority,
	newest: (a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''),
}

/** The policies of a status in an order; those that are alike in it stay as they came. */
export const arrange = (
	policies: readonly ManagedPolicy[],
	filter: StatusFilter,
	order: PolicyOrder,
): readonly ManagedPolicy[] =>
	policies
		.filter(({ validationStatus }) => filter === 'ALL' || validationStatus === filter)
		.toSorted(BY[order])

/** What is asked for in an address; what waits first, of all, where that says nothing. */
export const viewOf = ({
	status,
	order,
}: {
	readonly status?: string
	readonly order?: string
}) => ({
	status: FILTERS.find((known) => known === status) ?? ('ALL' as const),
	order: ORDERS.find((known) => known === order) ?? ('status' as const),
})
