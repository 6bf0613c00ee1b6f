import { byCodeUnit, createRandom, shuffle } from './draw.ts'
import { BAND_MODERATE_FROM, BAND_STRONG_FROM, SCORED_MIN } from './limits.ts'
import { type Attempt, answerRange } from './quiz.ts'
import type { QuizType, Statement } from './types.ts'

/**
 * Score formula, version 2. SCALE and BINARY, over the answered statements of candidate c:
 *
 *     alignment(c) = 100 × Σ w·a / Σ w        w: weight, a: agreement from 0 to 1
 *
 * POLICY_PICK, where a policy that was not picked expresses no opinion:
 *
 *     alignment(c) = 100 × Σ_picked w·s / M   s: 1 for c's own policies, 0 for others (c's position is unknown)
 *                                             M: maximum that the same number of picks could reach for c
 *
 * A candidate with fewer than min(3, asked) scored statements has no percentage.
 * Version 1 counted policies that were not picked as disagreement and had no minimum. Attempts keep the version that
 * they started with.
 *
 * Sums are integers (weights in ten-thousandths, agreement in quarters): the order of addends cannot change a figure,
 * and rounding half up is exact. Equal rounded figures share a rank; the seed orders ties.
 */
const WEIGHT_UNITS = 10_000
const AGREEMENT_UNITS = 4

/** Supported formulas. Add one for any change that alters figures for the same answers. */
export const FORMULA_VERSIONS = [1, 2] as const
export type FormulaVersion = (typeof FORMULA_VERSIONS)[number]
export const FORMULA_VERSION = 2 satisfies FormulaVersion

/** Formula of an attempt; attempts that predate versions use 1. */
export const formulaOf = ({ formula = 1 }: Pick<Attempt, 'formula'>): FormulaVersion =>
	formula <= 1 ? 1 : FORMULA_VERSION

export interface Scoring {
	readonly quizType: QuizType
	readonly formula: FormulaVersion
	/** Number of picked policies of all candidates; 0 outside POLICY_PICK. */
	readonly picks: number
}

export const scoringOf = (attempt: Attempt): Scoring => ({
	quizType: attempt.quizType,
	formula: formulaOf(attempt),
	picks: attempt.selection?.length ?? 0,
})

/** True if figures are shares of the maximum that the picks could reach. */
export const isShareOfPicks = ({
	quizType,
	formula,
}: Pick<Scoring, 'quizType' | 'formula'>): boolean => quizType === 'POLICY_PICK' && formula > 1

export const scoredNeeded = (asked: number): number => Math.min(SCORED_MIN, asked)

export interface ScoreLine {
	readonly policyId: string
	readonly text: string
	readonly weight: number
	/** 0 to 1; null if not counted: no answer, or (from formula 2) a policy that was not picked. */
	readonly agreement: number | null
	/** The answer: -2..2, 0..1, or picked (1 or 0). */
	readonly value: number | null
}

export interface Figure {
	/** 0 to 100 with one decimal; null with too few scored statements. */
	readonly percentage: number | null
	readonly weightedAgreement: number
	readonly totalWeight: number
}

export interface Alignment extends Figure {
	readonly candidateId: string
	/** Equal figures share a rank ("1, 1, 3"); null without a percentage. */
	readonly rank: number | null
	readonly lines: readonly ScoreLine[]
}

export type Band = 'strong' | 'moderate' | 'low'

export const agreementOf = (
	scoring: Pick<Scoring, 'quizType' | 'formula'>,
	value: number | null,
): number | null => {
	if (value === null || (value === 0 && isShareOfPicks(scoring))) return null
	const { least, most } = answerRange(scoring.quizType)
	return (value - least) / (most - least)
}

export const bandOf = (percentage: number): Band =>
	percentage >= BAND_STRONG_FROM ? 'strong' : percentage >= BAND_MODERATE_FROM ? 'moderate' : 'low'

/** Rounds a percentage of another server half up to one decimal. `toPrecision` removes binary noise first. */
export const roundPercentage = (percentage: number): number =>
	Math.round(Number((percentage * 10).toPrecision(12))) / 10

const valueIn = (
	{ quizType, answers }: Attempt,
	picked: ReadonlySet<string> | null,
	policyId: string,
): number | null => {
	if (quizType === 'POLICY_PICK') return picked === null ? null : Number(picked.has(policyId))
	// Own keys only: an id may equal the name of an inherited property.
	return Object.hasOwn(answers, policyId) ? (answers[policyId] ?? null) : null
}

const inUnits = (weight: number): number => Math.round(weight * WEIGHT_UNITS)

/** Maximum sum of weights, in units, that this number of picks can reach. */
const mostOf = (lines: readonly ScoreLine[], picks: number): number =>
	lines
		.map(({ weight }) => inUnits(weight))
		.sort((a, b) => b - a)
		.slice(0, picks)
		.reduce((sum, weight) => sum + weight, 0)

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

const withRanks = (sorted: readonly Omit<Alignment, 'rank'>[]): Alignment[] => {
	let rank = 0
	return sorted.map((alignment, index) => {
		if (alignment.percentage === null) return { ...alignment, rank: null }
		if (index === 0 || sorted[index - 1]?.percentage !== alignment.percentage) rank = index + 1
		return { ...alignment, rank }
	})
}

/**
 * Scores every candidate, best first, those without a percentage last.
 * The order of candidates and statements affects neither figures nor ranks nor the order of ties.
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
	// Sorting is stable, so ties keep the drawn order.
	scored.sort((a, b) => (b.percentage ?? -1) - (a.percentage ?? -1))
	return withRanks(scored)
}

/**
 * True if the answers favor no candidate: all are neutral, or all or none of the policies were picked. There is no top
 * match then.
 */
export const saysNothing = ({ quizType, statements, answers, selection }: Attempt): boolean => {
	// Listed attempts come without statements; their answers are unknown.
	if (statements.length === 0) return false
	if (quizType === 'POLICY_PICK') {
		const picks = selection?.length ?? 0
		return picks === 0 || picks === statements.length
	}
	const { least, most } = answerRange(quizType)
	return Object.values(answers).every((value) => value === (least + most) / 2)
}

/** The lines with every weight set to 1, for a what-if comparison. */
export const unweightedLines = (lines: readonly ScoreLine[]): ScoreLine[] =>
	lines.map((line) => ({ ...line, weight: 1 }))

export const unweighted = (lines: readonly ScoreLine[], scoring: Scoring): Figure =>
	scoreLines(unweightedLines(lines), scoring)

/** A line's distance from a full score: weight × (1 - agreement); 0 without an answer. */
export const distance = ({ weight, agreement }: ScoreLine): number =>
	agreement === null ? 0 : weight * (1 - agreement)

/**
 * Lines on which voter and candidate differ, widest {@link distance} first (stable). Empty for policy picks: a policy
 * that was not picked expresses no opinion.
 */
export const differences = (quizType: QuizType, lines: readonly ScoreLine[]): ScoreLine[] =>
	quizType === 'POLICY_PICK'
		? []
		: lines.filter((line) => distance(line) > 0).sort((a, b) => distance(b) - distance(a))

export interface WeightParts {
	readonly importance: number
	readonly category: string
	readonly categoryWeight: number
}

/**
 * Splits a weight into importance and category weight (in tenths). Null if it is no such product, as other servers may
 * send.
 */
export const weightParts = ({ weight, importance, category }: Statement): WeightParts | null => {
	if (!importance || !category) return null
	const categoryWeight = Math.round((10 * weight) / importance) / 10
	return Math.abs(importance * categoryWeight - weight) < 1e-4
		? { importance, category, categoryWeight }
		: null
}
