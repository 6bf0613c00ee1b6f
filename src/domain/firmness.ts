import { type Attempt, isAnswerValue } from './attempt.ts'
import { type Alignment, agreement, type ScoreLine, scoreAttempt, scoreLines } from './score.ts'
import type { QuizType } from './types.ts'

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
 * A variation touches the statement of one candidate, so only that one's figure is worked out again: one whole score, and
 * at most three sums over one candidate's lines for each answer. 40 statements of 4 candidates make 120 sums of 10 lines.
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
	readonly percentage: number
	/** Variations that bring the rival nearer; and those of them after which it is not behind any more. */
	nearer: number
	reached: number
}

/** The smallest changes of one answer; nothing where there is none. */
const changesOf = (quizType: QuizType, line: ScoreLine): ScoreLine[] => {
	const { value } = line
	if (value === null) return []
	const leftOut = { ...line, value: null, agreement: null }
	const to = (next: number): ScoreLine => ({
		...line,
		value: next,
		agreement: agreement(quizType, next),
	})
	switch (quizType) {
		case 'SCALE': {
			const steps = [value - 1, value + 1].filter((next) => isAnswerValue(quizType, next))
			return [leftOut, ...steps.map(to)]
		}
		case 'BINARY':
			return [leftOut, to(1 - value)]
		case 'POLICY_PICK':
			return [to(1 - value)]
	}
}

/** A candidate's figure after each small change of one of its lines; null where nothing is left to score. */
const variedFigures = (quizType: QuizType, { lines }: Alignment): (number | null)[] =>
	lines.flatMap((line, index) =>
		changesOf(quizType, line).map((changed) => scoreLines(lines.with(index, changed)).percentage),
	)

/** Notes what a changed figure of the one ahead means to each rival. @returns whether it is still first, alone. */
const noteTop = (rivals: readonly Rival[], before: number, now: number | null): boolean => {
	const after = now ?? -1
	for (const rival of rivals) {
		if (after >= before) continue
		rival.nearer++
		if (after <= rival.percentage) rival.reached++
	}
	return rivals.every((rival) => after > rival.percentage)
}

/** Notes what a changed figure of a rival means to it. @returns whether it is still behind. */
const noteRival = (rival: Rival, top: number, now: number | null): boolean => {
	const after = now ?? -1
	if (after <= rival.percentage) return true
	rival.nearer++
	if (after >= top) rival.reached++
	return after < top
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
	const best = top.percentage ?? 0
	const rivals = others.map(
		({ candidateId, percentage }): Rival => ({
			candidateId,
			percentage: percentage ?? 0,
			nearer: 0,
			reached: 0,
		}),
	)
	const kept = variedFigures(attempt.quizType, top).map((now) => noteTop(rivals, best, now))
	for (const [index, rival] of rivals.entries()) {
		const figures = variedFigures(attempt.quizType, others[index] as Alignment)
		kept.push(...figures.map((now) => noteRival(rival, best, now)))
	}
	const share = { first: kept.filter(Boolean).length, variations: kept.length }
	// A share of half or less is a coin toss between whoever can end the lead at all.
	const mostlyLost = 2 * share.first <= share.variations
	const close = rivals.filter((rival) => isCoinToss(rival) || (mostlyLost && rival.reached > 0))
	const ids = close.map((rival) => rival.candidateId)
	return ids.length > 0
		? { kind: 'close', candidateIds: [top.candidateId, ...ids], ...share }
		: { kind: 'first', candidateIds: [top.candidateId], ...share }
}
