export const POLICY_STATUSES = ['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'] as const

export const POLICY_WORDS = { least: 5, most: 100 } as const
/** Maximum of clarity, bias and effectiveness; the minimum is 0. */
export const SCORE_MAX = 10
export const NEW_SCORES = { clarity: 5, bias: 0, effectiveness: 7 } as const
export const COMPLEXITY_MAX = 5
export const PRIORITY_MAX = 5
export const PRIORITY_DEFAULT = 3
export const KEYWORDS_MAX = 30
export const KEYWORD_MAX = 100

/** A policy needs review below this clarity or above this bias. The clarity limit also applies to the average. */
export const REVIEW = { clarity: 7, bias: 3 } as const
/** Fields that are derived from the text until a person sets them. */
export const MEASURED_FIELDS = [
	'importance',
	'complexityLevel',
	'clarityScore',
	'biasScore',
	'effectivenessScore',
	'keywords',
] as const
export type MeasuredField = (typeof MEASURED_FIELDS)[number]

export const isMeasured = (name: string): name is MeasuredField =>
	MEASURED_FIELDS.some((field) => field === name)

export const OVERRIDE_REASON_MAX = 500
export const BACKGROUND_MAX = 300

/** Share of policies that need review, above which a warning is shown. */
export const INSIGHT_REVIEW_ABOVE = 0.3
export const INSIGHT_VALIDATED_ABOVE = 0.7

export const WEIGHT_MIN = 0.1
export const WEIGHT_MAX = 3
export const WEIGHT_STEP = 0.1
/** True for multiples of 0.1, the step of weights and importances. */
export const isOfTenths = (figure: number): boolean =>
	Math.abs(10 * figure - Math.round(10 * figure)) < 1e-6
/** Removes floating-point noise from multiples of 0.1; leaves other numbers unchanged. */
export const asTenths = (figure: number): number =>
	isOfTenths(figure) ? Math.round(10 * figure) / 10 : figure

export const WEIGHT_SAME = 0.01

export const PREVIEW_ATTEMPTS = 200
/** Previews of fewer voters are hidden, to protect single voters' results. */
export const PREVIEW_MIN_VOTERS = 10

export type PolicyLength = 'short' | 'long' | 'fits'

/** Counts whitespace-separated words, as the specification's limits do. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

export const policyLength = (text: string): PolicyLength => {
	const words = countWords(text)
	if (words < POLICY_WORDS.least) return 'short'
	return words > POLICY_WORDS.most ? 'long' : 'fits'
}

export const isPolicyLength = (text: string): boolean => policyLength(text) === 'fits'

/** Splits keywords at commas and semicolons, trims them and removes duplicates. */
export const keywordsOf = (typed: string[]): string[] => [
	...new Set(
		typed
			.flatMap((words) => words.split(/[,;]/))
			.map((word) => word.trim())
			.filter(Boolean),
	),
]

const WEIGHT_LEVELS = [
	['high', 1.5],
	['above', 1.2],
	['average', 0.8],
] as const

type WeightLevel = (typeof WEIGHT_LEVELS)[number][0] | 'below'

export const weightLevel = (weight: number): WeightLevel =>
	WEIGHT_LEVELS.find(([, from]) => weight >= from)?.[0] ?? 'below'
