import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
	type Answer,
	type Attempt,
	answer,
	complete,
	countKnown,
	isAnswerValue,
	minutesFor,
	picksNeeded,
	progress,
} from '#domain/quiz.ts'
import type { QuizType } from '#domain/types.ts'
import {
	attemptOf,
	attempts,
	candidatesOf,
	positioned,
	statement,
	valuesOf,
} from '#tests/support/attempts.ts'
import { score } from '#tests/support/scores.ts'

const eight = Array.from({ length: 8 }, (_, index) => statement(`p${index}`, `c${index % 2}`))
const ids = eight.map((each) => each.policyId)

/** Gives the answers in order; throws when one is refused. */
const answering = (attempt: Attempt, ...given: Answer[]): Attempt =>
	given.reduce((at, each) => {
		const result = answer(at, each)
		if (!result.ok) throw new Error(`refused: ${result.error.code}`)
		return result.value
	}, attempt)

describe('answer', () => {
	it.each<[QuizType, number[]]>([
		['SCALE', [-2, -1, 0, 1, 2]],
		['BINARY', [0, 1]],
	])('accepts exactly the values of a %s quiz: %j', (quizType, values) => {
		const attempt = attemptOf(quizType, eight)
		for (const value of [-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY]) {
			const result = answer(attempt, { policyId: 'p0', value })
			expect(isAnswerValue(quizType, value)).toBe(values.includes(value))
			expect(result).toEqual(
				values.includes(value)
					? { ok: true, value: { ...attempt, answers: { p0: value } } }
					: { ok: false, error: { code: 'bad-value' } },
			)
		}
	})

	it('accepts binary values for an unknown quiz type', () => {
		const unknown = 'ESSAY' as QuizType
		expect([-1, 0, 0.5, 1, 2].filter((value) => isAnswerValue(unknown, value))).toEqual([0, 1])
	})

	it('replaces an earlier answer while the attempt is in progress', () => {
		const attempt = answering(
			attemptOf('SCALE', eight),
			{ policyId: 'p0', value: 2 },
			{ policyId: 'p1', value: 1 },
			{ policyId: 'p0', value: -1 },
		)
		expect(attempt.answers).toEqual({ p0: -1, p1: 1 })
		expect(progress(attempt).answered).toBe(2)
	})

	it('accepts the statements in any order', () => {
		const attempt = answering(attemptOf('BINARY', eight), { policyId: 'p7', value: 0 })
		expect(progress(attempt)).toMatchObject({ answered: 1, current: { policyId: 'p0' } })
	})

	it('refuses and names a statement that is not in the attempt', () => {
		expect(answer(attemptOf('SCALE', eight), { policyId: 'other', value: 1 })).toEqual({
			ok: false,
			error: { code: 'unknown-policy', policyId: 'other' },
		})
	})

	it('refuses answers once the attempt is completed', () => {
		const refused = { ok: false, error: { code: 'completed' } }
		const given = { status: 'COMPLETED' } as const
		expect(answer(attemptOf('SCALE', eight, given), { policyId: 'p0', value: 1 })).toEqual(refused)
		expect(answer(attemptOf('POLICY_PICK', eight, given), { selectedPolicyIds: ids })).toEqual(
			refused,
		)
	})

	it('refuses an answer of another kind than the quiz', () => {
		const refused = { ok: false, error: { code: 'wrong-kind' } }
		expect(answer(attemptOf('POLICY_PICK', eight), { policyId: 'p0', value: 1 })).toEqual(refused)
		expect(answer(attemptOf('SCALE', eight), { selectedPolicyIds: ids })).toEqual(refused)
		expect(answer(attemptOf('BINARY', eight), { selectedPolicyIds: ids })).toEqual(refused)
	})

	it('does not mutate the attempt', () => {
		const attempt = attemptOf('SCALE', eight, { answers: { p0: 1 } })
		const before = structuredClone(attempt)
		answering(attempt, { policyId: 'p0', value: 2 }, { policyId: 'p1', value: 2 })
		expect(attempt).toEqual(before)
	})

	it('supports ids that are names of object properties', () => {
		const odd = ['__proto__', 'constructor', 'toString'].map((id) => statement(id, 'c0'))
		const attempt = answering(attemptOf('BINARY', odd), { policyId: '__proto__', value: 1 })
		expect(progress(attempt)).toMatchObject({ answered: 1, current: { policyId: 'constructor' } })
	})
})

describe('policy-pick selection', () => {
	const pick = (selectedPolicyIds: readonly string[], statements = eight) =>
		answer(attemptOf('POLICY_PICK', statements), { selectedPolicyIds })

	it('keeps six or more statements in the given order', () => {
		expect(pick(ids.slice(0, 6))).toMatchObject({ ok: true, value: { selection: ids.slice(0, 6) } })
		expect(pick(ids)).toMatchObject({ ok: true, value: { selection: ids } })
	})

	it('requires a selection of six statements', () => {
		expect(pick(ids.slice(0, 5))).toEqual({ ok: false, error: { code: 'too-few', needed: 6 } })
		expect(pick([])).toEqual({ ok: false, error: { code: 'too-few', needed: 6 } })
	})

	it('requires all statements if there are fewer than six', () => {
		const four = eight.slice(0, 4)
		expect(picksNeeded(4)).toBe(4)
		expect(pick(ids.slice(0, 3), four)).toEqual({
			ok: false,
			error: { code: 'too-few', needed: 4 },
		})
		expect(pick(ids.slice(0, 4), four)).toMatchObject({ ok: true })
	})

	it('refuses duplicate statements in a selection', () => {
		expect(pick(['p0', 'p1', 'p2', 'p3', 'p4', 'p0'])).toEqual({
			ok: false,
			error: { code: 'duplicate', policyId: 'p0' },
		})
	})

	it('refuses and names a statement of another quiz', () => {
		expect(pick([...ids, 'other'])).toEqual({
			ok: false,
			error: { code: 'unknown-policy', policyId: 'other' },
		})
	})

	it('replaces an earlier selection while in progress', () => {
		const first = answering(attemptOf('POLICY_PICK', eight), { selectedPolicyIds: ids })
		const second = answering(first, { selectedPolicyIds: ids.slice(2) })
		expect(second.selection).toEqual(ids.slice(2))
	})
})

describe('complete', () => {
	it('completes a fully answered attempt and is idempotent', () => {
		const all = answering(
			attemptOf('BINARY', eight),
			...ids.map((policyId) => ({ policyId, value: 1 })),
		)
		const done = complete(all)
		expect(done).toEqual({ ok: true, value: { ...all, status: 'COMPLETED' } })
		if (done.ok) expect(complete(done.value)).toEqual(done)
	})

	it('counts the missing answers of an attempt', () => {
		const some = answering(attemptOf('BINARY', eight), { policyId: 'p3', value: 0 })
		expect(complete(some)).toEqual({ ok: false, error: { code: 'unfinished', missing: 7 } })
	})

	it('counts all statements as missing without a selection', () => {
		const attempt = attemptOf('POLICY_PICK', eight)
		expect(complete(attempt)).toEqual({ ok: false, error: { code: 'unfinished', missing: 8 } })
		expect(complete(answering(attempt, { selectedPolicyIds: ids }))).toMatchObject({ ok: true })
	})

	it('refuses an attempt without statements', () => {
		expect(complete(attemptOf('SCALE', []))).toMatchObject({ ok: false })
	})
})

describe('progress', () => {
	it('follows the order of the statements', () => {
		let attempt = attemptOf('SCALE', eight.slice(0, 3))
		const seen = [progress(attempt)]
		for (const each of attempt.statements) {
			attempt = answering(attempt, { policyId: each.policyId, value: 0 })
			seen.push(progress(attempt))
		}
		expect(
			seen.map((at) => [
				at.answered,
				at.current?.policyId,
				at.currentNumber,
				at.percentage,
				at.isComplete,
			]),
		).toEqual([
			[0, 'p0', 1, 0, false],
			[1, 'p1', 2, 33, false],
			[2, 'p2', 3, 67, false],
			[3, undefined, 3, 100, true],
		])
	})

	it('returns zeros for an attempt without statements', () => {
		expect(progress(attemptOf('SCALE', []))).toEqual({
			total: 0,
			answered: 0,
			skipped: 0,
			current: null,
			currentNumber: 0,
			percentage: 0,
			isComplete: false,
			canFinish: false,
		})
	})

	it('reports completion exactly when no statement is left', () => {
		fc.assert(
			fc.property(fc.oneof(attempts, positioned), (attempt) => {
				const at = progress(attempt)
				expect(at.isComplete).toBe(at.answered + at.skipped === at.total && at.canFinish)
				expect(at.isComplete).toBe(at.current === null)
				expect(at.percentage === 100).toBe(at.answered + at.skipped === at.total)
				expect(at.currentNumber).toBeLessThanOrEqual(at.total)
				expect(complete(attempt).ok).toBe(at.isComplete)
			}),
		)
	})

	it('never decreases when an answer is added', () => {
		fc.assert(
			fc.property(fc.oneof(attempts, positioned), fc.nat(), (attempt, pick) => {
				fc.pre(attempt.quizType !== 'POLICY_PICK')
				const { policyId } = attempt.statements[pick % attempt.statements.length] ?? {
					policyId: '',
				}
				const value = valuesOf(attempt.quizType)[0] ?? 0
				const grown = progress(answering(attempt, { policyId, value })).answered
				const known = (attempt.answers[policyId] ?? null) !== null
				expect(grown).toBe(progress(attempt).answered + (known ? 0 : 1))
			}),
		)
	})
})

describe('skip', () => {
	const skip = (policyId: string) => ({ policyId, value: null })
	const start = attemptOf('SCALE', eight)

	it.each(['SCALE', 'BINARY'] as const)('leaves a statement of a %s quiz unanswered', (type) => {
		const attempt = answering(attemptOf(type, eight), skip('p0'), { policyId: 'p1', value: 1 })
		expect(attempt.answers).toEqual({ p0: null, p1: 1 })
		expect(progress(attempt)).toMatchObject({
			...{ total: 8, answered: 1, skipped: 1, percentage: 25, currentNumber: 3 },
			current: { policyId: 'p2' },
		})
	})

	it('is undone by an answer, and undoes one', () => {
		const answeredLater = answering(start, skip('p0'), { policyId: 'p0', value: 0 })
		expect(progress(answeredLater)).toMatchObject({ answered: 1, skipped: 0 })
		const skippedLater = answering(start, { policyId: 'p0', value: 2 }, skip('p0'))
		expect(progress(skippedLater)).toMatchObject({ answered: 0, skipped: 1 })
	})

	it('is refused in a policy pick, for a foreign statement and after completion', () => {
		const codeOf = (attempt: Attempt, policyId = 'p0') => {
			const result = answer(attempt, skip(policyId))
			return result.ok ? null : result.error.code
		}
		expect(codeOf(attemptOf('POLICY_PICK', eight))).toBe('wrong-kind')
		expect(codeOf(start, 'other')).toBe('unknown-policy')
		expect(codeOf({ ...start, status: 'COMPLETED' })).toBe('completed')
	})

	/** Skips the statements with these numbers and answers the others; even ones are of c0, odd ones of c1. */
	const skipping = (...numbers: number[]): Attempt =>
		answering(
			start,
			...ids.map((policyId, at) => ({ policyId, value: numbers.includes(at) ? null : 1 })),
		)

	it('lets an attempt complete if every candidate has three answers', () => {
		expect(progress(skipping(0, 1))).toMatchObject({ skipped: 2, current: null, isComplete: true })
		expect(complete(skipping(0, 1)).ok).toBe(true)
		const fewer = skipping(0, 1, 4)
		expect(progress(fewer)).toMatchObject({ isComplete: false, canFinish: false, percentage: 100 })
		expect(complete(fewer)).toEqual({ ok: false, error: { code: 'unfinished', missing: 3 } })
		expect(complete(fewer, true).ok).toBe(false)
	})

	it('returns to the first skipped statement about a candidate who needs more answers', () => {
		// c0 has three answers, so p0 would not help.
		const fewer = skipping(0, 1, 3)
		expect(progress(fewer).current?.policyId).toBe('p1')
		expect(progress(answering(fewer, { policyId: 'p1', value: 1 })).current).toBeNull()
	})

	it('cannot complete with every statement skipped', () => {
		const none = answering(start, ...ids.map(skip))
		expect(progress(none)).toMatchObject({
			...{ answered: 0, skipped: 8, isComplete: false, canFinish: false },
			current: { policyId: 'p0' },
		})
		for (const early of [false, true]) expect(complete(none, early).ok).toBe(false)
	})
})

describe('early finish', () => {
	it('is possible as soon as every candidate has three answers', () => {
		const six = ids.slice(0, 6).map((policyId) => ({ policyId, value: 1 }))
		const early = answering(attemptOf('BINARY', eight), ...six)
		expect(progress(early)).toMatchObject({ canFinish: true, isComplete: false })
		expect(complete(early)).toEqual({ ok: false, error: { code: 'unfinished', missing: 2 } })
		expect(complete(early, true)).toEqual({ ok: true, value: { ...early, status: 'COMPLETED' } })
		const before = answering(attemptOf('BINARY', eight), ...six.slice(1))
		expect(progress(before).canFinish).toBe(false)
		expect(complete(before, true).ok).toBe(false)
	})

	it('counts answers to statements of others on which a position is known', () => {
		const known = ['p0', 'p1', 'p2'].map((id) => ({ ...statement(id, 'a'), positions: { b: -1 } }))
		const all = [...known, statement('p3', 'b'), statement('p4', 'a')]
		const given = known.map(({ policyId }) => ({ policyId, value: 1 }))
		expect(progress(answering(attemptOf('BINARY', all), ...given)).canFinish).toBe(true)
	})

	it('is possible exactly when every candidate has a percentage', () => {
		fc.assert(
			fc.property(fc.oneof(attempts, positioned), (attempt) => {
				fc.pre(attempt.quizType !== 'POLICY_PICK')
				const scored = score(attempt)
				expect(scored).toHaveLength(candidatesOf(attempt.statements).length)
				const all = scored.every(({ percentage }) => percentage !== null)
				expect(progress(attempt).canFinish).toBe(all)
				expect(complete(attempt, true).ok).toBe(all)
			}),
		)
	})

	it('needs the selection of a policy pick', () => {
		const attempt = attemptOf('POLICY_PICK', eight)
		expect(complete(attempt, true).ok).toBe(false)
		expect(complete(answering(attempt, { selectedPolicyIds: ids }), true).ok).toBe(true)
	})
})

describe('countKnown', () => {
	it('counts own statements and positions on those of others', () => {
		const statements = [
			{ ...statement('p0', 'a'), positions: { b: 0 } },
			{ ...statement('p1', 'a'), positions: null },
			statement('p2', 'b'),
		]
		const named = ['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() }))
		expect(countKnown(named, statements)).toEqual([
			{ name: 'A', validatedPolicies: 2 },
			{ name: 'B', validatedPolicies: 2 },
			{ name: 'C', validatedPolicies: 0 },
		])
	})
})

describe('minutesFor', () => {
	it('rounds up by the time per statement of the quiz type', () => {
		expect(minutesFor('SCALE', 40)).toBe(8)
		expect(minutesFor('BINARY', 40)).toBe(7)
		expect(minutesFor('POLICY_PICK', 40)).toBe(6)
		expect(minutesFor('SCALE', 1)).toBe(1)
		expect(minutesFor('SCALE', 0)).toBe(0)
	})
})
