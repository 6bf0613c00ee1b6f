import { type Figure, type ScoreLine, scoreLines } from './score.ts'

/** The lines as they would be if every statement weighed 1: a what-if that changes no result. */
export const unweightedLines = (lines: readonly ScoreLine[]): ScoreLine[] =>
	lines.map((line) => ({ ...line, weight: 1 }))

/** The figure of the lines if every statement weighed 1. */
export const unweighted = (lines: readonly ScoreLine[]): Figure =>
	scoreLines(unweightedLines(lines))

/** What a line takes from a full score: weight × (1 - agreement), from 0 to its weight; 0 where there is no answer. */
export const distance = ({ weight, agreement }: ScoreLine): number =>
	agreement === null ? 0 : weight * (1 - agreement)

/**
 * The lines on which voter and candidate differ, the widest {@link distance} first; where all weights are equal that is
 * the lowest agreement first. Lines of the same distance stay in the order in which they were asked.
 */
export const differences = (lines: readonly ScoreLine[]): ScoreLine[] =>
	lines.filter((line) => distance(line) > 0).sort((a, b) => distance(b) - distance(a))
