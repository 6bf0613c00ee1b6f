import fc from 'fast-check'
import type { Attempt } from '#domain/quiz.ts'
import { FORMULA_VERSION } from '#domain/score.ts'
import { QUIZ_TYPES, type QuizType, type Statement } from '#domain/types.ts'

/** A statement with what a test leaves open filled in. */
export const statement = (policyId: string, candidateId: string, weight = 1): Statement => ({
	policyId,
	candidateId,
	text: `Statement ${policyId}`,
	weight,
})

/** An attempt in progress without answers. */
export const attemptOf = (
	quizType: QuizType,
	statements: readonly Statement[],
	rest: Partial<Attempt> = {},
): Attempt => ({
	quizType,
	statements,
	status: 'IN_PROGRESS',
	answers: {},
	selection: null,
	formula: FORMULA_VERSION,
	...rest,
})

const VALUES: Readonly<Record<QuizType, readonly number[]>> = {
	SCALE: [-2, -1, 0, 1, 2],
	BINARY: [0, 1],
	POLICY_PICK: [0, 1],
}

/** Every value that answers a statement of this quiz type; a picked statement counts as 1. */
export const valuesOf = (quizType: QuizType): readonly number[] => VALUES[quizType]

/** Weights as administration can make them: importance 0.5 to 2 × category weight 0.1 to 3, both in tenths. */
const weights = fc
	.tuple(fc.integer({ min: 5, max: 20 }), fc.integer({ min: 1, max: 30 }))
	.map(([importance, category]) => (importance * category) / 100)

/** Candidates c0, c1, … with their statements; not balanced, since the score must hold for any attempt. */
export const statementSets: fc.Arbitrary<Statement[]> = fc
	.array(fc.array(weights, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 6 })
	.map((candidates) =>
		candidates.flatMap((each, candidate) =>
			each.map((weight, index) => statement(`c${candidate}/${index}`, `c${candidate}`, weight)),
		),
	)

/** The candidates of some statements, in the order in which they first occur. */
export const candidatesOf = (statements: readonly Statement[]): string[] => [
	...new Set(statements.map((each) => each.candidateId)),
]

/** Attempts of any type with any part of the statements answered or picked. */
export const attempts: fc.Arbitrary<Attempt> = fc
	.tuple(fc.constantFrom(...QUIZ_TYPES), statementSets)
	.chain(([quizType, statements]) =>
		fc
			.array(fc.option(fc.constantFrom(...valuesOf(quizType))), {
				minLength: statements.length,
				maxLength: statements.length,
			})
			.map((given) => answered(quizType, statements, given)),
	)

/** An attempt whose n-th statement has the n-th value; null is no answer, and for POLICY_PICK not picked. */
export const answered = (
	quizType: QuizType,
	statements: readonly Statement[],
	values: readonly (number | null)[],
): Attempt => {
	const pairs = statements.map((each, index) => [each.policyId, values[index] ?? null] as const)
	if (quizType === 'POLICY_PICK') {
		const selection = pairs.filter(([, value]) => value === 1).map(([policyId]) => policyId)
		return attemptOf(quizType, statements, { selection })
	}
	const answers = pairs.filter((pair): pair is [string, number] => pair[1] !== null)
	return attemptOf(quizType, statements, { answers: Object.fromEntries(answers) })
}
