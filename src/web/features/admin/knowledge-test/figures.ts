import type { FeedbackRecord } from '#contract/feedback.ts'
import type { TestAnalytics, TestConfiguration } from '#contract/test-management.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'

/** Who is told apart: "Roosevelt vs Wilson"; by their places where a name is missing. */
export const versusText = ({
	candidate1Name,
	candidate2Name,
}: Pick<TestConfiguration, 'candidate1Name' | 'candidate2Name'>): string =>
	texts.versus(candidate1Name || texts.candidate1, candidate2Name || texts.candidate2)

/** A number with one decimal; "-" where there is none. */
const figureText = (value: number | null, as: (text: string) => string): string =>
	value === null ? texts.none : as(oneDecimal(value))

/** A percentage with one decimal. */
export const accuracyText = (percentage: number | null): string =>
	figureText(percentage, texts.percent)

/** A time in ms, in seconds with one decimal. */
export const secondsText = (ms: number | null): string =>
	figureText(ms === null ? null : ms / 1000, texts.seconds)

export interface Bucket {
	/** "11-20", in percent. */
	readonly label: string
	readonly count: number
	/** How long its bar is, in percent of the longest. */
	readonly length: number
}

/** The buckets of a distribution, sorted by the number before the dash. */
export const bucketsOf = ({
	accuracyDistribution,
}: Pick<TestAnalytics, 'accuracyDistribution'>): readonly Bucket[] => {
	const buckets = Object.entries(accuracyDistribution ?? {})
	const most = Math.max(1, ...buckets.map(([, count]) => count))
	return buckets
		.map(([label, count]) => ({ label, count, length: (100 * count) / most }))
		.toSorted((one, other) => Number.parseInt(one.label, 10) - Number.parseInt(other.label, 10))
}

/** A text that is longer is folded. */
const FOLD_AT = 200

/** The beginning of a long text; null of one that is shown whole. */
export const beginningOf = (text: string): string | null =>
	text.length > FOLD_AT ? `${text.slice(0, FOLD_AT).trimEnd()}…` : null

/** "7/10 correct", as far as it is known. */
export const correctText = ({
	correctGuesses,
	totalPolicies,
}: Pick<NonNullable<FeedbackRecord['testResult']>, 'correctGuesses' | 'totalPolicies'>):
	| string
	| null =>
	correctGuesses === null || totalPolicies === null
		? null
		: texts.correct(correctGuesses, totalPolicies)
