import { describe, expect, it } from 'vitest'
import { answersMissing } from '#domain/quiz.ts'
import { attemptOf, statement } from '#tests/support/attempts.ts'

const own = ['a', 'a', 'a', 'a', 'b', 'b'].map((id, index) => statement(`p${index}`, id))

describe('answersMissing', () => {
	it('adds what each owner lacks, skips included', () => {
		const missing = (answers: Readonly<Record<string, number | null>>) =>
			answersMissing(attemptOf('SCALE', own, { answers }))
		expect(missing({})).toBe(5)
		expect(missing({ p0: 1, p1: null, p4: 0 })).toBe(3)
		expect(missing({ p0: 1, p1: 1, p2: 1, p3: 1, p4: 0 })).toBe(1)
		expect(missing({ p0: 1, p1: 1, p2: 1, p4: 0, p5: 0 })).toBe(0)
	})

	it('is a lower bound where an answer counts for several candidates', () => {
		const shared = own.map((each) => ({ ...each, positions: { c: -1 } }))
		expect(answersMissing(attemptOf('BINARY', shared))).toBe(3)
		expect(answersMissing(attemptOf('BINARY', shared, { answers: { p0: 1 } }))).toBe(2)
	})
})
