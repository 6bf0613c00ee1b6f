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
 * Firmness of a first place: the share of minimal changes of one answer that it survives.
 *
 * | quiz type   | variations of an answer                            | at most |
 * |-------------|----------------------------------------------------|---------|
 * | SCALE       | left out, one step up, one step down on the scale  | 3       |
 * | BINARY      | left out, flipped                                  | 2       |
 * | POLICY_PICK | toggled: picked or not picked                      | 1       |
 *
 * In a policy pick each toggled policy is one variation, even if fewer than six picks remain. Figures are compared as
 * displayed, rounded to one decimal, so a tie here is a tie on the screen. A first place survives only if it is not
 * shared.
 *
 * A variation changes the lines of one candidate, so only that figure is recomputed. In a policy pick, the number of
 * picks changes every figure.
 */
export type Firmness =
	| { readonly kind: 'shared'; readonly candidateIds: readonly string[] }
	/**
	 * The lead is no better than a coin toss (see {@link isCoinToss}): the leader, then the rivals that it cannot be
	 * distinguished from.
	 */
	| ({ readonly kind: 'close'; readonly candidateIds: readonly string[] } & Share)
	| ({ readonly kind: 'first'; readonly candidateIds: readonly [string] } & Share)

interface Share {
	readonly first: number
	readonly variations: number
}

interface Rival {
	readonly candidateId: string
	/** Variations that narrow the lead by changing an answer about either of the two, or that end it by any change. */
	nearer: number
	reached: number
}

/** Replacements for a line after each minimal change of its answer; an empty array leaves the line out. */
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

/** Figures of all candidates after one change; -1 for a candidate without a percentage. */
interface Variation {
	readonly changed: number
	readonly figures: readonly number[]
}

const variationsOf = (scored: readonly Alignment[], scoring: Scoring): Variation[] => {
	const percentageOf = (lines: readonly ScoreLine[], now = scoring): number =>
		scoreLines(lines, now).percentage ?? -1
	const before = scored.map(({ percentage }) => percentage ?? -1)
	// Drop unanswered lines, so that leaving out one more cannot fall below the minimum for a percentage.
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
 * Counts the effect of a variation on each rival of the leader, who is first in `before`.
 * @returns true if the leader stays alone in first place.
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
 * True if at least half of the variations that narrow the lead end it: people do move answers by a step when asked again.
 * Variations that cannot hurt the lead do not count: with many candidates they would make any lead look safe.
 */
const isCoinToss = ({ nearer, reached }: Rival): boolean => reached > 0 && 2 * reached >= nearer

/** Computes the firmness of an attempt's first place; null if fewer than two candidates have a figure. */
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
	// If half or more of the variations end the lead, every rival that can end it is close.
	const mostlyLost = 2 * share.first <= share.variations
	const close = rivals.filter((rival) => isCoinToss(rival) || (mostlyLost && rival.reached > 0))
	const ids = close.map((rival) => rival.candidateId)
	return ids.length > 0
		? { kind: 'close', candidateIds: [top.candidateId, ...ids], ...share }
		: { kind: 'first', candidateIds: [top.candidateId], ...share }
}
