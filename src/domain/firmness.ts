import { type Attempt, isAnswerValue } from './quiz.ts'
import {
	type Alignment,
	agreementOf,
	isShareOfPicks,
	type ScoreLine,
	type Scoring,
	scoreAttempt,
	scoreLines,
	scoringOf,
} from './score.ts'

/**
 * How firm a first place is: what happens to it when one answer at a time is varied by the least there is.
 *
 * | quiz type   | variations of an answer                            | at most |
 * |-------------|----------------------------------------------------|---------|
 * | SCALE       | left out, one step up, one step down on the scale  | 3       |
 * | BINARY      | left out, flipped                                  | 2       |
 * | POLICY_PICK | picked or not picked: the other way round          | 1       |
 *
 * In a policy pick the selection is one answer, and a policy left out of it is one that is not picked; selections of fewer
 * than the six that can be submitted count as well. Figures are compared as they are shown, rounded to one decimal, so a
 * tie here is a tie on the screen. A first place holds where it is held alone.
 *
 * A variation changes the lines of one candidate, so only that figure is computed again; where figures are shares of the
 * picks, one pick more or less changes every figure.
 */
export type Firmness =
	/** The best figure is shared: by these, in the order of the results. */
	| { readonly kind: 'shared'; readonly candidateIds: readonly string[] }
	/**
	 * One is ahead, but by no more than a coin toss: the one ahead, then those whom it cannot be told apart from.
	 * See {@link isCoinToss}.
	 */
	| ({ readonly kind: 'close'; readonly candidateIds: readonly string[] } & Share)
	| ({ readonly kind: 'first'; readonly candidateIds: readonly [string] } & Share)

interface Share {
	/** In how many of the variations it stays first, alone. */
	readonly first: number
	readonly variations: number
}

/** How a rival fares against the one ahead. */
interface Rival {
	readonly candidateId: string
	/** Variations of an answer about one of the two that narrow the lead, or of any answer that end it. */
	nearer: number
	/** Variations that end the lead over this rival. */
	reached: number
}

/** What the smallest changes of one answer put in its line's place: nothing where it is left out. */
const changesOf = (scoring: Scoring, line: ScoreLine): ScoreLine[][] => {
	const value = line.value ?? 0
	const to = (next: number): ScoreLine[] => [
		{ ...line, value: next, agreement: agreementOf(scoring, next) },
	]
	switch (scoring.quizType) {
		case 'SCALE': {
			const steps = [value - 1, value + 1].filter((next) => isAnswerValue('SCALE', next))
			return [[], ...steps.map(to)]
		}
		case 'BINARY':
			return [[], to(1 - value)]
		case 'POLICY_PICK':
			return [to(1 - value)]
	}
}

/** The figures of all candidates after one change; -1 where a candidate has none any more. */
interface Variation {
	/** Index of the candidate whose line changed. */
	readonly changed: number
	readonly figures: readonly number[]
}

/** Every variation of the answers about `scored`, which all have a percentage. */
const variationsOf = (scored: readonly Alignment[], scoring: Scoring): Variation[] => {
	const percentageOf = (lines: readonly ScoreLine[], now = scoring): number =>
		scoreLines(lines, now).percentage ?? -1
	const before = scored.map(({ percentage }) => percentage ?? -1)
	// Without unanswered lines, so that leaving one more out takes nobody below the least that a percentage needs.
	const answered = scored.map(({ lines }) => lines.filter(({ value }) => value !== null))
	return answered.flatMap((lines, changed) =>
		lines.flatMap((line, at) =>
			changesOf(scoring, line).map((next): Variation => {
				const varied = lines.toSpliced(at, 1, ...next)
				if (!isShareOfPicks(scoring)) {
					return { changed, figures: before.with(changed, percentageOf(varied)) }
				}
				const picks = scoring.picks + (line.value === 1 ? -1 : 1)
				const all = answered.with(changed, varied)
				return { changed, figures: all.map((each) => percentageOf(each, { ...scoring, picks })) }
			}),
		),
	)
}

/**
 * Counts what a variation means to each rival of the first of `before`.
 * @returns whether the first stays first, alone.
 */
const note = (
	rivals: readonly Rival[],
	before: readonly number[],
	{ changed, figures }: Variation,
): boolean => {
	const leadOver = (all: readonly number[], index: number): number =>
		(all[0] ?? -1) - (all[index] ?? -1)
	let first = true
	for (const [at, rival] of rivals.entries()) {
		const index = at + 1
		const lead = leadOver(figures, index)
		const ended = lead <= 0
		const ofBoth = changed === 0 || changed === index
		if (ended || (ofBoth && lead < leadOver(before, index))) rival.nearer++
		if (ended) rival.reached++
		if (ended) first = false
	}
	return first
}

/**
 * Whether a lead over a rival is no better than a coin toss: of the smallest changes that speak against it, at least half
 * end it. Changes that cannot hurt it, such as those about candidates far behind, are left out of the reckoning: they
 * would make any lead look safe, the more so the more candidates there are. People who are asked again do move single
 * answers by a step, so a lead that the typical one of them ends is no lead.
 */
const isCoinToss = ({ nearer, reached }: Rival): boolean => reached > 0 && 2 * reached >= nearer

/**
 * How firm the first place of an attempt is.
 * @returns null where there is nobody to compare with: fewer than two candidates have a figure.
 */
export const firmnessOf = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
): Firmness | null => {
	const scored = scoreAttempt(attempt, candidateIds, seed)
	const [top, ...others] = scored.filter((alignment) => alignment.percentage !== null)
	if (top === undefined || others.length === 0) return null
	const sharing = others.filter((other) => other.rank === top.rank)
	if (sharing.length > 0) {
		return { kind: 'shared', candidateIds: [top, ...sharing].map((each) => each.candidateId) }
	}
	const rivals = others.map(({ candidateId }): Rival => ({ candidateId, nearer: 0, reached: 0 }))
	const figured = [top, ...others]
	const before = figured.map(({ percentage }) => percentage ?? -1)
	const kept = variationsOf(figured, scoringOf(attempt)).map((each) => note(rivals, before, each))
	const share = { first: kept.filter(Boolean).length, variations: kept.length }
	// A share of half or less is a coin toss between whoever can end the lead at all.
	const mostlyLost = 2 * share.first <= share.variations
	const close = rivals.filter((rival) => isCoinToss(rival) || (mostlyLost && rival.reached > 0))
	const ids = close.map((rival) => rival.candidateId)
	return ids.length > 0
		? { kind: 'close', candidateIds: [top.candidateId, ...ids], ...share }
		: { kind: 'first', candidateIds: [top.candidateId], ...share }
}
