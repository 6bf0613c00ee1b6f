import type { TestAnalytics } from '#contract/test-management.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { groupText } from './analytics-tables.ts'
import { bucketsOf, versusText } from './figures.ts'

/** The first row of a file of analytics. */
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

/** The analytics of a pair as rows of a file, a figure each. */
export const analyticsCells = (analytics: TestAnalytics): readonly Cells[] => [
	...summaryRows(analytics),
	// A spreadsheet would take "11-20" for a day in November.
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
