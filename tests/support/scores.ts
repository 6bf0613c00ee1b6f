import type { Attempt } from '#domain/quiz.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
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
}

/**
 * Addends of a candidate's score, or null with too few scored statements. Follows the specification independently of
 * the code.
 */
const addendsOf = (attempt: Attempt, candidateId: string): Addend[] | null => {
	const own = attempt.statements.filter((each) => each.candidateId === candidateId)
	const addends = own.map(({ policyId, weight }) => {
		const value = givenTo(attempt, policyId)
		if (value === null) return { weight, quarters: null }
		return { weight, quarters: attempt.quizType === 'SCALE' ? value + 2 : 4 * value }
	})
	const scored = addends.filter(({ quarters }) => quarters !== null).length
	return scored < Math.min(3, own.length) ? null : addends
}

/** The largest weights, as many as there are picks. */
const bestOf = (attempt: Attempt, addends: readonly Addend[]): number[] =>
	addends
		.map(({ weight }) => weight)
		.sort((a, b) => b - a)
		.slice(0, attempt.selection?.length ?? 0)

/** The specification's formula in floats. */
export const floatScore = (attempt: Attempt, candidateId: string): number | null => {
	const addends = addendsOf(attempt, candidateId)
	if (addends === null) return null
	let sum = 0
	let weights = 0
	for (const { weight, quarters } of addends) {
		if (quarters === null) continue
		sum += (weight * quarters) / 4
		weights += weight
	}
	if (attempt.quizType === 'POLICY_PICK') {
		weights = bestOf(attempt, addends).reduce((all, weight) => all + weight, 0)
	}
	return weights === 0 ? null : (100 * sum) / weights
}

/** The specification's formula in exact integers, rounded half up to tenths. */
export const exactScore = (attempt: Attempt, candidateId: string): number | null => {
	const addends = addendsOf(attempt, candidateId)
	if (addends === null) return null
	const units = (weight: number): bigint => BigInt(Math.round(weight * 100))
	let sum = 0n
	let weights = 0n
	for (const { weight, quarters } of addends) {
		if (quarters === null) continue
		sum += units(weight) * BigInt(quarters)
		weights += 4n * units(weight)
	}
	if (attempt.quizType === 'POLICY_PICK') {
		weights = bestOf(attempt, addends).reduce((all, weight) => all + 4n * units(weight), 0n)
	}
	if (weights === 0n) return null
	const tenths = (1000n * sum) / weights
	const rest = (1000n * sum) % weights
	return Number(2n * rest >= weights ? tenths + 1n : tenths) / 10
}
