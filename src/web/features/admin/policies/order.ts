import type { ManagedPolicy } from '#contract/manage-policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { type CategoryFilter, isFound } from './review-tools.tsx'

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

interface View {
	readonly status: StatusFilter
	readonly order: PolicyOrder
	readonly category: CategoryFilter
	readonly search: string
}

/** The policies of a view in its order; those that are alike in it stay as they came. */
export const arrange = <Policy extends ManagedPolicy>(
	policies: readonly Policy[],
	{ status, order, category, search }: View,
): readonly Policy[] =>
	policies
		.filter(
			({ keywords, validationStatus, ...policy }) =>
				(status === 'ALL' || validationStatus === status) &&
				isFound({ ...policy, keywords: keywords.join(' ') }, search, category),
		)
		.toSorted(BY[order])

/** The view in the address. Default: all policies, pending ones first. */
export const viewOf = ({
	status,
	order,
	category,
	search,
}: {
	readonly [Name in keyof View]?: string
}): View => ({
	status: FILTERS.find((known) => known === status) ?? 'ALL',
	order: ORDERS.find((known) => known === order) ?? 'status',
	category: POLICY_CATEGORIES.find((known) => known === category) ?? 'ALL',
	search: search ?? '',
})
