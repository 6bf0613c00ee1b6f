import type { Attempt } from '#domain/attempt.ts'
import { type Alignment, scoreAttempt } from '#domain/score.ts'
import { answered, candidatesOf, statement } from './attempts.ts'

/** Scores an attempt among the candidates of its statements. */
export const score = (attempt: Attempt, seed = 'seed'): Alignment[] =>
	scoreAttempt(attempt, candidatesOf(attempt.statements), seed)

/** Percentages by candidate. */
export const figures = (alignments: readonly Alignment[]): Record<string, number | null> =>
	Object.fromEntries(alignments.map((each) => [each.candidateId, each.percentage]))

/** One binary statement a line: candidate, weight, agreed or not. */
export const ballot = (...lines: readonly (readonly [string, number, 0 | 1])[]): Attempt =>
	answered(
		'BINARY',
		lines.map(([candidate, weight], index) => statement(`p${index}`, candidate, weight)),
		lines.map(([, , value]) => value),
	)

/** The value of each statement, null where it does not count: the specification's words, not the code's. */
export const givenTo = (attempt: Attempt, policyId: string): number | null => {
	if (attempt.quizType !== 'POLICY_PICK') return attempt.answers[policyId] ?? null
	return attempt.selection === null ? null : attempt.selection.includes(policyId) ? 1 : 0
}

/** The formula once more, in floats and straight from its definition. */
export const floatScore = (attempt: Attempt, candidateId: string): number | null => {
	let sum = 0
	let weights = 0
	for (const each of attempt.statements) {
		const value = givenTo(attempt, each.policyId)
		if (each.candidateId !== candidateId || value === null) continue
		sum += each.weight * (attempt.quizType === 'SCALE' ? (value + 2) / 4 : value)
		weights += each.weight
	}
	return weights === 0 ? null : (100 * sum) / weights
}

/** The formula in exact integers, rounded half up to tenths. */
export const exactScore = (attempt: Attempt, candidateId: string): number | null => {
	let sum = 0n
	let weights = 0n
	for (const each of attempt.statements) {
		const value = givenTo(attempt, each.policyId)
		if (each.candidateId !== candidateId || value === null) continue
		const weight = BigInt(Math.round(each.weight * 100))
		sum += weight * BigInt(attempt.quizType === 'SCALE' ? value + 2 : 4 * value)
		weights += 4n * weight
	}
	if (weights === 0n) return null
	const tenths = (1000n * sum) / weights
	const rest = (1000n * sum) % weights
	return Number(2n * rest >= weights ? tenths + 1n : tenths) / 10
}
