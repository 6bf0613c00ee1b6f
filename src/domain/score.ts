import { byCodeUnit, createRandom, shuffle } from './draw.ts'
import { BAND_MODERATE_FROM, BAND_STRONG_FROM, SCORED_MIN } from './limits.ts'
import { type Attempt, answerRange } from './quiz.ts'
import type { QuizType, Statement } from './types.ts'

/**
 * The score, formula version 2. SCALE and BINARY, over candidate c's statements that the voter answered:
 *
 *     alignment(c) = 100 × Σ w·a / Σ w        w: weight, a: agreement from 0 to 1
 *
 * POLICY_PICK, where a policy that was not ticked says nothing about it:
 *
 *     alignment(c) = 100 × Σ_picked w·s / M   s: 1 for c's own policies, 0 for others (c's position is unknown)
 *                                             M: the most that the same number of picks could reach for c
 *
 * A candidate with fewer than min(3, asked) scored statements has no percentage.
 * Version 1 counted policies that were not picked as disagreement and asked for no minimum. Attempts keep the version
 * that they began with.
 *
 * Sums are integers (weights in ten-thousandths, agreement in quarters), so that the order of addends cannot change a
 * figure and rounding half up is exact. Equal rounded figures share a rank; the seed orders a tie.
 */
const WEIGHT_UNITS = 10_000
const AGREEMENT_UNITS = 4

/** Formulas that can be computed. Any change that gives other figures for the same answers adds one. */
export const FORMULA_VERSIONS = [1, 2] as const
export type FormulaVersion = (typeof FORMULA_VERSIONS)[number]
/** The formula of attempts that begin now. */
export const FORMULA_VERSION = 2 satisfies FormulaVersion

/** The formula of an attempt. Attempts recorded before versions existed have none and use 1. */
export const formulaOf = ({ formula = 1 }: Pick<Attempt, 'formula'>): FormulaVersion =>
	formula <= 1 ? 1 : FORMULA_VERSION

/** What a figure depends on besides its candidate's lines. */
export interface Scoring {
	readonly quizType: QuizType
	readonly formula: FormulaVersion
	/** Policies picked of all candidates; 0 outside POLICY_PICK. */
	readonly picks: number
}

/** The scoring of an attempt as it is now. */
export const scoringOf = (attempt: Attempt): Scoring => ({
	quizType: attempt.quizType,
	formula: formulaOf(attempt),
	picks: attempt.selection?.length ?? 0,
})

/** Whether figures are shares of what the picks could have given. */
export const isShareOfPicks = ({
	quizType,
	formula,
}: Pick<Scoring, 'quizType' | 'formula'>): boolean => quizType === 'POLICY_PICK' && formula > 1

/** How many of the statements asked of a candidate must be scored for a percentage. */
export const scoredNeeded = (asked: number): number => Math.min(SCORED_MIN, asked)

/** One addend of a candidate's score, for showing the arithmetic. */
export interface ScoreLine {
	readonly policyId: string
	readonly text: string
	readonly weight: number
	/** 0 to 1; null where the statement counts in no sum: no answer, or (from formula 2) a policy that was not picked. */
	readonly agreement: number | null
	/** The answer as given: -2..2, 0..1, or whether it was picked (1 or 0). */
	readonly value: number | null
}

/** What some lines add up to. */
export interface Figure {
	/** 0 to 100 with one decimal; null where too few statements are scored. */
	readonly percentage: number | null
	readonly weightedAgreement: number
	readonly totalWeight: number
}

export interface Alignment extends Figure {
	readonly candidateId: string
	/** Shared by equal figures ("1, 1, 3"); null without a percentage. */
	readonly rank: number | null
	readonly lines: readonly ScoreLine[]
}

export type Band = 'strong' | 'moderate' | 'low'

/** Agreement of an answer's value, from 0 to 1; null where the value counts in no sum. */
export const agreementOf = (
	scoring: Pick<Scoring, 'quizType' | 'formula'>,
	value: number | null,
): number | null => {
	if (value === null || (value === 0 && isShareOfPicks(scoring))) return null
	const { least, most } = answerRange(scoring.quizType)
	return (value - least) / (most - least)
}

/** The band of a rounded percentage. */
export const bandOf = (percentage: number): Band =>
	percentage >= BAND_STRONG_FROM ? 'strong' : percentage >= BAND_MODERATE_FROM ? 'moderate' : 'low'

/** Rounds a percentage that another server sent with more decimals: half up to one decimal, as its digits read. */
export const roundPercentage = (percentage: number): number =>
	Math.round(Number((percentage * 10).toPrecision(12))) / 10

const valueIn = (
	{ quizType, answers }: Attempt,
	picked: ReadonlySet<string> | null,
	policyId: string,
): number | null => {
	if (quizType === 'POLICY_PICK') return picked === null ? null : Number(picked.has(policyId))
	// An own key only: an id may read like a property that every object has.
	return Object.hasOwn(answers, policyId) ? (answers[policyId] ?? null) : null
}

const inUnits = (weight: number): number => Math.round(weight * WEIGHT_UNITS)

/** The largest sum of weights, in units, that so many picks among the lines can reach. */
const mostOf = (lines: readonly ScoreLine[], picks: number): number =>
	lines
		.map(({ weight }) => inUnits(weight))
		.sort((a, b) => b - a)
		.slice(0, picks)
		.reduce((sum, weight) => sum + weight, 0)

/** The figure of one candidate's lines. */
export const scoreLines = (lines: readonly ScoreLine[], scoring: Scoring): Figure => {
	let weighted = 0
	let total = 0
	for (const line of lines) {
		if (line.agreement === null) continue
		const weight = inUnits(line.weight)
		weighted += weight * Math.round(line.agreement * AGREEMENT_UNITS)
		total += weight * AGREEMENT_UNITS
	}
	if (isShareOfPicks(scoring)) total = mostOf(lines, scoring.picks) * AGREEMENT_UNITS
	const scored = lines.filter(({ value }) => value !== null).length
	const enough = scoring.formula === 1 || scored >= scoredNeeded(lines.length)
	// 1000 × weighted / total, rounded half up in integers: tenths of a percent.
	const tenths = total === 0 || !enough ? null : Math.floor((2000 * weighted + total) / (2 * total))
	const unit = WEIGHT_UNITS * AGREEMENT_UNITS
	return {
		percentage: tenths === null ? null : tenths / 10,
		weightedAgreement: weighted / unit,
		totalWeight: total / unit,
	}
}

/** Ranks figures that are in descending order, nulls last: equal ones share a rank, the next is counted on. */
const withRanks = (sorted: readonly Omit<Alignment, 'rank'>[]): Alignment[] => {
	let rank = 0
	return sorted.map((alignment, index) => {
		if (alignment.percentage === null) return { ...alignment, rank: null }
		if (index === 0 || sorted[index - 1]?.percentage !== alignment.percentage) rank = index + 1
		return { ...alignment, rank }
	})
}

/**
 * Scores an attempt: every candidate of `candidateIds`, best first, those without a percentage last.
 * Neither the order of the candidates nor that of the statements changes a figure, a rank or the order of a tie.
 */
export const scoreAttempt = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
): Alignment[] => {
	const linesByCandidate = new Map<string, ScoreLine[]>(candidateIds.map((id) => [id, []]))
	const picked = attempt.selection === null ? null : new Set(attempt.selection)
	const scoring = scoringOf(attempt)
	for (const { policyId, candidateId, text, weight } of attempt.statements) {
		const value = valueIn(attempt, picked, policyId)
		const agreement = agreementOf(scoring, value)
		linesByCandidate.get(candidateId)?.push({ policyId, text, weight, value, agreement })
	}
	const drawn = shuffle([...linesByCandidate.keys()].sort(byCodeUnit), createRandom(`${seed}/ties`))
	const scored = drawn.map((candidateId) => {
		const lines = linesByCandidate.get(candidateId) ?? []
		return { candidateId, ...scoreLines(lines, scoring), lines }
	})
	// Array.prototype.sort is stable, so a tie keeps the drawn order.
	scored.sort((a, b) => (b.percentage ?? -1) - (a.percentage ?? -1))
	return withRanks(scored)
}

/**
 * Whether the answers put nobody ahead, so that there is no top match: none of them differs from neutral, or every policy
 * was picked.
 */
export const saysNothing = ({ quizType, statements, answers, selection }: Attempt): boolean => {
	// Known from a list only: nothing is known of its answers.
	if (statements.length === 0) return false
	if (quizType === 'POLICY_PICK') {
		const picks = selection?.length ?? 0
		return picks === 0 || picks === statements.length
	}
	const { least, most } = answerRange(quizType)
	return Object.values(answers).every((value) => value === (least + most) / 2)
}

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
