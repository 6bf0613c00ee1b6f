import * as v from 'valibot'
import {
	type ProposedPolicy,
	ProposedPolicy as ProposedSchema,
} from '#contract/admin/extraction.ts'
import type { ReviewedPolicy } from '#contract/admin/policies.ts'
import { figuresOf } from '#domain/extraction/measure.ts'
import { IMPORTANCE_DEFAULT, IMPORTANCE_MAX, IMPORTANCE_MIN } from '#domain/limits.ts'
import {
	COMPLEXITY_MAX,
	isMeasured,
	isPolicyLength,
	keywordsOf,
	MEASURED_FIELDS,
	type MeasuredField,
	NEW_SCORES,
	POLICY_STATUSES,
	PRIORITY_DEFAULT,
	PRIORITY_MAX,
	REVIEW,
	SCORE_MAX,
} from '#domain/policies.ts'
import { POLICY_CATEGORIES } from '#domain/types.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { concernCount, type Names, namedWords } from '../kit/neutrality.tsx'
import { type CategoryFilter, isFound } from '../policies/policy-tools.tsx'
import type { Change } from './review-reducer.ts'

export type PolicyStatus = (typeof POLICY_STATUSES)[number]

const Values = v.object({
	text: v.string(),
	category: v.picklist(POLICY_CATEGORIES),
	importance: v.number(),
	priority: v.number(),
	complexityLevel: v.number(),
	clarityScore: v.number(),
	biasScore: v.number(),
	effectivenessScore: v.number(),
	keywords: v.string(),
	validationStatus: v.picklist(POLICY_STATUSES),
	/** Reason for validating a policy that names someone. */
	overrideReason: v.optional(v.string(), ''),
})
export type PolicyValues = v.InferOutput<typeof Values>

export const ReviewPolicy = v.object({
	id: v.string(),
	values: Values,
	/** Null for a policy written by hand. */
	proposal: v.nullable(ProposedSchema),
	removed: v.boolean(),
	/** Edited or decided by the user. */
	touched: v.optional(v.boolean(), false),
	/** Figures set by the user; editing the text does not measure them again. */
	setByHand: v.optional(v.array(v.picklist(MEASURED_FIELDS)), []),
})
export type ReviewPolicy = v.InferOutput<typeof ReviewPolicy>

/** Defaults of a policy written by hand, from the specification. */
const BY_HAND: PolicyValues = {
	text: '',
	category: 'GOVERNANCE',
	importance: IMPORTANCE_DEFAULT,
	priority: PRIORITY_DEFAULT,
	complexityLevel: 1,
	clarityScore: NEW_SCORES.clarity,
	biasScore: NEW_SCORES.bias,
	effectivenessScore: NEW_SCORES.effectiveness,
	keywords: '',
	validationStatus: 'PENDING',
	overrideReason: '',
}

export const emptyPolicy = (id: string): ReviewPolicy => ({
	id,
	values: BY_HAND,
	proposal: null,
	removed: false,
	touched: false,
	setByHand: [],
})

const within = (value: number | null, min: number, max: number, otherwise: number): number =>
	value === null ? otherwise : Math.min(max, Math.max(min, value))

/** Rounds a proposed figure to a step that the input allows. User input is never rounded. */
const toTenths = (figure: number): number => Math.round(10 * figure) / 10

const oneOf = <const Known extends readonly string[]>(
	known: Known,
	value: string,
	otherwise: Known[number],
): Known[number] => known.find((each) => each === value) ?? otherwise

/** Starts the review of a proposal. Fields that another server omits get the manual defaults. */
export const reviewOf = (proposal: ProposedPolicy, newId: () => string): ReviewPolicy => ({
	id: proposal.id ?? newId(),
	proposal,
	removed: false,
	touched: false,
	setByHand: [],
	values: {
		text: proposal.text,
		category: oneOf(POLICY_CATEGORIES, proposal.category, BY_HAND.category),
		importance: toTenths(
			within(
				proposal.importance ?? proposal.suggestedImportance,
				IMPORTANCE_MIN,
				IMPORTANCE_MAX,
				BY_HAND.importance,
			),
		),
		priority: Math.round(within(proposal.priority, 1, PRIORITY_MAX, BY_HAND.priority)),
		complexityLevel: Math.round(
			within(proposal.complexityLevel, 1, COMPLEXITY_MAX, BY_HAND.complexityLevel),
		),
		clarityScore: within(proposal.clarityScore, 0, SCORE_MAX, BY_HAND.clarityScore),
		biasScore: within(proposal.biasScore, 0, SCORE_MAX, BY_HAND.biasScore),
		effectivenessScore: within(
			proposal.effectivenessScore,
			0,
			SCORE_MAX,
			BY_HAND.effectivenessScore,
		),
		keywords: proposal.keywords.join(', '),
		validationStatus: oneOf(POLICY_STATUSES, proposal.validationStatus, 'PENDING'),
		overrideReason: '',
	},
})

const measuredValues = (text: string): Pick<PolicyValues, MeasuredField> => {
	const figures = figuresOf(text)
	return { ...figures, keywords: figures.keywords.join(', ') }
}

/**
 * Applies edits to a policy. Measured fields follow the text until the user sets them. A policy written by hand keeps
 * its defaults. @param taken true if the values are measured ones, accepted by the user
 */
export const editedPolicy = (
	policy: ReviewPolicy,
	part: Partial<PolicyValues>,
	taken = false,
): ReviewPolicy => {
	const { values, proposal, setByHand } = policy
	const names = Object.keys(part).filter(isMeasured)
	const others = setByHand.filter((name) => !names.includes(name))
	const hand = taken ? others : [...others, ...names]
	const measured =
		part.text !== undefined && part.text !== values.text && proposal !== null
			? Object.entries(measuredValues(part.text)).filter(
					([name]) => !hand.some((own) => own === name),
				)
			: []
	return {
		...policy,
		touched: true,
		values: { ...values, ...Object.fromEntries(measured), ...part },
		setByHand: MEASURED_FIELDS.filter((name) => hand.includes(name)),
	}
}

const callsForReview = ({ text, clarityScore, biasScore }: PolicyValues): boolean =>
	!isPolicyLength(text) || clarityScore < REVIEW.clarity || biasScore > REVIEW.bias

/** Request body of a policy. Omits the quote, which the server finds by the id. */
export const toSave = ({ id, values, proposal, setByHand }: ReviewPolicy): ReviewedPolicy => ({
	...values,
	id,
	text: values.text.trim(),
	keywords: keywordsOf([values.keywords]),
	prioritySource: proposal?.prioritySource ?? null,
	source: null,
	setByHand,
	overrideReason: values.overrideReason.trim() || null,
})

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
	'CONFIDENCE',
	'SOURCE',
	'STATUS',
	'CATEGORY',
	'IMPORTANCE',
	'PRIORITY',
	'CLARITY',
	'BIAS',
] as const
export type Sort = (typeof SORTS)[number]

/** Order from the specification. */
const STATUS_ORDER: readonly PolicyStatus[] = ['PENDING', 'NEEDS_REVIEW', 'VALIDATED', 'REJECTED']

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
			return callsForReview(values)
		default:
			return values.validationStatus === filter
	}
}

/** Proposals by confidence, policies written by hand, weak proposals. */
const certainty = ({ proposal }: ReviewPolicy): number =>
	proposal === null ? 0 : (proposal.weak ? 1 : -1) - (proposal.confidence ?? 0)

/** Most certain first; equal ones stay in the source order. */
export const byConfidence = (policies: readonly ReviewPolicy[]): ReviewPolicy[] =>
	policies.toSorted((one, other) => certainty(one) - certainty(other))

/** The engine proposes policies as pending or for review, but never decides. */
export const isDecided = ({ values }: ReviewPolicy): boolean =>
	['VALIDATED', 'REJECTED'].includes(values.validationStatus)

/** True for a weak proposal that nobody has edited or decided. It is not saved. */
export const isUntouched = ({ proposal, touched }: ReviewPolicy): boolean =>
	proposal?.weak === true && !touched

const ORDERS: Readonly<Record<Sort, (policy: ReviewPolicy) => number>> = {
	CONFIDENCE: certainty,
	SOURCE: ({ proposal }) => proposal?.quoteStart ?? Number.MAX_SAFE_INTEGER,
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
	readonly names: Names
	/** False folds the untouched weak proposals away. */
	readonly weakShown: boolean
}

const matching = ({ policies, filter, category, search, names }: View): readonly ReviewPolicy[] =>
	policies.filter(
		(policy) => matches(filter, policy, names) && isFound(policy.values, search, category),
	)

/** Filtered and sorted policies. The sort is stable: equal ranks keep the order of the list. */
export const shownOf = (view: View): readonly ReviewPolicy[] => {
	const rank = ORDERS[view.sort]
	return matching(view)
		.filter((policy) => view.weakShown || !isUntouched(policy))
		.toSorted((one, other) => rank(one) - rank(other))
}

/** Unfolds the weak proposals if nothing else is in the view. */
export const unfolded = <State extends View>(state: State): State => {
	const all = matching(state)
	return all.length > 0 && all.every(isUntouched) ? { ...state, weakShown: true } : state
}

/** Number of untouched weak proposals in the view, shown or folded. */
export const weakCount = (view: View): number => matching(view).filter(isUntouched).length

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

const isKept = (policy: ReviewPolicy): boolean => !policy.removed && !isUntouched(policy)

/** Summary of what would be saved, and the policies that block saving. */
export const savingOf = ({ policies, names }: Pick<View, 'policies' | 'names'>) => {
	const kept = policies.filter(isKept)
	const asked = kept.filter(({ values }) => values.validationStatus !== 'REJECTED')
	return {
		kept,
		untouched: policies.filter((policy) => !policy.removed && isUntouched(policy)).length,
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
 * List number of a policy in a server error path; null if the path names none. Removed policies and untouched weak
 * proposals have a list number but are not sent.
 */
export const numberOfSent = (policies: readonly ReviewPolicy[], path: string): number | null => {
	const at = /^editedPolicies\.(\d+)/.exec(path)?.[1]
	const kept = policies.filter(isKept)
	const sent = at === undefined ? undefined : kept[Number(at)]
	return sent === undefined ? null : policies.indexOf(sent) + 1
}

export const changeText = ({ what, before }: Change): string =>
	extraction.review.did[what](before.length)
