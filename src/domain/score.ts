import { byCodeUnit, createRandom, shuffle } from './draw.ts'
import { BAND_MODERATE_FROM, BAND_STRONG_FROM } from './limits.ts'
import { type Attempt, answerRange, OWNER_POSITION, positionOn, scoredNeeded } from './quiz.ts'
import type { QuizType, Statement } from './types.ts'

/**
 * Score formula, version 3. Over the statements on which candidate c has a known position p (-2 to 2; 2 on the own ones):
 *
 *     SCALE, BINARY: alignment(c) = 100 × Σ w·a / Σ w    w: weight, a = 1 - |v - p| / 4, v: answer from -2 to 2
 *     POLICY_PICK: alignment(c) = 100 × Σ_picked w·s / M s = (p + 2) / 4
 *                                                        M: maximum that the same number of picks could reach for c
 *
 * BINARY answers count as 2 and -2. A statement without an answer is left out, and a policy that was not picked
 * expresses no opinion. A candidate with fewer than min(3, asked) scored statements has no percentage.
 *
 * Version 2 knew owners only: their figures are the same. Version 1 counted policies that were not picked as
 * disagreement and had no minimum. Attempts keep the version that they started with.
 *
 * Unknown positions on answered statements give an interval from the worst to the best case (bounds of Manski 1989).
 *
 * Sums are integers (weights in ten-thousandths, agreement in quarters): the order of addends cannot change a figure,
 * and rounding half up is exact. Equal rounded figures share a rank; the seed orders ties.
 */
const WEIGHT_UNITS = 10_000
const AGREEMENT_UNITS = 4
/** Units of a sum of weight × agreement. */
export const SUM_UNITS = WEIGHT_UNITS * AGREEMENT_UNITS

/** Supported formulas. Add one for any change that alters figures for the same answers. */
export const FORMULA_VERSIONS = [1, 2, 3] as const
export type FormulaVersion = (typeof FORMULA_VERSIONS)[number]
export const FORMULA_VERSION = 3 satisfies FormulaVersion
/** Highest formula that scores candidates on their own statements only. */
export const OWNERS_FORMULA = 2 satisfies FormulaVersion

/** Formula of an attempt; attempts that predate versions use 1. */
export const formulaOf = ({ formula = 1 }: Pick<Attempt, 'formula'>): FormulaVersion =>
	FORMULA_VERSIONS.findLast((version) => version <= formula) ?? 1

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

export interface ScoreLine {
	readonly policyId: string
	readonly text: string
	readonly weight: number
	/** 0 to 1; null if not counted: no answer, or (from formula 2) a policy that was not picked. */
	readonly agreement: number | null
	/** The answer: -2..2, 0..1, or picked (1 or 0). */
	readonly value: number | null
	/** The candidate's position: -2 to 2. */
	readonly position: number
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
	/**
	 * Lowest and highest percentage that the unknown positions allow; both equal the percentage if none is unknown, and
	 * are null without one. They may exclude the percentage: a neutral answer agrees at least by half with any position.
	 */
	readonly low: number | null
	readonly high: number | null
}

export type Band = 'strong' | 'moderate' | 'low'

export const agreementOf = (
	scoring: Pick<Scoring, 'quizType' | 'formula'>,
	value: number | null,
	position = OWNER_POSITION,
): number | null => {
	if (value === null) return null
	if (isShareOfPicks(scoring)) return value === 0 ? null : (position + 2) / 4
	const { least, most } = answerRange(scoring.quizType)
	const answer = (4 * (value - least)) / (most - least) - 2
	return 1 - Math.abs(answer - position) / 4
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

/** Line of an unknown position, with the agreement of its worst and its best case. */
interface Unknown extends Omit<ScoreLine, 'position' | 'agreement'> {
	readonly worst: number | null
	readonly best: number | null
}

/** A part of a sum, in units of weight × agreement. */
export const unitsOf = ({ weight }: Pick<ScoreLine, 'weight'>, agreement: number): number =>
	inUnits(weight) * Math.round(agreement * AGREEMENT_UNITS)

/** Maximum that this number of picks can reach. @param parts what each statement gives if it is picked. */
const mostOf = (parts: readonly number[], picks: number): number =>
	parts
		.toSorted((a, b) => b - a)
		.slice(0, picks)
		.reduce((sum, part) => sum + part, 0)

/** 100 × part / whole, rounded half up in integers to tenths; null without a whole. */
export const percentageOf = (part: number, whole: number): number | null =>
	whole === 0 ? null : Math.floor((2000 * part + whole) / (2 * whole)) / 10

interface Sums {
	readonly weighted: number
	readonly total: number
}

const sumsOf = (lines: readonly ScoreLine[], scoring: Scoring): Sums => {
	let weighted = 0
	let total = 0
	for (const line of lines) {
		if (line.agreement === null) continue
		weighted += unitsOf(line, line.agreement)
		total += unitsOf(line, 1)
	}
	if (!isShareOfPicks(scoring)) return { weighted, total }
	const parts = lines.map((line) => unitsOf(line, (line.position + 2) / 4))
	return { weighted, total: mostOf(parts, scoring.picks) }
}

export const scoreLines = (lines: readonly ScoreLine[], scoring: Scoring): Figure => {
	const { weighted, total } = sumsOf(lines, scoring)
	const scored = lines.filter(({ value }) => value !== null).length
	const enough = scoring.formula === 1 || scored >= scoredNeeded(lines.length)
	return {
		percentage: enough ? percentageOf(weighted, total) : null,
		weightedAgreement: weighted / SUM_UNITS,
		totalWeight: total / SUM_UNITS,
	}
}

/**
 * Bounds of the percentage over all values of the unknown positions. In a policy pick, an unknown position on a picked
 * policy raises the sum at least as much as the maximum, and one on a policy that was not picked only the maximum.
 */
const boundsOf = (
	lines: readonly ScoreLine[],
	unknown: readonly Unknown[],
	scoring: Scoring,
): Pick<Alignment, 'low' | 'high'> => {
	const bound = (isBest: boolean): number | null => {
		const completed = unknown.map(({ worst, best, ...line }): ScoreLine => {
			const isHigh = isShareOfPicks(scoring) && line.value === 0 ? !isBest : isBest
			return { ...line, position: isHigh ? 2 : -2, agreement: isBest ? best : worst }
		})
		const { weighted, total } = sumsOf([...lines, ...completed], scoring)
		return percentageOf(weighted, total)
	}
	return { low: bound(false), high: bound(true) }
}

const withRanks = (sorted: readonly Omit<Alignment, 'rank'>[]): Alignment[] => {
	let rank = 0
	return sorted.map((alignment, index) => {
		if (alignment.percentage === null) return { ...alignment, rank: null }
		if (index === 0 || sorted[index - 1]?.percentage !== alignment.percentage) rank = index + 1
		return { ...alignment, rank }
	})
}

/** True if a candidate has a known position on a statement of another one. */
export const hasPositions = (
	attempt: Pick<Attempt, 'statements' | 'formula'>,
	candidateIds: readonly string[],
): boolean =>
	formulaOf(attempt) > OWNERS_FORMULA &&
	attempt.statements.some((each) =>
		candidateIds.some((id) => id !== each.candidateId && positionOn(each, id) !== null),
	)

const extremesOf = (scoring: Scoring, value: number): Pick<Unknown, 'worst' | 'best'> => {
	const [against, inFavor] = [agreementOf(scoring, value, -2), agreementOf(scoring, value, 2)]
	if (against === null || inFavor === null) return { worst: null, best: null }
	return { worst: Math.min(against, inFavor), best: 1 }
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
	const picked = attempt.selection === null ? null : new Set(attempt.selection)
	const scoring = scoringOf(attempt)
	const withPositions = hasPositions(attempt, candidateIds)
	const given = attempt.statements.map((statement) => {
		const { policyId, candidateId, text, weight } = statement
		const value = valueIn(attempt, picked, policyId)
		return { stances: withPositions ? statement : { candidateId }, policyId, text, weight, value }
	})
	const score = (candidateId: string): Omit<Alignment, 'rank'> => {
		const lines: ScoreLine[] = []
		const unknown: Unknown[] = []
		for (const { stances, ...line } of given) {
			const position = positionOn(stances, candidateId)
			const { value } = line
			if (position !== null) {
				lines.push({ ...line, position, agreement: agreementOf(scoring, value, position) })
			} else if (withPositions && value !== null) {
				unknown.push({ ...line, ...extremesOf(scoring, value) })
			}
		}
		const figure = scoreLines(lines, scoring)
		const { percentage } = figure
		const known = { low: percentage, high: percentage }
		const isOpen = unknown.length > 0 && percentage !== null
		const bounds = isOpen ? boundsOf(lines, unknown, scoring) : known
		return { candidateId, ...figure, ...bounds, lines }
	}
	const drawn = shuffle([...new Set(candidateIds)].sort(byCodeUnit), createRandom(`${seed}/ties`))
	// Sorting is stable, so ties keep the drawn order.
	return withRanks(drawn.map(score).sort((a, b) => (b.percentage ?? -1) - (a.percentage ?? -1)))
}

/** True if a is ahead of b whatever their unknown positions are. */
export const isSurelyAhead = (a: Pick<Alignment, 'low'>, b: Pick<Alignment, 'high'>): boolean =>
	a.low !== null && b.high !== null && a.low > b.high

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
	return Object.values(answers).every((value) => value === null || value === (least + most) / 2)
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
