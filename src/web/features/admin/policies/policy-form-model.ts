import * as v from 'valibot'
import {
	IMPORTANCE_STEP,
	isSourced,
	type ManagedPolicy,
	POLICY_LENGTH,
	PolicyFields,
	UNSOURCED,
} from '#contract/admin/policies.ts'
import { figuresOf, setByHandOf } from '#domain/extraction/measure.ts'
import { IMPORTANCE_DEFAULT } from '#domain/limits.ts'
import {
	asTenths,
	isMeasured,
	isOfTenths,
	isPolicyLength,
	keywordsOf,
	MEASURED_FIELDS,
	type MeasuredField,
	NEW_SCORES,
	PRIORITY_DEFAULT,
} from '#domain/policies.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { categoryName, policies as texts } from '#web/texts/en/admin/policies.ts'
import type { Described } from '../kit/conflict.tsx'
import type { Version } from '../kit/use-record-form.ts'

export interface PolicyValues {
	readonly text: string
	readonly category: string
	readonly validationStatus: string
	readonly importance: string
	readonly priority: string
	readonly prioritySource: string
	readonly complexityLevel: string
	readonly clarityScore: string
	readonly biasScore: string
	readonly effectivenessScore: string
	readonly keywords: string
	readonly source: string
	readonly background: string
	readonly backgroundSource: string
	readonly overrideReason: string
	/** Figures set by the user; null from servers without this field. */
	readonly setByHand: readonly MeasuredField[] | null
}

export const NEW_POLICY: Version<PolicyValues> = {
	etag: undefined,
	values: {
		text: '',
		category: 'ECONOMY',
		validationStatus: 'PENDING',
		importance: oneDecimal(IMPORTANCE_DEFAULT),
		priority: String(PRIORITY_DEFAULT),
		prioritySource: '',
		complexityLevel: '',
		clarityScore: String(NEW_SCORES.clarity),
		biasScore: String(NEW_SCORES.bias),
		effectivenessScore: String(NEW_SCORES.effectiveness),
		keywords: '',
		source: '',
		background: '',
		backgroundSource: '',
		overrideReason: '',
		setByHand: [],
	},
}

const typed = (number: number | null): string => (number === null ? '' : String(number))

export const policyVersion = (policy: ManagedPolicy): Version<PolicyValues> => ({
	etag: policy.etag,
	values: {
		text: policy.text,
		category: policy.category,
		validationStatus: policy.validationStatus,
		importance: typed(policy.importance),
		priority: typed(policy.priority),
		prioritySource: policy.prioritySource ?? '',
		complexityLevel: typed(policy.complexityLevel),
		clarityScore: typed(policy.clarityScore),
		biasScore: typed(policy.biasScore),
		effectivenessScore: typed(policy.effectivenessScore),
		keywords: policy.keywords.join(', '),
		source: policy.source ?? '',
		background: policy.background ?? '',
		backgroundSource: policy.backgroundSource ?? '',
		overrideReason: policy.overrideReason ?? '',
		setByHand: policy.setByHand?.filter(isMeasured) ?? null,
	},
})

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

type Figure = Exclude<MeasuredField, 'keywords'>

const mapValues = (figures: Readonly<Record<Figure, number | null>>): Record<Figure, string> => ({
	importance: typed(figures.importance),
	complexityLevel: typed(figures.complexityLevel),
	clarityScore: typed(figures.clarityScore),
	biasScore: typed(figures.biasScore),
	effectivenessScore: typed(figures.effectivenessScore),
})

const { entries } = PolicyFields

const typedNumber = (schema: v.GenericSchema<number | null | undefined, number | null>) =>
	v.pipe(
		v.string(),
		v.transform((typed): number | null | undefined => numberOf(typed)),
		schema,
	)

// Only the field as a whole can show a message, because its keywords are typed as one text.
const keywordsProblem = (keywords: string): string | undefined =>
	v.safeParse(entries.keywords, [keywords]).issues?.[0].message

const otherEntries = {
	category: entries.category,
	validationStatus: entries.validationStatus,
	priority: v.pipe(v.string(), v.transform(Number), entries.priority.wrapped),
	prioritySource: entries.prioritySource,
	complexityLevel: typedNumber(entries.complexityLevel),
	clarityScore: typedNumber(entries.clarityScore),
	biasScore: typedNumber(entries.biasScore),
	effectivenessScore: typedNumber(entries.effectivenessScore),
	keywords: v.pipe(
		v.string(),
		v.check(
			(keywords) => keywordsProblem(keywords) === undefined,
			({ input }) => keywordsProblem(input) ?? '',
		),
		v.transform((keywords) => keywordsOf([keywords])),
	),
	source: entries.source,
	background: entries.background,
	backgroundSource: entries.backgroundSource,
	overrideReason: entries.overrideReason,
	setByHand: entries.setByHand,
}

/**
 * Validates form values and converts them to the request body. @param before the saved policy; null for a new one. Its
 * text of an invalid length and its importance between two steps stay valid while unchanged.
 */
export const typedPolicy = (before: Pick<ManagedPolicy, 'text' | 'importance'> | null) =>
	v.pipe(
		v.object({
			...otherEntries,
			text: v.pipe(
				entries.text,
				v.check((text) => text === before?.text || isPolicyLength(text), POLICY_LENGTH),
			),
			importance: v.pipe(
				v.string(),
				// NaN makes an emptied field invalid.
				v.transform((importance) => numberOf(importance) ?? Number.NaN),
				entries.importance.wrapped,
				v.transform(asTenths),
				v.check(
					(importance) => importance === before?.importance || isOfTenths(importance),
					IMPORTANCE_STEP,
				),
			),
		}),
		v.forward(v.partialCheck([['background'], ['backgroundSource']], isSourced, UNSOURCED), [
			'backgroundSource',
		]),
	)

/** Fields set by hand: as marked in the record, otherwise those that differ from the measured values. */
const handOf = (values: PolicyValues, quote: string | null): readonly MeasuredField[] => {
	if (values.setByHand !== null) return values.setByHand
	return setByHandOf(
		{
			text: values.text,
			importance: numberOf(values.importance) ?? Number.NaN,
			complexityLevel: numberOf(values.complexityLevel),
			clarityScore: numberOf(values.clarityScore),
			biasScore: numberOf(values.biasScore),
			effectivenessScore: numberOf(values.effectivenessScore),
			keywords: keywordsOf([values.keywords]),
		},
		quote,
	)
}

export const withMeasures = (
	values: PolicyValues,
	part: Partial<PolicyValues>,
	quote: string | null,
): Partial<PolicyValues> => {
	const hand = new Set([...handOf(values, quote), ...Object.keys(part).filter(isMeasured)])
	const setByHand = MEASURED_FIELDS.filter((name) => hand.has(name))
	if (part.text === undefined) return { ...part, setByHand }
	const { keywords, ...figures } = figuresOf(part.text)
	const measured = { ...mapValues(figures), keywords: keywords.join(', ') }
	const follows = MEASURED_FIELDS.filter((name) => !hand.has(name) && values[name] !== '')
	return {
		...Object.fromEntries(follows.map((name) => [name, measured[name]])),
		...part,
		setByHand,
	}
}

const statuses: Readonly<Record<string, string>> = texts.statuses

export const statusName = (status: string): string => statuses[status] ?? status

export const priorityName = (priority: number): string =>
	texts.priorities[priority - 1] ?? String(priority)

export const describePolicy = (values: PolicyValues): readonly Described[] => {
	const words: Partial<PolicyValues> = {
		category: categoryName(values.category),
		validationStatus: statusName(values.validationStatus),
		priority: priorityName(Number(values.priority)),
	}
	const names = Object.keys(texts.fields) as (keyof typeof texts.fields)[]
	return names.map((name) => ({
		label: texts.fields[name],
		text: words[name] ?? String(values[name] ?? ''),
	}))
}
