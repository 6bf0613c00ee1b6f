import type { Firmness } from '#domain/firmness.ts'
import { bandOf } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import type { CandidateResult } from '#local/results.ts'
import { locale } from '#web/texts/language.ts'
import { results as texts } from '#web/texts/results.ts'

const NUMBER = new Intl.NumberFormat(locale(), { maximumFractionDigits: 4 })
const PERCENT = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 1 })

/** A weight or a sum as it is shown: at most four decimals. */
export const numberText = (value: number): string => NUMBER.format(value)

/** One decimal; a server may send more. */
export const rounded = (percentage: number): number => Math.round(percentage * 10) / 10

/** A percentage (0 to 100) as it is shown: "61.3%". */
export const percentText = (percentage: number): string => PERCENT.format(rounded(percentage) / 100)

/** A figure with its band: "61.3%, Moderate Alignment". */
export const figureText = (percentage: number | null): string => {
	if (percentage === null) return texts.noScore
	return `${percentText(percentage)}, ${texts.bands[bandOf(rounded(percentage))]}`
}

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
	if (firmness.kind === 'shared') return { finding: apart, meaning: texts.sameFigure }
	const { first, variations } = firmness
	const leader = names[0] ?? texts.candidate
	const tried = texts.tried(texts.varied[quizType], leader, first, variations)
	if (firmness.kind === 'close') {
		return { finding: apart, meaning: `${texts.barely(leader)} ${tried}` }
	}
	const percent = Math.floor((100 * first) / variations)
	return { finding: texts.firstIn(percent, variations), meaning: tried }
}
