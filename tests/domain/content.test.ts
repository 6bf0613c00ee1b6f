import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentFirstShares, judgeContent, samplingError, voterLike } from '#domain/fairness.ts'
import { scoreAttempt } from '#domain/score.ts'
import type { Positions, QuizType, Statement } from '#domain/types.ts'
import { statement } from '#tests/support/attempts.ts'

const on = (policyId: string, candidateId: string, positions: Positions = {}): Statement => ({
	...statement(policyId, candidateId),
	positions,
})

const ids = ['a', 'b', 'c']
/** a and b agree on everything; c is against both, and its own statement is known of a only. */
const twins = [
	on('p1', 'a', { b: 2, c: -2 }),
	on('p2', 'b', { a: 2, c: -1 }),
	on('p3', 'a', { b: 2, c: 1 }),
	on('p4', 'c', { a: -2 }),
]
/** a is for 1 and 2, b for 3 and 4, c for 5 and 6; each is against what the others are for. */
const opposed = ids.flatMap((owner) =>
	[1, 2].map((n) =>
		on(
			`${owner}${n}`,
			owner,
			Object.fromEntries(ids.filter((id) => id !== owner).map((id) => [id, -2])),
		),
	),
)
const alone = ids.flatMap((id) => [1, 2, 3].map((n) => statement(`${id}${n}`, id)))

const judge = (statements: readonly Statement[], quizType: QuizType = 'SCALE') =>
	judgeContent({ quizType, candidateIds: ids, statements }, { voters: 200 })

describe('judgeContent', () => {
	it('counts known positions per candidate', () => {
		expect(judge(twins).candidates.map(({ known }) => known)).toEqual([4, 3, 4])
		expect(judge(alone).candidates.map(({ known, knownAsked }) => [known, knownAsked])).toEqual([
			[3, 3],
			[3, 3],
			[3, 3],
		])
	})

	it('reports the largest lead in known positions within a drawn quiz', () => {
		expect(judge(opposed).largestSpread).toBe(0)
		expect(judge(alone).largestSpread).toBe(1)
		// a is known on everything, b and c on two statements, d on the other two.
		const uneven = [
			...[1, 2].map((n) => on(`p${n}`, 'b', { a: 1, c: 1 })),
			...[1, 2].map((n) => on(`q${n}`, 'd', { a: 1 })),
		]
		const candidateIds = [...ids, 'd']
		const report = judgeContent(
			{ quizType: 'SCALE', candidateIds, statements: uneven },
			{ voters: 0 },
		)
		expect([report.asked, report.largestSpread]).toEqual([4, 2])
		expect(report.candidates.map(({ knownAsked }) => knownAsked)).toEqual([4, 2, 2, 2])
	})

	it.each(['SCALE', 'BINARY', 'POLICY_PICK'] as const)(
		'finds each candidate first and alone by their own answers in a %s quiz',
		(quizType) => {
			for (const content of [opposed, alone]) {
				for (const { cloneFirstShare, cloneRivals } of judge(content, quizType).candidates) {
					expect([cloneFirstShare, cloneRivals]).toEqual([1, []])
				}
			}
		},
	)

	it('names candidates who share or take the first place of a clone', () => {
		const [a, b, c] = judge(twins).candidates
		expect([a?.cloneRivals, b?.cloneRivals, c?.cloneRivals]).toEqual([['b'], ['a'], []])
		expect([a?.cloneFirstShare, c?.cloneFirstShare]).toEqual([0, 1])
		// Agreeing counts fully for b, but only three quarters for a, who is less for it.
		const milder = [1, 2, 3].map((n) => on(`p${n}`, 'b', { a: 1 }))
		const statements = [...milder, on('q', 'a', { b: 2 })]
		const two = { quizType: 'BINARY', candidateIds: ['a', 'b'], statements } as const
		const [mild] = judgeContent(two, { voters: 0 }).candidates
		expect(mild?.cloneRivals).toEqual(['b'])
	})

	it('names pairs without a statement on which they are known to differ', () => {
		expect(judge(twins).inseparable).toEqual([{ candidateIds: ['a', 'b'], common: 3 }])
		expect(judge(opposed).inseparable).toEqual([])
		const lacking = [on('p1', 'a', { b: -2 }), on('p2', 'c', { b: 0 })]
		expect(judge(lacking).inseparable).toEqual([{ candidateIds: ['a', 'c'], common: 0 }])
	})

	it('names statements that no candidate is known to be against', () => {
		expect(judge([...twins, on('p5', 'a', { b: 0 })]).undisputed).toEqual(['p3', 'p5'])
	})

	it('finds no pairs or undisputed statements with owners alone', () => {
		expect(judge(alone)).toMatchObject({ inseparable: [], undisputed: [] })
	})

	it('ignores positions of candidates who are not compared', () => {
		const others = twins.map((each) => ({ ...each, positions: { ...each.positions, z: -2 } }))
		expect(judge(others)).toEqual(judge(twins))
	})

	it('reports shares of first places that add up, and none without voters', () => {
		const { candidates, voters, samplingError: error } = judge(opposed)
		const sum = candidates.reduce((all, { firstPlaceShare }) => all + (firstPlaceShare ?? 0), 0)
		expect(sum).toBeCloseTo(1, 9)
		expect([voters, error]).toEqual([200, samplingError(3, 200)])
		const none = judgeContent(
			{ quizType: 'SCALE', candidateIds: ids, statements: opposed },
			{ voters: 0 },
		)
		expect(none.samplingError).toBeNull()
		expect(none.candidates.map(({ firstPlaceShare }) => firstPlaceShare)).toEqual([
			null,
			null,
			null,
		])
	})

	it('judges a quiz without statements', () => {
		expect(judge([])).toMatchObject({ asked: 0, largestSpread: 0, inseparable: [], undisputed: [] })
		expect(judge([]).candidates.map(({ cloneFirstShare }) => cloneFirstShare)).toEqual([0, 0, 0])
	})

	it('does not depend on the order of statements', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray(twins, { minLength: twins.length }), (statements) => {
				const { undisputed: _, ...report } = judge(statements)
				const { undisputed: __, ...expected } = judge(twins)
				expect(report).toEqual(expected)
			}),
			{ numRuns: 5 },
		)
	})
})

describe('contentFirstShares', () => {
	it('finds a candidate in the middle of all others first more often than chance allows', () => {
		// c agrees with half of everything that a and b are opposed on.
		const statements = Array.from({ length: 8 }, (_, n) =>
			on(`p${n}`, n % 2 ? 'a' : 'b', n % 2 ? { b: -2, c: 0 } : { a: -2, c: 0 }),
		)
		const content = { quizType: 'SCALE', candidateIds: ids, statements } as const
		const [, , middle] = contentFirstShares(content, 2000, 'seed')
		expect(middle).toBeGreaterThan(0.4)
	})
})

describe('voterLike', () => {
	const statements = [
		on('p1', 'a'),
		on('p2', 'b', { a: -1 }),
		on('p3', 'b', { a: 0 }),
		on('p4', 'b'),
	]

	it.each([
		['SCALE', { answers: { p1: 2, p2: -1, p3: 0 }, selection: null }],
		['BINARY', { answers: { p1: 1, p2: 0 }, selection: null }],
		['POLICY_PICK', { answers: {}, selection: ['p1'] }],
	] as const)('answers a %s quiz as the candidate would', (quizType, expected) => {
		expect(voterLike('a', quizType, statements)).toMatchObject(expected)
	})

	it('agrees fully with the candidate on a scale', () => {
		const [first] = scoreAttempt(voterLike('a', 'SCALE', statements), ['b', 'a'], 'seed')
		expect(first).toMatchObject({ candidateId: 'a', percentage: 100 })
	})
})
