import type { AttemptResults, CandidateResult } from '#device/results.ts'
import type { Firmness } from '#domain/firmness.ts'
import { bandOf, isShareOfPicks, roundPercentage, scoredNeeded, scoringOf } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { locale } from '#web/texts/language.ts'

const NUMBER = new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 })
const PERCENT = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 })

/** A weight or a sum as it is shown: at most four decimals. */
export const numberText = (value: number): string => NUMBER.format(value)

/** A percentage (0 to 100) as it is shown: "61.3%". */
export const percentText = (percentage: number): string =>
	PERCENT.format(roundPercentage(percentage) / 100)

type Attempt = AttemptResults['attempt']

/** How many of the voter's picks are a candidate's own. */
export interface Picks {
	readonly own: number
	readonly all: number
}

/** A candidate's part of the picks; null outside a policy pick, or where this device does not know the picks. */
export const picksOf = (
	{ quizType, selection }: Attempt,
	{ lines }: Pick<CandidateResult, 'lines'>,
): Picks | null => {
	if (quizType !== 'POLICY_PICK' || selection === null || lines.length === 0) return null
	return { own: lines.filter(({ value }) => value === 1).length, all: selection.length }
}

/** The band of a figure in words. A low share of picks has none: choosing others is no verdict. */
export const bandText = (percentage: number, quizType: QuizType): string | null => {
	const band = bandOf(roundPercentage(percentage))
	return band === 'low' && quizType === 'POLICY_PICK' ? null : texts.bands[band]
}

/** A figure with its band, counts first in a policy pick: "61.3%, Moderate Alignment", "3 of 7 picks, 42.9%". */
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

/** Why a candidate has no percentage. */
export const noScoreText = ({ lines }: Pick<CandidateResult, 'lines'>): string => {
	const answered = lines.filter(({ value }) => value !== null).length
	return answered === 0
		? texts.noScoreText
		: texts.tooFewScored(answered, lines.length, scoredNeeded(lines.length))
}

/** How answers count, by the formula of the attempt. */
export const agreementText = (attempt: Attempt): string =>
	attempt.quizType === 'POLICY_PICK' && !isShareOfPicks(scoringOf(attempt))
		? texts.agreementBefore
		: texts.agreement[attempt.quizType]

/** Names in a row: "A", "A and B", "A, B and C". */
export const listText = (names: readonly string[]): string => texts.names(names)

/** A rank in words: shared ones say so. */
export const rankText = (candidate: CandidateResult, all: readonly CandidateResult[]): string => {
	if (candidate.rank === null) return '–'
	const shared = all.filter((other) => other.rank === candidate.rank).length > 1
	return shared ? texts.tie(candidate.rank) : String(candidate.rank)
}

/** A candidate's name after the rank: "1 (tie). Ann"; the name alone where there is no rank. */
export const placeText = (candidate: CandidateResult, all: readonly CandidateResult[]): string =>
	candidate.rank === null ? candidate.name : `${rankText(candidate, all)}. ${candidate.name}`

/** How firm a first place is: the finding, and what it means. */
export interface FirmnessText {
	readonly finding: string
	readonly meaning: string
}

/**
 * The words for a {@link Firmness}. Shares are cut to whole percents and never rounded up, so that "100 %" means every one.
 * @param names of `firmness.candidateIds`, in that order.
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
