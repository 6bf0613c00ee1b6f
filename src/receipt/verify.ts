import type { Attempt } from '#domain/quiz.ts'
import type { Receipt } from '#domain/receipt.ts'
import { type Alignment, agreementOf, bandOf, scoreAttempt } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'

/**
 * The documented formulas, applied to a receipt in floating point. Deliberately shares no code with
 * `src/domain/score.ts`, which this verifies.
 */

type Statement = Receipt['statements'][number]

const isShareOfPicks = ({ quiz, formula }: Receipt): boolean =>
	quiz.type === 'POLICY_PICK' && formula.version >= 2

/** Position of a candidate on a statement, -2 to 2; null if unknown. */
const positionOf = ({ candidateId, positions = {} }: Statement, id: string): number | null => {
	if (id === candidateId) return 2
	return Object.hasOwn(positions, id) ? (positions[id] ?? null) : null
}

/** Agreement of an answer with a position, from 0 to 1. */
const PLAIN_AGREEMENTS: Readonly<Record<QuizType, (answer: number, position: number) => number>> = {
	SCALE: (answer, position) => 1 - Math.abs(answer - position) / 4,
	BINARY: (answer, position) => 1 - Math.abs((answer === 1 ? 2 : -2) - position) / 4,
	// The first formula counts a pick like an answer.
	POLICY_PICK: (answer) => answer,
}

const plainAgreement = (
	receipt: Receipt,
	answer: number | null,
	position: number,
): number | null => {
	if (answer === null) return null
	if (isShareOfPicks(receipt)) return answer === 1 ? (position + 2) / 4 : null
	return PLAIN_AGREEMENTS[receipt.quiz.type](answer, position)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

interface Term {
	readonly answer: number | null
	readonly weight: number
	readonly position: number
}

/** True if somebody's position on a statement of another candidate is known. Otherwise no position counts as unknown. */
const hasPositions = ({ statements, candidates, formula }: Receipt): boolean =>
	formula.version >= 3 &&
	statements.some((each) =>
		candidates.some(({ id }) => id !== each.candidateId && positionOf(each, id) !== null),
	)

const termsOf = (receipt: Receipt, candidateId: string): Term[] =>
	receipt.statements.flatMap((each) => {
		const position = positionOf(each, candidateId)
		return position === null ? [] : [{ answer: each.answer, weight: each.weight, position }]
	})

const shareOfPicks = (receipt: Receipt, terms: readonly Term[]): number | null => {
	const picks = receipt.statements.filter(({ answer }) => answer === 1).length
	const parts = terms.map(({ weight, position }) => (weight * (position + 2)) / 4)
	const most = sum(parts.toSorted((a, b) => b - a).slice(0, picks))
	const picked = parts.filter((_, index) => terms[index]?.answer === 1)
	return most === 0 ? null : (100 * sum(picked)) / most
}

const shareOfAnswers = (receipt: Receipt, terms: readonly Term[]): number | null => {
	const answered = terms.filter(({ answer }) => answer !== null)
	const above = answered.map(
		({ answer, weight, position }) => weight * (plainAgreement(receipt, answer, position) ?? 0),
	)
	const below = sum(answered.map(({ weight }) => weight))
	return below === 0 ? null : (100 * sum(above)) / below
}

const shareOf = (receipt: Receipt, terms: readonly Term[]): number | null =>
	isShareOfPicks(receipt) ? shareOfPicks(receipt, terms) : shareOfAnswers(receipt, terms)

/** Percentage of a candidate before rounding; null with too few answers. */
export const plainScore = (receipt: Receipt, candidateId: string): number | null => {
	const terms = termsOf(receipt, candidateId)
	const answered = terms.filter(({ answer }) => answer !== null)
	if (receipt.formula.version >= 2 && answered.length < Math.min(3, terms.length)) return null
	return shareOf(receipt, terms)
}

const POSITIONS = [-2, -1, 0, 1, 2]

/** Lowest or highest percentage over the unknown positions before rounding; null without a percentage. */
export const plainBound = (
	receipt: Receipt,
	candidateId: string,
	end: 'low' | 'high',
): number | null => {
	const percentage = plainScore(receipt, candidateId)
	if (percentage === null || !hasPositions(receipt)) return percentage
	const sign = end === 'high' ? 1 : -1
	const isPicks = isShareOfPicks(receipt)
	const completed = receipt.statements.map((each): Term => {
		const { answer, weight } = each
		const gain = (position: number): number =>
			// A policy that was not picked only raises the maximum.
			isPicks && answer === 0 ? -position : (plainAgreement(receipt, answer, position) ?? 0)
		const [best = 2] = POSITIONS.toSorted((a, b) => sign * (gain(b) - gain(a)))
		return { answer, weight, position: positionOf(each, candidateId) ?? best }
	})
	return shareOf(receipt, completed)
}

export interface Check {
	/** For example "Theodore Roosevelt: percentage". */
	readonly what: string
	readonly stated: string
	readonly recomputed: string
	/** By the plain formula, unrounded; null if it does not cover this figure. */
	readonly plain: string | null
	readonly ok: boolean
}

/** Upper bound of floating-point errors, far below a figure's last digit. */
const FLOAT_ERROR = 1e-6
const HALF_STEP = 0.05

const textOf = (value: number | string | null): string =>
	typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6) : (value ?? 'none')

const near = (a: number | null, b: number | null, most: number): boolean =>
	a === null || b === null ? a === b : Math.abs(a - b) <= most + FLOAT_ERROR

const attemptOf = ({ quiz, statements, formula }: Receipt): Attempt => {
	const given = statements.flatMap(({ policyId, answer }) =>
		answer === null ? [] : [[policyId, answer] as const],
	)
	const picks = given.flatMap(([policyId, answer]) => (answer === 1 ? [policyId] : []))
	const isPick = quiz.type === 'POLICY_PICK'
	return {
		quizType: quiz.type,
		formula: formula.version,
		status: 'COMPLETED',
		statements: statements.map(({ policyId, candidateId, text, weight, positions }) => ({
			...{ policyId, candidateId, text, weight },
			...(positions && { positions }),
		})),
		answers: isPick ? {} : Object.fromEntries(given),
		selection: isPick && given.length > 0 ? picks : null,
	}
}

const compare = (
	what: string,
	own: number | string | null,
	again: number | string | null,
): Check => {
	const stated = textOf(own)
	const recomputed = textOf(again)
	return { what, stated, recomputed, plain: null, ok: stated === recomputed }
}

const checkCandidate = (
	receipt: Receipt,
	{ id, name, ...stated }: Receipt['candidates'][number],
	again: Alignment | undefined,
): Check[] => {
	const percentage = again?.percentage ?? null
	const beside = (
		what: string,
		own: number | null,
		recomputed: number | null,
		plain: number | null,
	): Check => {
		const check = compare(`${name}: ${what}`, own, recomputed)
		return { ...check, plain: textOf(plain), ok: check.ok && near(own, plain, HALF_STEP) }
	}
	const bound = (what: string, end: 'low' | 'high'): Check =>
		beside(what, stated[end] ?? null, again?.[end] ?? null, plainBound(receipt, id, end))
	const sum = again?.weightedAgreement ?? null
	return [
		beside('percentage', stated.percentage, percentage, plainScore(receipt, id)),
		compare(`${name}: band`, stated.band, percentage === null ? null : bandOf(percentage)),
		compare(`${name}: rank`, stated.rank, again?.rank ?? null),
		compare(`${name}: Σ weight × agreement`, stated.weightedAgreement, sum),
		compare(`${name}: Σ weight`, stated.totalWeight, again?.totalWeight ?? null),
		...(receipt.version === 1 ? [] : [bound('lowest', 'low'), bound('highest', 'high')]),
	]
}

/** Checks of wrong agreements only, which version 1 states: a receipt may have dozens of statements. */
const wrongAgreements = (receipt: Receipt): Check[] =>
	receipt.statements.flatMap(({ policyId, answer, agreement: stated }) => {
		if (stated === undefined) return []
		const scoring = { quizType: receipt.quiz.type, formula: receipt.formula.version }
		const check = compare(`statement ${policyId}: agreement`, stated, agreementOf(scoring, answer))
		const plain = plainAgreement(receipt, answer, 2)
		const ok = check.ok && near(stated, plain, 0)
		return ok ? [] : [{ ...check, plain: textOf(plain), ok }]
	})

/**
 * Verifies agreements, figures, bands, ranks and the order of a receipt. Recomputes them from its answers and weights
 * by its formula version, with the app's function and, for percentages, with the plain formula.
 */
export const verifyReceipt = (receipt: Receipt): Check[] => {
	const { candidates } = receipt
	const ids = candidates.map(({ id }) => id)
	const scored = scoreAttempt(attemptOf(receipt), ids, receipt.seed)
	const order = scored.map(({ candidateId }) => candidateId)
	return [
		...wrongAgreements(receipt),
		...candidates.flatMap((candidate) =>
			checkCandidate(
				receipt,
				candidate,
				scored.find(({ candidateId }) => candidateId === candidate.id),
			),
		),
		compare('order of the candidates', ids.join(', '), order.join(', ')),
	]
}
