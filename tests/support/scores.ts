import type { Attempt } from '#domain/quiz.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import { answered, candidatesOf, statement } from './attempts.ts'

/** Scores an attempt. */
export const score = (attempt: Attempt, seed = 'seed'): Alignment[] =>
	scoreAttempt(attempt, candidatesOf(attempt.statements), seed)

/** Percentages by candidate. */
export const figures = (alignments: readonly Alignment[]): Record<string, number | null> =>
	Object.fromEntries(alignments.map((each) => [each.candidateId, each.percentage]))

/** A binary attempt from lines of candidate, weight, and answer. */
export const ballot = (...lines: readonly (readonly [string, number, 0 | 1])[]): Attempt =>
	answered(
		'BINARY',
		lines.map(([candidate, weight], index) => statement(`p${index}`, candidate, weight)),
		lines.map(([, , value]) => value),
	)

/** The counted value of a statement, or null. Follows the specification independently of the code. */
export const givenTo = (attempt: Attempt, policyId: string): number | null => {
	if (attempt.quizType !== 'POLICY_PICK') return attempt.answers[policyId] ?? null
	return attempt.selection === null ? null : attempt.selection.includes(policyId) ? 1 : 0
}

interface Addend {
	readonly weight: number
	/** Agreement in quarters, or null if not counted. */
	readonly quarters: number | null
	/** Largest agreement that an answer could give in a policy pick. */
	readonly most: number
}

/** A candidate's position, or null if unknown. Follows the specification independently of the code. */
export const stanceOf = ({ candidateId, positions }: Statement, id: string): number | null =>
	candidateId === id ? 2 : (new Map(Object.entries(positions ?? {})).get(id) ?? null)

const quartersOf = (quizType: QuizType, value: number, position: number): number | null => {
	if (quizType === 'SCALE') return 4 - Math.abs(value - position)
	if (quizType === 'BINARY') return value === 1 ? position + 2 : 2 - position
	return value === 1 ? position + 2 : null
}

/**
 * Addends of a candidate's score, or null with too few scored statements. Follows the specification independently of
 * the code.
 */
const addendsOf = (attempt: Attempt, candidateId: string): Addend[] | null => {
	let scored = 0
	const addends = attempt.statements.flatMap((each): Addend[] => {
		const position = stanceOf(each, candidateId)
		if (position === null) return []
		const value = givenTo(attempt, each.policyId)
		if (value !== null) scored++
		const quarters = value === null ? null : quartersOf(attempt.quizType, value, position)
		return [{ weight: each.weight, quarters, most: position + 2 }]
	})
	return scored < Math.min(3, addends.length) ? null : addends
}

/** The largest parts of a sum, as many as there are picks. */
const bestOf = (attempt: Attempt, addends: readonly Addend[]): Addend[] =>
	addends
		.toSorted((a, b) => b.weight * b.most - a.weight * a.most)
		.slice(0, attempt.selection?.length ?? 0)

/** The specification's formula in floats. */
export const floatScore = (attempt: Attempt, candidateId: string): number | null => {
	const addends = addendsOf(attempt, candidateId)
	if (addends === null) return null
	let sum = 0
	let whole = 0
	for (const { weight, quarters } of addends) {
		if (quarters === null) continue
		sum += (weight * quarters) / 4
		whole += weight
	}
	if (attempt.quizType === 'POLICY_PICK') {
		whole = bestOf(attempt, addends).reduce((all, { weight, most }) => all + (weight * most) / 4, 0)
	}
	return whole === 0 ? null : (100 * sum) / whole
}

/** The specification's formula in exact integers, rounded half up to tenths. */
export const exactScore = (attempt: Attempt, candidateId: string): number | null => {
	const addends = addendsOf(attempt, candidateId)
	if (addends === null) return null
	const times = (weight: number, quarters: number): bigint =>
		BigInt(Math.round(weight * 100)) * BigInt(quarters)
	let sum = 0n
	let whole = 0n
	for (const { weight, quarters } of addends) {
		if (quarters === null) continue
		sum += times(weight, quarters)
		whole += times(weight, 4)
	}
	if (attempt.quizType === 'POLICY_PICK') {
		whole = bestOf(attempt, addends).reduce(
			(all, { weight, most }) => all + times(weight, most),
			0n,
		)
	}
	if (whole === 0n) return null
	const tenths = (1000n * sum) / whole
	const rest = (1000n * sum) % whole
	return Number(2n * rest >= whole ? tenths + 1n : tenths) / 10
}
