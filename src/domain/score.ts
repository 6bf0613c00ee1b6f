import { type Attempt, answerRange } from './attempt.ts'
import { BAND_MODERATE_FROM, BAND_STRONG_FROM } from './constants.ts'
import { byCodeUnit, createRandom, shuffle } from './random.ts'
import type { QuizType, Statement } from './types.ts'

/**
 * The score. For a candidate c, over c's statements that the voter answered:
 *
 *     alignment(c) = 100 × Σ w·a / Σ w        w: the statement's weight, a: agreement from 0 to 1
 *
 * | quiz type   | a                                | counts                      |
 * |-------------|----------------------------------|-----------------------------|
 * | SCALE       | (value + 2) / 4                  | statements answered         |
 * | BINARY      | value                            | statements answered         |
 * | POLICY_PICK | 1 if picked, else 0              | every statement of the quiz |
 *
 * Sums are of integers (weights in ten-thousandths, agreement in quarters), so the order of the addends cannot change a
 * figure and "half up" is exact. Equal rounded figures share a rank; the order inside a tie comes from the seed.
 */
const WEIGHT_UNITS = 10_000
const AGREEMENT_UNITS = 4

/** Of the formula above, named in receipts: one that gives other figures for the same answers gets another number. */
export const FORMULA_VERSION = 1

/** One addend of a candidate's score, for showing the arithmetic. */
export interface ScoreLine {
	readonly policyId: string
	readonly text: string
	readonly weight: number
	/** 0 to 1; null where the voter gave no answer, which leaves the statement out of both sums. */
	readonly agreement: number | null
	/** The answer as given: -2..2, 0..1, or whether it was picked (1 or 0). */
	readonly value: number | null
}

/** What some lines add up to. */
export interface Figure {
	/** 0 to 100 with one decimal; null where none of the lines has an answer. */
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

/** Agreement from 0 to 1 of an answer's value. */
export const agreement = (quizType: QuizType, value: number): number => {
	const { least, most } = answerRange(quizType)
	return (value - least) / (most - least)
}

/** The band of a rounded percentage. */
export const bandOf = (percentage: number): Band =>
	percentage >= BAND_STRONG_FROM ? 'strong' : percentage >= BAND_MODERATE_FROM ? 'moderate' : 'low'

const lineOf = (
	attempt: Attempt,
	picked: ReadonlySet<string> | null,
	{ policyId, text, weight }: Statement,
): ScoreLine => {
	if (attempt.quizType === 'POLICY_PICK') {
		const value = picked === null ? null : Number(picked.has(policyId))
		return { policyId, text, weight, value, agreement: value }
	}
	// An own key only: an id may read like a property that every object has.
	const value = Object.hasOwn(attempt.answers, policyId)
		? (attempt.answers[policyId] ?? null)
		: null
	return {
		policyId,
		text,
		weight,
		value,
		agreement: value === null ? null : agreement(attempt.quizType, value),
	}
}

/** The formula itself: the figure of one candidate's lines. Lines without an agreement are in neither sum. */
export const scoreLines = (lines: readonly ScoreLine[]): Figure => {
	let weighted = 0
	let total = 0
	for (const line of lines) {
		if (line.agreement === null) continue
		const weight = Math.round(line.weight * WEIGHT_UNITS)
		weighted += weight * Math.round(line.agreement * AGREEMENT_UNITS)
		total += weight * AGREEMENT_UNITS
	}
	// 1000 × weighted / total, rounded half up in integers: tenths of a percent.
	const tenths = total === 0 ? null : Math.floor((2000 * weighted + total) / (2 * total))
	const unit = WEIGHT_UNITS * AGREEMENT_UNITS
	return {
		percentage: tenths === null ? null : tenths / 10,
		weightedAgreement: weighted / unit,
		totalWeight: total / unit,
	}
}

const alignmentOf = (
	candidateId: string,
	lines: readonly ScoreLine[],
): Omit<Alignment, 'rank'> => ({ candidateId, ...scoreLines(lines), lines })

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
 * Scores an attempt: every candidate of `candidateIds`, best first, those without an answered statement last.
 * Neither the order of the candidates nor that of the statements changes a figure, a rank or the order of a tie.
 */
export const scoreAttempt = (
	attempt: Attempt,
	candidateIds: readonly string[],
	seed: string,
): Alignment[] => {
	const linesByCandidate = new Map<string, ScoreLine[]>(candidateIds.map((id) => [id, []]))
	const picked = attempt.selection === null ? null : new Set(attempt.selection)
	for (const statement of attempt.statements) {
		linesByCandidate.get(statement.candidateId)?.push(lineOf(attempt, picked, statement))
	}
	const drawn = shuffle([...linesByCandidate.keys()].sort(byCodeUnit), createRandom(`${seed}/ties`))
	const scored = drawn.map((id) => alignmentOf(id, linesByCandidate.get(id) ?? []))
	// Array.prototype.sort is stable, so the drawn order stands inside a tie.
	scored.sort((a, b) => (b.percentage ?? -1) - (a.percentage ?? -1))
	return withRanks(scored)
}
