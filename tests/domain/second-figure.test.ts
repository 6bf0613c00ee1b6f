import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoreAttempt } from '#domain/score.ts'
import { rescore } from '#domain/second-figure.ts'
import { attempts, candidatesOf, positioned } from '#tests/support/attempts.ts'

const figuresOf = (scored: ReturnType<typeof scoreAttempt>) =>
	Object.fromEntries(scored.map(({ candidateId, percentage }) => [candidateId, percentage]))

describe('a second figure', () => {
	it('equals the stored one with every factor at 1', () => {
		fc.assert(
			fc.property(fc.oneof(attempts, positioned), (attempt) => {
				const ids = candidatesOf(attempt.statements)
				expect(rescore(attempt, ids, 'seed', () => 1)).toEqual(scoreAttempt(attempt, ids, 'seed'))
			}),
		)
	})

	it('leaves out statements with factor 0, picks of them included', () => {
		fc.assert(
			fc.property(fc.oneof(attempts, positioned), (attempt) => {
				const ids = candidatesOf(attempt.statements)
				const [left, ...kept] = attempt.statements
				const factorOf = ({ policyId }: { policyId: string }) =>
					policyId === left?.policyId ? 0 : 1
				const selection = attempt.selection?.filter((id) => id !== left?.policyId) ?? null
				const without = scoreAttempt({ ...attempt, statements: kept, selection }, ids, 'seed')
				expect(rescore(attempt, ids, 'seed', factorOf)).toEqual(without)
			}),
		)
	})

	it('counts a statement with factor 2 like two statements with the same answer', () => {
		fc.assert(
			fc.property(
				attempts.filter(({ quizType }) => quizType !== 'POLICY_PICK'),
				(attempt) => {
					const ids = candidatesOf(attempt.statements)
					const [first] = attempt.statements
					if (first === undefined) return
					const copy = { ...first, policyId: 'copy' }
					const answers = Object.hasOwn(attempt.answers, first.policyId)
						? { ...attempt.answers, copy: attempt.answers[first.policyId] ?? null }
						: attempt.answers
					const doubled = rescore(attempt, ids, 'seed', ({ policyId }) =>
						policyId === first.policyId ? 2 : 1,
					)
					const twice = scoreAttempt(
						{ ...attempt, statements: [...attempt.statements, copy], answers },
						ids,
						'seed',
					)
					const both = figuresOf(twice)
					for (const { candidateId, percentage } of doubled) {
						// A copy may lift a candidate over the minimum of scored statements.
						if (percentage !== null) expect(both[candidateId]).toBe(percentage)
					}
				},
			),
		)
	})
})
