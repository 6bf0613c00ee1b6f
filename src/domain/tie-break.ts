import { type Drawable, drawStatements } from './draw-statements.ts'
import type { Firmness } from './firmness.ts'
import { TIE_BREAK_STATEMENTS } from './limits.ts'
import { type Answers, type Attempt, positionOn } from './quiz.ts'
import { type Alignment, saysNothing, scoreAttempt } from './score.ts'
import type { Statement } from './types.ts'

/** Statements asked after the results, with the answers so far; null if skipped, 1 if picked. */
export interface TieBreak {
	readonly statements: readonly Statement[]
	readonly answers: Answers
}

/** Candidates who are effectively tied for the first place; none if one leads or the answers favor no candidate. */
export const tiedIn = (attempt: Attempt, firmness: Firmness | null): readonly string[] =>
	firmness === null || firmness.kind === 'first' || saysNothing(attempt)
		? []
		: firmness.candidateIds

const stanceOf = ({ candidateId, positions = null }: Drawable, id: string): number | null =>
	positionOn({ candidateId, positions }, id)

/** Longest of the most even beginnings: known positions of each candidate differ least. */
const cutEvenly = <Item extends Drawable>(drawn: readonly Item[], tied: readonly string[]) => {
	let best: { length: number; spread: number } | null = null
	const counts = new Map(tied.map((id) => [id, 0]))
	const most = tied.length * Math.max(1, Math.floor(TIE_BREAK_STATEMENTS / tied.length))
	for (const [index, item] of drawn.slice(0, most).entries()) {
		for (const id of tied) {
			if (stanceOf(item, id) !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
		}
		const spread = Math.max(...counts.values()) - Math.min(...counts.values())
		if (best === null || spread <= best.spread) best = { length: index + 1, spread }
	}
	return drawn.slice(0, best?.length ?? 0)
}

/**
 * Draws statements of tied candidates that an attempt did not ask, balanced like the attempt itself: about
 * {@link TIE_BREAK_STATEMENTS} in all. Leaves out those on which all of them have the same position.
 * @param asked policy ids. @returns none if a candidate has none left.
 */
export const drawTieBreak = <Item extends Drawable>(
	asked: ReadonlySet<string>,
	tied: readonly string[],
	items: readonly Item[],
	seed: string,
): Item[] => {
	const left = items.filter(
		(item) =>
			!asked.has(item.id) &&
			tied.includes(item.candidateId) &&
			new Set(tied.map((id) => stanceOf(item, id))).size > 1,
	)
	return cutEvenly(drawStatements(tied, left, `${seed}/tie-break`), tied)
}

/** True once every statement is answered or skipped. */
export const isTieBreakDone = ({ statements, answers }: TieBreak): boolean =>
	statements.every(({ policyId }) => Object.hasOwn(answers, policyId))

/** Scores the tied candidates over the attempt and the tie-break, as a second figure beside the stored one. */
export const scoreTieBreak = (
	attempt: Attempt,
	{ statements, answers }: TieBreak,
	tied: readonly string[],
	seed: string,
): Alignment[] => {
	const picked = statements.filter(({ policyId }) => answers[policyId] === 1)
	const isPick = attempt.quizType === 'POLICY_PICK'
	return scoreAttempt(
		{
			...attempt,
			statements: [...attempt.statements, ...statements],
			...(isPick
				? { selection: [...(attempt.selection ?? []), ...picked.map(({ policyId }) => policyId)] }
				: { answers: { ...attempt.answers, ...answers } }),
		},
		tied,
		seed,
	)
}
