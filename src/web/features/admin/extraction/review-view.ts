import { isPolicyLength, POLICY_STATUSES } from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { concernCount, type Names, namedWords } from '../neutrality/concerns.ts'
import { type CategoryFilter, isFound } from '../policies/review-tools.tsx'
import { callsForReview, type PolicyStatus, type ReviewPolicy } from './review-policy.ts'

export const FILTERS = [
	'ALL',
	...POLICY_STATUSES,
	'CALLS_FOR_REVIEW',
	'LENGTH',
	'NAMES',
	'CONCERNS',
	'REMOVED',
] as const
export type Filter = (typeof FILTERS)[number]

export const SORTS = [
	'SOURCE',
	'STATUS',
	'CATEGORY',
	'IMPORTANCE',
	'PRIORITY',
	'CLARITY',
	'BIAS',
] as const
export type Sort = (typeof SORTS)[number]

/** The specification's order of statuses. */
const STATUS_ORDER: readonly PolicyStatus[] = ['PENDING', 'NEEDS_REVIEW', 'VALIDATED', 'REJECTED']

/** Whether a policy is validated although it names someone, and no reason is given. */
export const lacksReason = ({ values }: ReviewPolicy, names: Names): boolean =>
	values.validationStatus === 'VALIDATED' &&
	values.overrideReason.trim() === '' &&
	namedWords(values.text, names).length > 0

const matches = (filter: Filter, { values, removed }: ReviewPolicy, names: Names): boolean => {
	if (filter === 'REMOVED' || removed) return filter === 'REMOVED' && removed
	switch (filter) {
		case 'ALL':
			return true
		case 'LENGTH':
			return !isPolicyLength(values.text)
		case 'NAMES':
			return namedWords(values.text, names).length > 0
		case 'CONCERNS':
			return concernCount(values.text, names) > 0
		case 'CALLS_FOR_REVIEW':
			// Whatever its status is: the limits know nothing of it.
			return callsForReview(values)
		default:
			return values.validationStatus === filter
	}
}

const ORDERS: Readonly<Record<Sort, (policy: ReviewPolicy) => number>> = {
	SOURCE: () => 0,
	STATUS: ({ values }) => STATUS_ORDER.indexOf(values.validationStatus),
	CATEGORY: ({ values }) => POLICY_CATEGORIES.indexOf(values.category),
	IMPORTANCE: ({ values }) => -values.importance,
	PRIORITY: ({ values }) => -values.priority,
	CLARITY: ({ values }) => values.clarityScore,
	BIAS: ({ values }) => -values.biasScore,
}

interface View {
	readonly policies: readonly ReviewPolicy[]
	readonly filter: Filter
	readonly sort: Sort
	readonly category: CategoryFilter
	readonly search: string
	/** In a statement they are not neutral. */
	readonly names: Names
}

/** What is shown of a review, in its order. Within the same rank the order of the source stays. */
export const shownOf = ({
	policies,
	filter,
	sort,
	category,
	search,
	names,
}: View): readonly ReviewPolicy[] => {
	const rank = ORDERS[sort]
	return policies
		.filter((policy) => matches(filter, policy, names) && isFound(policy.values, search, category))
		.toSorted((one, other) => rank(one) - rank(other))
}

/** How many policies each filter shows. */
export const filterCounts = ({
	policies,
	names,
}: Pick<View, 'policies' | 'names'>): Readonly<Record<Filter, number>> =>
	Object.fromEntries(
		FILTERS.map((filter) => [
			filter,
			policies.filter((policy) => matches(filter, policy, names)).length,
		]),
	) as Record<Filter, number>

/** What would be saved, how many of it have each status and concerns, and which cannot be saved yet. */
export const savingOf = ({ policies, names }: Pick<View, 'policies' | 'names'>) => {
	const kept = policies.filter(({ removed }) => !removed)
	const asked = kept.filter(({ values }) => values.validationStatus !== 'REJECTED')
	return {
		kept,
		unready: kept.filter(({ values }) => !isPolicyLength(values.text)),
		unreasoned: kept.filter((policy) => lacksReason(policy, names)),
		concerned: asked.filter(({ values }) => concernCount(values.text, names) > 0).length,
		naming: asked.filter(({ values }) => namedWords(values.text, names).length > 0).length,
		statuses: STATUS_ORDER.map((status) => ({
			status,
			count: kept.filter(({ values }) => values.validationStatus === status).length,
		})).filter(({ count }) => count > 0),
	}
}

/**
 * The number in the list of a policy that the server has something against, by its path in the call; null where the path
 * is of none. What is removed has a number, and is not sent.
 */
export const numberOfSent = (policies: readonly ReviewPolicy[], path: string): number | null => {
	const at = /^editedPolicies\.(\d+)/.exec(path)?.[1]
	const kept = policies.filter(({ removed }) => !removed)
	const sent = at === undefined ? undefined : kept[Number(at)]
	return sent === undefined ? null : policies.indexOf(sent) + 1
}
