/** Limits and rules of policies and of the categories' weights, as administrators work with them. */

export const POLICY_STATUSES = ['PENDING', 'VALIDATED', 'NEEDS_REVIEW', 'REJECTED'] as const

/** A policy's text has so many words. */
export const POLICY_WORDS = { least: 5, most: 100 } as const
/** Clarity, bias and effectiveness go from 0 to this. */
export const SCORE_MAX = 10
/** What a policy that somebody adds is taken for until they say otherwise. */
export const NEW_SCORES = { clarity: 5, bias: 0, effectiveness: 7 } as const
export const COMPLEXITY_MAX = 5
export const PRIORITY_MAX = 5
export const PRIORITY_DEFAULT = 3
export const KEYWORDS_MAX = 30
export const KEYWORD_MAX = 100

/** A policy needs review below this clarity or above this bias; the average of all does below this clarity. */
export const REVIEW = { clarity: 7, bias: 3 } as const
/** Fields that follow the text of a policy until a person sets them. */
export const MEASURED_FIELDS = [
	'importance',
	'complexityLevel',
	'clarityScore',
	'biasScore',
	'effectivenessScore',
	'keywords',
] as const
export type MeasuredField = (typeof MEASURED_FIELDS)[number]
/** A reason to validate a statement that names a candidate or a party has at most so many characters. */
export const OVERRIDE_REASON_MAX = 500

/** More of the policies than this need review: a warning. */
export const INSIGHT_REVIEW_ABOVE = 0.3
/** More of the policies than this are validated: praise. */
export const INSIGHT_VALIDATED_ABOVE = 0.7

export const WEIGHT_MIN = 0.1
export const WEIGHT_MAX = 3
export const WEIGHT_STEP = 0.1
/** Whether a figure goes in steps of a tenth, as weights and importances do: 0.1, 0.2 and so on. */
export const isOfTenths = (figure: number): boolean =>
	Math.abs(10 * figure - Math.round(10 * figure)) < 1e-6
/** A figure that goes in steps of a tenth, without what adding them up has left behind it; any other as it is. */
export const asTenths = (figure: number): number =>
	isOfTenths(figure) ? Math.round(10 * figure) / 10 : figure

/** A weight that differs by no more than this is the same. */
export const WEIGHT_SAME = 0.01

/** As many of the newest results are looked at for what another weight would do to them. */
export const PREVIEW_ATTEMPTS = 200
/** Results of fewer voters than this tell of none: nobody's own can be made out. */
export const PREVIEW_MIN_VOTERS = 10

export type PolicyLength = 'short' | 'long' | 'fits'

/** How many words a person counts in a text: what stands between spaces, as the limits of the specification have it. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** Whether a statement has too few words for a quiz, too many, or neither. */
export const policyLength = (text: string): PolicyLength => {
	const words = countWords(text)
	if (words < POLICY_WORDS.least) return 'short'
	return words > POLICY_WORDS.most ? 'long' : 'fits'
}

/** Whether a statement is neither too short nor too long for a quiz. */
export const isPolicyLength = (text: string): boolean => policyLength(text) === 'fits'

/** Keywords as they are kept: each by itself, trimmed and once. A comma or semicolon stands between two, and in none. */
export const keywordsOf = (typed: string[]): string[] => [
	...new Set(
		typed
			.flatMap((words) => words.split(/[,;]/))
			.map((word) => word.trim())
			.filter(Boolean),
	),
]

/** From which weight on a category is called what; below all of them it is below the average. */
const WEIGHT_LEVELS = [
	['high', 1.5],
	['above', 1.2],
	['average', 0.8],
] as const

type WeightLevel = (typeof WEIGHT_LEVELS)[number][0] | 'below'

/** How a category's weight is called: high priority, above average, average or below average. */
export const weightLevel = (weight: number): WeightLevel =>
	WEIGHT_LEVELS.find(([, from]) => weight >= from)?.[0] ?? 'below'
