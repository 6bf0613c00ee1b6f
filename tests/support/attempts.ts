import fc from 'fast-check'
import type { Attempt } from '#domain/quiz.ts'
import { FORMULA_VERSION } from '#domain/score.ts'
import { QUIZ_TYPES, type QuizType, type Statement } from '#domain/types.ts'

/** A statement with defaults. */
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

/** All answer values of a quiz type; 1 stands for a picked statement. */
export const valuesOf = (quizType: QuizType): readonly number[] => VALUES[quizType]

/** Possible weights: importance 0.5 to 2 × category weight 0.1 to 3, in tenths. */
const weights = fc
	.tuple(fc.integer({ min: 5, max: 20 }), fc.integer({ min: 1, max: 30 }))
	.map(([importance, category]) => (importance * category) / 100)

/** Statements of candidates c0, c1, … Unbalanced, because scoring must hold for any attempt. */
export const statementSets: fc.Arbitrary<Statement[]> = fc
	.array(fc.array(weights, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 6 })
	.map((candidates) =>
		candidates.flatMap((each, candidate) =>
			each.map((weight, index) => statement(`c${candidate}/${index}`, `c${candidate}`, weight)),
		),
	)

/** Candidates of the statements, in order of first occurrence. */
export const candidatesOf = (statements: readonly Statement[]): string[] => [
	...new Set(statements.map((each) => each.candidateId)),
]

/** Attempts of any type, partially answered. */
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

/** Attempts of any type with skips, in which some candidates have positions on statements of others. */
export const positioned: fc.Arbitrary<Attempt> = fc
	.record({
		attempt: attempts,
		positions: fc.array(fc.option(fc.integer({ min: -2, max: 2 })), {
			minLength: 7,
			maxLength: 40,
		}),
		skips: fc.array(fc.boolean(), { minLength: 1 }),
	})
	.map(({ attempt, positions, skips }) => {
		const ids = candidatesOf(attempt.statements)
		const statements = attempt.statements.map((each, at): Statement => {
			const given = ids.flatMap((id, candidate) => {
				const position = positions[(at * ids.length + candidate) % positions.length] ?? null
				return id === each.candidateId || position === null ? [] : [[id, position] as const]
			})
			return { ...each, positions: given.length > 0 ? Object.fromEntries(given) : null }
		})
		if (attempt.quizType === 'POLICY_PICK') return { ...attempt, statements }
		const skipped = statements.filter((_, at) => skips[at % skips.length])
		const nulls = Object.fromEntries(skipped.map(({ policyId }) => [policyId, null]))
		return { ...attempt, statements, answers: { ...nulls, ...attempt.answers } }
	})

/** An attempt with the given values in order; null means unanswered or not picked. */
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
