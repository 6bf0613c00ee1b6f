import type { TestAnalytics } from '#contract/test-management.ts'
import { SMALLEST_GROUP } from '#domain/manage-limits.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { accuracyText, bucketsOf, secondsText } from './figures.ts'

/** A row of figures with the bar that shows the last of them. */
export interface FigureRow {
	readonly name: string
	/** What the name is of. */
	readonly detail?: string
	readonly figures: readonly string[]
	/** From 0 to 100. */
	readonly length: number
}

/** Figures under their names. */
export interface FigureTable {
	readonly title: string
	readonly heads: readonly [string, ...string[]]
	readonly rows: readonly FigureRow[]
	/** What is left out of it; where it is empty, why. */
	readonly note: string | null
}

/** The three figures of a pair. */
export const summaryOf = (analytics: TestAnalytics): readonly (readonly [string, string])[] => [
	[texts.totalTests, numberText(analytics.totalTests)],
	[texts.averageAccuracy, accuracyText(analytics.averageAccuracy)],
	[texts.averageTime, secondsText(analytics.averageResponseTimeMs)],
]

/** How many tests came to which accuracy. */
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

/** The policies that are guessed wrong most. */
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

/** What a group is called; what nobody here knows is called as it is. */
export const groupText = ({ group }: Pick<Group, 'group'>): string =>
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

/** What is known beyond the specified figures: the hardest policies, and the accuracy of groups. What a server tells nothing of is left out. */
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
