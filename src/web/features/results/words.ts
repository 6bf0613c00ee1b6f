import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { clarityOf } from '#domain/certainty.ts'
import type { Firmness } from '#domain/firmness.ts'
import { answerRange, progress, scoredNeeded } from '#domain/quiz.ts'
import {
	bandOf,
	isShareOfPicks,
	roundPercentage,
	type ScoreLine,
	scoringOf,
} from '#domain/score.ts'
import { POLICY_CATEGORIES, type QuizType, type Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { locale } from '#web/texts/language.ts'
import { answerText, memoize } from '#web/ui/format.ts'

const number = memoize(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 }))
const percent = memoize(
	() => new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 }),
)

/** Formats a weight or sum with at most four decimals. */
export const numberText = (value: number): string => number().format(value)

/** Formats a percentage (0 to 100): "61.3%". */
export const percentText = (percentage: number): string =>
	percent().format(roundPercentage(percentage) / 100)

type Attempt = AttemptResults['attempt']

export interface Picks {
	readonly own: number
	readonly all: number
}

/** Counts the picks that a candidate is for; null outside POLICY_PICK or if the picks are unknown. */
export const picksOf = (
	{ quizType, selection }: Attempt,
	{ lines }: Pick<CandidateResult, 'lines'>,
): Picks | null => {
	if (quizType !== 'POLICY_PICK' || selection === null || lines.length === 0) return null
	const own = lines.filter(({ value, position }) => value === 1 && position > 0)
	return { own: own.length, all: selection.length }
}

/** Label of a percentage's band. A low share of picks has none: picking other statements is no disagreement. */
export const bandText = (percentage: number, quizType: QuizType): string | null => {
	const band = bandOf(roundPercentage(percentage))
	return band === 'low' && quizType === 'POLICY_PICK' ? null : texts.bands[band]
}

/** Percentage with its band, after the count in a POLICY_PICK: "61.3%, Moderate Alignment", "3 of 7 picks, 42.9%". */
export const figureText = (
	percentage: number | null,
	quizType: QuizType,
	picks: Picks | null = null,
): string => {
	if (percentage === null) return texts.noScore
	const counts = picks && texts.picks(picks.own, picks.all)
	return [counts, percentText(percentage), bandText(percentage, quizType)]
		.filter((part) => part !== null)
		.join(', ')
}

const answeredOf = ({ lines }: Pick<CandidateResult, 'lines'>): number =>
	lines.filter(({ value }) => value !== null).length

export const noScoreText = (candidate: Pick<CandidateResult, 'lines'>): string => {
	const answered = answeredOf(candidate)
	const asked = candidate.lines.length
	return answered === 0
		? texts.noScoreText
		: texts.tooFewScored(answered, asked, scoredNeeded(asked))
}

/** "7 of 10 statements answered"; null if all are, or if there is no percentage, whose text says it. */
export const answeredText = (
	candidate: Pick<CandidateResult, 'percentage' | 'lines'>,
): string | null => {
	const answered = answeredOf(candidate)
	const asked = candidate.lines.length
	return candidate.percentage === null || answered === asked
		? null
		: texts.answered(answered, asked)
}

/** "You answered 36 of 40, skipped 4."; null if the answers are unknown. */
export const basisText = (attempt: Attempt): string | null => {
	const { answered, skipped, total } = progress(attempt)
	if (total === 0 || attempt.reported !== null) return null
	return attempt.selection === null
		? texts.youAnswered(answered, total, skipped)
		: texts.youPicked(attempt.selection.length, total)
}

/**
 * "You agree on 26 of 36 statements.": answers on the same side of neutral as the candidate's position, of all answers on
 * statements with a known position. Null in a POLICY_PICK, which counts picks, or without such statements.
 */
export const agreedText = (
	{ quizType }: Pick<Attempt, 'quizType'>,
	{ lines }: Pick<CandidateResult, 'lines'>,
): string | null => {
	if (quizType === 'POLICY_PICK') return null
	const { least, most } = answerRange(quizType)
	const sides = lines.flatMap(({ value, position }) =>
		value === null ? [] : [Math.sign(value - (least + most) / 2) === Math.sign(position)],
	)
	return sides.length === 0 ? null : texts.youAgree(sides.filter(Boolean).length, sides.length)
}

export interface Interval {
	readonly low: number
	readonly high: number
	/** Number of answered statements on which the candidate's position is unknown. */
	readonly unknown: number
}

/** Percentages that a candidate's unknown positions allow; null if none is unknown. */
export const intervalOf = (
	{ statements, answers, selection }: Attempt,
	{ percentage, low, high, lines }: Pick<CandidateResult, 'percentage' | 'low' | 'high' | 'lines'>,
): Interval | null => {
	if (percentage === null || low === null || high === null || low === high) return null
	const known = new Set(lines.map(({ policyId }) => policyId))
	const unknown = statements.filter(
		({ policyId }) =>
			!known.has(policyId) && (selection !== null || (answers[policyId] ?? null) !== null),
	)
	return { low, high, unknown: unknown.length }
}

export const intervalText = ({ low, high, unknown }: Interval): string =>
	texts.between(percentText(low), percentText(high), unknown)

/** Name of a position, -2 to 2; null is unknown. */
export const positionText = (position: number | null): string =>
	position === null ? texts.noPosition : (texts.positions[position + 2] ?? texts.noPosition)

/** The voter's answer in words; skips differ from statements that were never answered. */
export const givenText = (
	{ quizType, answers }: Attempt,
	policyId: string,
	value: number | null,
) => (value === null && answers[policyId] === null ? texts.skippedIt : answerText(quizType, value))

/**
 * Distance of an answer from the candidate's position in words: "You differ by one step"; null if it does not count. A
 * pick counts as the strongest agreement.
 */
export const stepsText = (
	{ agreement }: Pick<ScoreLine, 'agreement'>,
	quizType: QuizType,
): string | null => {
	if (agreement === null) return null
	const steps = Math.round(4 * (1 - agreement))
	if (steps === 0) return texts.agree
	return steps === 4 && quizType !== 'SCALE' ? texts.disagree : texts.differ(steps)
}

/** Explains how answers count in the attempt's formula. */
export const agreementText = (attempt: Attempt): string =>
	attempt.quizType === 'POLICY_PICK' && !isShareOfPicks(scoringOf(attempt))
		? texts.agreementBefore
		: texts.agreement[attempt.quizType]

/** False while the server's figures include answers that this device lacks. */
export const hasLines = ({ candidates }: AttemptResults): boolean =>
	candidates.some(({ lines }) => lines.length > 0)

/** Names with their figures: "Woodrow Wilson 70%, Eugene V. Debs 67%". */
export const figuresText = (
	scored: readonly { readonly candidateId: string; readonly percentage: number | null }[],
	candidates: readonly Pick<CandidateResult, 'candidateId' | 'name'>[],
): string =>
	scored
		.map(({ candidateId, percentage }) => {
			const name = candidates.find((each) => each.candidateId === candidateId)?.name
			const figure = percentage === null ? texts.noScore : percentText(percentage)
			return `${name || texts.candidate} ${figure}`
		})
		.join(', ')

/** Joins names: "A", "A and B", "A, B and C". */
export const listText = (names: readonly string[]): string => texts.names(names)

/** Rank as text, marked if tied. */
export const rankText = (candidate: CandidateResult, all: readonly CandidateResult[]): string => {
	if (candidate.rank === null) return '–'
	const shared = all.filter((other) => other.rank === candidate.rank).length > 1
	return shared ? texts.tie(candidate.rank) : String(candidate.rank)
}

/** Candidate's name with the rank, if any: "1 (tie). Ann". */
export const placeText = (candidate: CandidateResult, all: readonly CandidateResult[]): string =>
	candidate.rank === null ? candidate.name : `${rankText(candidate, all)}. ${candidate.name}`

/** Random voters in 100 who lead by at least as much: "12 of 100 cases". */
const casesText = (chance: number): string =>
	chance < 0.005 ? texts.hardlyEver : texts.cases(Math.round(100 * chance))

/**
 * Sentence about the first place by the share of random voters, and that share where the sentence does not name it.
 * @param names of the candidates in first place, effectively tied ones included. @param chance from 0 to 1.
 */
export const clarityText = (
	chance: number,
	names: readonly string[],
): { readonly finding: string; readonly cases: string | null } => {
	const clarity = clarityOf(chance)
	const cases = casesText(chance)
	return clarity === 'unclear'
		? { finding: texts.unclear(cases), cases: null }
		: { finding: texts[clarity](listText(names)), cases: texts.byChance(cases) }
}

/**
 * Effects of small changes of the answers.
 * @param names in the order of `firmness.candidateIds`.
 */
export const firmnessTexts = (firmness: Firmness, names: readonly string[]): string[] => {
	const tied = texts.tied(listText(names))
	if (firmness.kind === 'shared') return [tied, texts.sameFigure]
	const leader = names[0] ?? texts.candidate
	const { first, variations } = firmness
	const tried = texts.tried(leader, first, variations)
	return firmness.kind === 'close' ? [tied, texts.barely(leader), tried] : [tried]
}

type Placed = Pick<CandidateResult, 'name' | 'rank' | 'percentage'>

/** Names the candidate in first place with the voter's priorities: "With your priorities, Ann stays first with 75%." */
export const prioritiesText = (second: readonly Placed[], stored: readonly Placed[]): string => {
	const firstOf = (all: readonly Placed[]) => all.filter(({ rank }) => rank === 1)
	const names = firstOf(second).map(({ name }) => name)
	const percentage = firstOf(second)[0]?.percentage ?? null
	if (percentage === null) return texts.priorities.nobody
	const before = firstOf(stored).map(({ name }) => name)
	const kind =
		names.length > 1 ? 'tie' : before.length === 1 && before[0] === names[0] ? 'stays' : 'moves'
	return texts.priorities[kind](listText(names), percentText(percentage))
}

const categories: Readonly<Record<string, string>> = texts.categories

/** Name of a policy category; null is the rest. Keeps a category without a name. */
export const topicText = (category: string | null): string =>
	category === null ? texts.otherTopics : (categories[category] ?? category)

export const categoryOf = ({ category }: Pick<Statement, 'category'>): string | null =>
	category || null

/** Categories of statements in the order of the catalogue, then unknown ones; null, the rest, comes last. */
export const categoriesIn = (
	statements: readonly Pick<Statement, 'category'>[],
): (string | null)[] => {
	const order: readonly (string | null)[] = POLICY_CATEGORIES
	const placeOf = (category: string | null): number =>
		category === null ? order.length + 1 : order.indexOf(category) + 1 || order.length + 0.5
	return [...new Set(statements.map(categoryOf))].sort((a, b) => placeOf(a) - placeOf(b))
}
