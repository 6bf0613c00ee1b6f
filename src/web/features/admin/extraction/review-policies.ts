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
import { type CategoryFilter, isFound } from '../policies/review-tools.tsx'
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
	/** As they are typed: with commas between them. */
	keywords: v.string(),
	validationStatus: v.picklist(POLICY_STATUSES),
	/** Why it is validated although it names someone. */
	overrideReason: v.optional(v.string(), ''),
})
/** A policy's fields as they stand in the review. */
export type PolicyValues = v.InferOutput<typeof Values>

export const ReviewPolicy = v.object({
	id: v.string(),
	values: Values,
	/** What was proposed; null of one that was written by hand. */
	proposal: v.nullable(ProposedSchema),
	removed: v.boolean(),
	/** Figures that a person set: a new text does not measure them again. */
	setByHand: v.optional(v.array(v.picklist(MEASURED_FIELDS)), []),
})
/** A policy under review. */
export type ReviewPolicy = v.InferOutput<typeof ReviewPolicy>

/** The scores of one that is written by hand, as specified. */
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

/** An empty policy, to be written by hand. */
export const emptyPolicy = (id: string): ReviewPolicy => ({
	id,
	values: BY_HAND,
	proposal: null,
	removed: false,
	setByHand: [],
})

const within = (value: number | null, min: number, max: number, otherwise: number): number =>
	value === null ? otherwise : Math.min(max, Math.max(min, value))

/** A proposal's figure at the nearest step that can be saved; one that somebody types is never moved. */
const toTenths = (figure: number): number => Math.round(10 * figure) / 10

const oneOf = <const Known extends readonly string[]>(
	known: Known,
	value: string,
	otherwise: Known[number],
): Known[number] => known.find((each) => each === value) ?? otherwise

/** A proposal as it is reviewed first: what another server leaves out has the values of one that is written by hand. */
export const reviewOf = (proposal: ProposedPolicy, newId: () => string): ReviewPolicy => ({
	id: proposal.id ?? newId(),
	proposal,
	removed: false,
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

/** The fields that a statement measures, as the review has them. */
const measuredValues = (text: string): Pick<PolicyValues, MeasuredField> => {
	const figures = figuresOf(text)
	return { ...figures, keywords: figures.keywords.join(', ') }
}

const isMeasured = (name: string): name is MeasuredField =>
	MEASURED_FIELDS.some((field) => field === name)

/**
 * A policy with some fields changed. What the text measures follows it until a person sets it. A policy written by hand
 * keeps its defaults until then.
 * @param taken the values are those that the text measures, taken over by a person.
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
		values: { ...values, ...Object.fromEntries(measured), ...part },
		setByHand: MEASURED_FIELDS.filter((name) => hand.includes(name)),
	}
}

/** Whether the specification's limits send a policy to review. */
const callsForReview = ({ text, clarityScore, biasScore }: PolicyValues): boolean =>
	!isPolicyLength(text) || clarityScore < REVIEW.clarity || biasScore > REVIEW.bias

/** A policy as it is saved. Its quote is the server's: it is found by the id. */
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

/** What was done, in words. */
export const changeText = ({ what, before }: Change): string =>
	extraction.review.did[what](before.length)
