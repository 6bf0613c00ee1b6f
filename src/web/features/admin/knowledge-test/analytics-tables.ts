import type {
	FeedbackRecord,
	TestAnalytics,
	TestConfiguration,
} from '#contract/admin/knowledge-test.ts'
import { SMALLEST_GROUP } from '#domain/limits.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { knowledgeTest as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { numberText } from '#web/ui/format.ts'

/** "Roosevelt vs Wilson"; missing names become "Candidate 1" or "Candidate 2". */
export const versusText = ({
	candidate1Name,
	candidate2Name,
}: Pick<TestConfiguration, 'candidate1Name' | 'candidate2Name'>): string =>
	texts.versus(candidate1Name || texts.candidate1, candidate2Name || texts.candidate2)

const figureText = (value: number | null, as: (text: string) => string): string =>
	value === null ? texts.none : as(oneDecimal(value))

export const accuracyText = (percentage: number | null): string =>
	figureText(percentage, texts.percent)

/** Seconds with one decimal. @param ms milliseconds */
export const secondsText = (ms: number | null): string =>
	figureText(ms === null ? null : ms / 1000, texts.seconds)

export interface Bucket {
	/** "11-20", in percent. */
	readonly label: string
	readonly count: number
	/** Bar length, in percent of the longest bar. */
	readonly length: number
}

export const bucketsOf = ({
	accuracyDistribution,
}: Pick<TestAnalytics, 'accuracyDistribution'>): readonly Bucket[] => {
	const buckets = Object.entries(accuracyDistribution ?? {})
	const most = Math.max(1, ...buckets.map(([, count]) => count))
	return buckets
		.map(([label, count]) => ({ label, count, length: (100 * count) / most }))
		.toSorted((one, other) => Number.parseInt(one.label, 10) - Number.parseInt(other.label, 10))
}

/** Length above which a text is collapsed, in characters. */
const FOLD_AT = 200

export const beginningOf = (text: string): string | null =>
	text.length > FOLD_AT ? `${text.slice(0, FOLD_AT).trimEnd()}…` : null

export const correctText = ({
	correctGuesses,
	totalPolicies,
}: Pick<NonNullable<FeedbackRecord['testResult']>, 'correctGuesses' | 'totalPolicies'>):
	| string
	| null =>
	correctGuesses === null || totalPolicies === null
		? null
		: texts.correct(correctGuesses, totalPolicies)

export interface FigureRow {
	readonly name: string
	readonly detail?: string
	readonly figures: readonly string[]
	/** Bar length, from 0 to 100. */
	readonly length: number
}

export interface FigureTable {
	readonly title: string
	readonly heads: readonly [string, ...string[]]
	readonly rows: readonly FigureRow[]
	readonly note: string | null
}

export const summaryOf = (analytics: TestAnalytics): readonly (readonly [string, string])[] => [
	[texts.totalTests, numberText(analytics.totalTests)],
	[texts.averageAccuracy, accuracyText(analytics.averageAccuracy)],
	[texts.averageTime, secondsText(analytics.averageResponseTimeMs)],
]

export const distributionOf = (analytics: TestAnalytics): FigureTable => ({
	title: texts.distribution,
	heads: [texts.bucket, texts.numberOfTests],
	rows: bucketsOf(analytics).map(({ label, count, length }) => ({
		name: label,
		figures: [numberText(count)],
		length,
	})),
	note: null,
})

const hardestOf = (policies: NonNullable<TestAnalytics['hardestPolicies']>): FigureTable => ({
	title: texts.hardest,
	heads: [texts.policy, texts.wrong],
	rows: policies.map(({ text, candidateName, guesses, wrongGuesses }) => ({
		name: text,
		...(candidateName && { detail: candidateName }),
		figures: [texts.wrongOf(numberText(wrongGuesses), numberText(guesses))],
		length: guesses === 0 ? 0 : (100 * wrongGuesses) / guesses,
	})),
	note: policies.length > 0 ? texts.hardestWhy(SMALLEST_GROUP) : texts.noHardest(SMALLEST_GROUP),
})

type Group = NonNullable<TestAnalytics['byAge']>[number]

const GENDERS: Readonly<Record<string, string>> = texts.genders

const groupText = ({ group }: Pick<Group, 'group'>): string =>
	group === null ? texts.notSaid : (GENDERS[group] ?? group)

const groupsOf = (title: string, head: string, groups: readonly Group[]): FigureTable => ({
	title,
	heads: [head, texts.numberOfTests, texts.averageAccuracy],
	rows: groups.map((group) => ({
		name: groupText(group),
		figures: [numberText(group.tests), accuracyText(group.averageAccuracy)],
		length: group.averageAccuracy,
	})),
	note: [groups.length === 0 && texts.noGroups, texts.smallGroups(SMALLEST_GROUP)]
		.filter(Boolean)
		.join(' '),
})

/**
 * Tables beyond the specification: hardest policies and accuracy per group. Omits data that the server did not send.
 */
export const furtherOf = ({
	hardestPolicies,
	byAge,
	byGender,
}: TestAnalytics): {
	readonly policies: readonly FigureTable[]
	readonly groups: readonly FigureTable[]
} => ({
	policies: hardestPolicies ? [hardestOf(hardestPolicies)] : [],
	groups: [
		...(byAge ? [groupsOf(texts.byAge, texts.age, byAge)] : []),
		...(byGender ? [groupsOf(texts.byGender, texts.gender, byGender)] : []),
	],
})

export const ANALYTICS_COLUMNS = [texts.part, texts.name, texts.figure, texts.value] as const

type Cells = readonly [part: string, name: string, figure: string, value: string]

const ACCURACY = texts.inPercent(texts.averageAccuracy)

const summaryRows = (analytics: TestAnalytics): Cells[] => {
	const { totalTests, averageAccuracy, averageResponseTimeMs: time } = analytics
	const figures = [
		[texts.totalTests, String(totalTests)],
		[ACCURACY, averageAccuracy === null ? '' : oneDecimal(averageAccuracy)],
		[texts.inSeconds(texts.averageTime), time === null ? '' : oneDecimal(time / 1000)],
	] as const
	return figures.map(([figure, value]) => [texts.all, versusText(analytics), figure, value])
}

const hardestRows = ({ hardestPolicies }: TestAnalytics): Cells[] =>
	(hardestPolicies ?? []).flatMap(({ text, candidateName, guesses, wrongGuesses }) => {
		const name = candidateName ? `${text} (${candidateName})` : text
		return [
			[texts.hardest, name, texts.guesses, String(guesses)],
			[texts.hardest, name, texts.wrongGuesses, String(wrongGuesses)],
		] satisfies Cells[]
	})

const groupRows = (part: string, groups: TestAnalytics['byAge']): Cells[] =>
	(groups ?? []).flatMap((group) => {
		const name = groupText(group)
		return [
			[part, name, texts.numberOfTests, String(group.tests)],
			[part, name, ACCURACY, oneDecimal(group.averageAccuracy)],
		] satisfies Cells[]
	})

export const analyticsCells = (analytics: TestAnalytics): readonly Cells[] => [
	...summaryRows(analytics),
	// A percent sign, because spreadsheets convert "11-20" to a date.
	...bucketsOf(analytics).map(
		({ label, count }): Cells => [
			texts.distribution,
			texts.percent(label),
			texts.numberOfTests,
			String(count),
		],
	),
	...hardestRows(analytics),
	...groupRows(texts.byAge, analytics.byAge),
	...groupRows(texts.byGender, analytics.byGender),
]
