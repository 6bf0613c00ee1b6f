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

/** Agreement with a statement, from 0 to 1, by its answer. */
const PLAIN_AGREEMENTS: Readonly<Record<QuizType, (answer: number) => number>> = {
	SCALE: (answer) => (answer + 2) / 4,
	BINARY: (answer) => answer,
	POLICY_PICK: (answer) => answer,
}

const plainAgreement = (receipt: Receipt, answer: number | null): number | null => {
	if (answer === null) return null
	if (isShareOfPicks(receipt)) return answer === 1 ? 1 : null
	return PLAIN_AGREEMENTS[receipt.quiz.type](answer)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const shareOfPicks = (receipt: Receipt, own: readonly Statement[]): number | null => {
	const picks = receipt.statements.filter(({ answer }) => answer === 1).length
	const weights = own.map(({ weight }) => weight).sort((a, b) => b - a)
	const most = sum(weights.slice(0, picks))
	const picked = own.filter(({ answer }) => answer === 1)
	return most === 0 ? null : (100 * sum(picked.map(({ weight }) => weight))) / most
}

/** Percentage of a candidate before rounding; null with too few answers. */
export const plainScore = (receipt: Receipt, candidateId: string): number | null => {
	const own = receipt.statements.filter((each) => each.candidateId === candidateId)
	const answered = own.filter(({ answer }) => answer !== null)
	if (receipt.formula.version >= 2 && answered.length < Math.min(3, own.length)) return null
	if (isShareOfPicks(receipt)) return shareOfPicks(receipt, answered)
	const above = sum(
		answered.map(({ answer, weight }) => weight * (plainAgreement(receipt, answer) ?? 0)),
	)
	const below = sum(answered.map(({ weight }) => weight))
	return below === 0 ? null : (100 * above) / below
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
		statements: statements.map(({ policyId, candidateId, text, weight }) => ({
			policyId,
			candidateId,
			text,
			weight,
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
	const plain = plainScore(receipt, id)
	const figure = compare(`${name}: percentage`, stated.percentage, percentage)
	const sum = again?.weightedAgreement ?? null
	return [
		{
			...figure,
			plain: textOf(plain),
			ok: figure.ok && near(stated.percentage, plain, HALF_STEP),
		},
		compare(`${name}: band`, stated.band, percentage === null ? null : bandOf(percentage)),
		compare(`${name}: rank`, stated.rank, again?.rank ?? null),
		compare(`${name}: Σ weight × agreement`, stated.weightedAgreement, sum),
		compare(`${name}: Σ weight`, stated.totalWeight, again?.totalWeight ?? null),
	]
}

/** Checks of wrong agreements only: a receipt may have dozens of statements. */
const wrongAgreements = (receipt: Receipt): Check[] =>
	receipt.statements.flatMap(({ policyId, answer, agreement: stated }) => {
		const scoring = { quizType: receipt.quiz.type, formula: receipt.formula.version }
		const check = compare(`statement ${policyId}: agreement`, stated, agreementOf(scoring, answer))
		const plain = plainAgreement(receipt, answer)
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
