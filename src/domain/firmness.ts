import { type Attempt, isAnswerValue, positionOn } from './quiz.ts'
import { hasPositions, scoreAttempt } from './score.ts'
import type { Statement } from './types.ts'

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

/** The attempt after each minimal change of one answer. */
const changesOf = (attempt: Attempt, policyId: string): Attempt[] => {
	const { quizType, answers, selection } = attempt
	if (quizType === 'POLICY_PICK') {
		const picks = selection ?? []
		const isPicked = picks.includes(policyId)
		return [
			{
				...attempt,
				selection: isPicked ? picks.filter((id) => id !== policyId) : [...picks, policyId],
			},
		]
	}
	const value = Object.hasOwn(answers, policyId) ? (answers[policyId] ?? null) : null
	if (value === null) return []
	const steps = quizType === 'SCALE' ? [value - 1, value + 1] : [1 - value]
	return [null, ...steps.filter((next) => isAnswerValue(quizType, next))].map((next) => ({
		...attempt,
		answers: { ...answers, [policyId]: next },
	}))
}

/** Figures of all candidates after one change; -1 for a candidate without a percentage. */
interface Variation {
	/** Candidates with a known position on the statement whose answer changed, by index. */
	readonly changed: ReadonlySet<number>
	readonly figures: readonly number[]
}

const variationsOf = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
): Variation[] => {
	const { quizType, answers } = attempt
	const isAnswered = ({ policyId }: Statement): boolean =>
		quizType === 'POLICY_PICK' || (Object.hasOwn(answers, policyId) && answers[policyId] !== null)
	// Drop unanswered statements, so that leaving out one more cannot fall below the minimum for a percentage.
	const statements = attempt.statements.filter(isAnswered)
	const isOwn = !hasPositions(attempt, candidateIds)
	return statements.flatMap((statement) => {
		const knows = (id: string): boolean =>
			isOwn ? id === statement.candidateId : positionOn(statement, id) !== null
		const changed = new Set(candidateIds.flatMap((id, index) => (knows(id) ? [index] : [])))
		// A statement about candidates without a percentage cannot change the first place.
		if (changed.size === 0) return []
		return changesOf(attempt, statement.policyId).map((next): Variation => {
			const left =
				next.answers[statement.policyId] === null
					? statements.filter((each) => each !== statement)
					: statements
			const scored = scoreAttempt({ ...next, statements: left }, candidateIds, seed)
			const byId = new Map(scored.map((each) => [each.candidateId, each.percentage ?? -1]))
			return { changed, figures: candidateIds.map((id) => byId.get(id) ?? -1) }
		})
	})
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
		const ofBoth = changed.has(0) || changed.has(index)
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
	const ids = figured.map(({ candidateId }) => candidateId)
	const kept = variationsOf(attempt, ids, seed).map((each) => note(rivals, before, each))
	const share = { first: kept.filter(Boolean).length, variations: kept.length }
	// If half or more of the variations end the lead, every rival that can end it is close.
	const mostlyLost = 2 * share.first <= share.variations
	const close = rivals.filter((rival) => isCoinToss(rival) || (mostlyLost && rival.reached > 0))
	const closeIds = close.map((rival) => rival.candidateId)
	return closeIds.length > 0
		? { kind: 'close', candidateIds: [top.candidateId, ...closeIds], ...share }
		: { kind: 'first', candidateIds: [top.candidateId], ...share }
}
