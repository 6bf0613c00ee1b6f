import type { AttemptResults, CandidateResult } from '#device/results.ts'
import type { Firmness } from '#domain/firmness.ts'
import { scoredNeeded } from '#domain/quiz.ts'
import { bandOf, isShareOfPicks, roundPercentage, scoringOf } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { locale } from '#web/texts/language.ts'
import { memoize } from '#web/ui/format.ts'

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

/** Counts a candidate's statements among the picks; null outside POLICY_PICK or if the picks are unknown. */
export const picksOf = (
	{ quizType, selection }: Attempt,
	{ lines }: Pick<CandidateResult, 'lines'>,
): Picks | null => {
	if (quizType !== 'POLICY_PICK' || selection === null || lines.length === 0) return null
	return { own: lines.filter(({ value }) => value === 1).length, all: selection.length }
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

export const noScoreText = ({ lines }: Pick<CandidateResult, 'lines'>): string => {
	const answered = lines.filter(({ value }) => value !== null).length
	return answered === 0
		? texts.noScoreText
		: texts.tooFewScored(answered, lines.length, scoredNeeded(lines.length))
}

/** Explains how answers count in the attempt's formula. */
export const agreementText = (attempt: Attempt): string =>
	attempt.quizType === 'POLICY_PICK' && !isShareOfPicks(scoringOf(attempt))
		? texts.agreementBefore
		: texts.agreement[attempt.quizType]

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

export interface FirmnessText {
	readonly finding: string
	readonly meaning: string
}

/**
 * Text for a {@link Firmness}. Rounds shares down, so that "100 %" means every variation.
 * @param names in the order of `firmness.candidateIds`.
 */
export const firmnessText = (
	firmness: Firmness,
	names: readonly string[],
	quizType: QuizType,
): FirmnessText => {
	const apart = texts.notApart(listText(names))
	if (firmness.kind === 'shared') return { finding: apart, meaning: texts.sameFigure(names.length) }
	const { first, variations } = firmness
	const leader = names[0] ?? texts.candidate
	const tried = texts.tried(texts.varied[quizType], leader, first, variations)
	if (firmness.kind === 'close') {
		return { finding: apart, meaning: `${texts.barely(leader)} ${tried}` }
	}
	const percent = Math.floor((100 * first) / variations)
	return { finding: texts.firstIn(percent, variations), meaning: tried }
}
