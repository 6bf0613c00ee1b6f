import { type Figure, type ScoreLine, type Scoring, scoreLines } from './score.ts'
import type { QuizType, Statement } from './types.ts'

/** The lines as they would be if every statement weighed 1: a what-if that changes no result. */
export const unweightedLines = (lines: readonly ScoreLine[]): ScoreLine[] =>
	lines.map((line) => ({ ...line, weight: 1 }))

/** The figure of the lines if every statement weighed 1. */
export const unweighted = (lines: readonly ScoreLine[], scoring: Scoring): Figure =>
	scoreLines(unweightedLines(lines), scoring)

/** What a line takes from a full score: weight × (1 - agreement), from 0 to its weight; 0 where there is no answer. */
export const distance = ({ weight, agreement }: ScoreLine): number =>
	agreement === null ? 0 : weight * (1 - agreement)

/**
 * The lines on which voter and candidate differ, the widest {@link distance} first; lines of the same distance in the
 * order in which they were asked. None in a policy pick: a policy that was not ticked says nothing about it.
 */
export const differences = (quizType: QuizType, lines: readonly ScoreLine[]): ScoreLine[] =>
	quizType === 'POLICY_PICK'
		? []
		: lines.filter((line) => distance(line) > 0).sort((a, b) => distance(b) - distance(a))

/** What a statement's weight was made of when its attempt began. */
export interface WeightParts {
	readonly importance: number
	readonly category: string
	readonly categoryWeight: number
}

/**
 * The parts of a statement's weight: the weight is kept as their product, beside the importance. Category weights are in
 * tenths; null where the weight is no such product, as it may be with another server's.
 */
export const weightParts = ({ weight, importance, category }: Statement): WeightParts | null => {
	if (!importance || !category) return null
	const categoryWeight = Math.round((10 * weight) / importance) / 10
	return Math.abs(importance * categoryWeight - weight) < 1e-4
		? { importance, category, categoryWeight }
		: null
}
