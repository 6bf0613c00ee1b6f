import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { AttemptResults } from '#device/results.ts'
import type { QuizType } from '#domain/types.ts'
import { answered, statement } from '#tests/support/attempts.ts'
import { AlignmentFigure } from '#web/features/results/alignment-figure.tsx'
import { resultsOf } from './results.ts'

const GREEN = ['text-success', 'bg-success', 'Strong Alignment']
const AMBER = ['text-warning', 'bg-moderate', 'Moderate Alignment']
const NOTHING = { low: null, high: null, lines: [] } as const
const RED = ['text-error', 'bg-error', 'Low Alignment']

/** Text color, bar color, and band label of a figure. */
const toneOf = (percentage: number, quizType: QuizType = 'SCALE'): string[] => {
	const { attempt } = resultsOf(answered(quizType, [statement('p', 'a')], [1]))
	const candidate = { percentage, low: percentage, high: percentage, lines: [] }
	const markup = renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt }))
	const tones = /text-(?:success|warning|error)|bg-(?:success|moderate|error)|\w+ Alignment/g
	const found = markup.match(tones) ?? []
	return [/^text/, /^bg/, /Alignment$/].flatMap((kind) => found.filter((one) => kind.test(one)))
}

describe('alignment color', () => {
	it('is green from 76', () => {
		expect(toneOf(100)).toEqual(GREEN)
		expect(toneOf(76)).toEqual(GREEN)
	})

	it('is amber from 50 to below 76', () => {
		expect(toneOf(75.9)).toEqual(AMBER)
		expect(toneOf(50)).toEqual(AMBER)
	})

	it('is red below 50', () => {
		expect(toneOf(49.9)).toEqual(RED)
		expect(toneOf(0)).toEqual(RED)
	})

	it('follows the rounded figure', () => {
		expect(toneOf(75.96)).toEqual(GREEN)
		expect(toneOf(49.96)).toEqual(AMBER)
	})
})

describe('policy pick figure', () => {
	const statements = Array.from({ length: 40 }, (_, n) => statement(`p${n}`, `c${n % 4}`))
	const picked = [0, 4, 8, 1, 5, 2, 3]
	const { attempt, candidates } = resultsOf(
		answered(
			'POLICY_PICK',
			statements,
			statements.map((_, n) => Number(picked.includes(n))),
		),
	)
	const textOf = (index: number): string => {
		const candidate = candidates[index] ?? { ...NOTHING, percentage: null }
		return renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt })).replace(
			/<[^>]*>/g,
			' ',
		)
	}

	it('shows the count of picks first', () => {
		expect(textOf(0)).toMatch(
			/^\s*3 of your 7 picks\s+42\.9% of what your picks could have given this candidate/,
		)
	})

	it('counts only picks that the candidate is for', () => {
		const against = statements.map((each) =>
			each.candidateId === 'c1' ? { ...each, positions: { c0: -1 } } : each,
		)
		const values = statements.map((_, n) => Number(picked.includes(n)))
		const results = resultsOf(answered('POLICY_PICK', against, values))
		expect(textOfFigure(results, 'c0')).toContain('3 of your 7 picks')
	})

	it('shows no low verdict and no red', () => {
		expect(toneOf(10, 'POLICY_PICK')).toEqual([])
		expect(textOf(3)).not.toContain('Alignment')
		expect(toneOf(80, 'POLICY_PICK')).toEqual(GREEN)
	})
})

/** Text of a candidate's figure. */
const textOfFigure = ({ attempt, candidates }: AttemptResults, id: string): string => {
	const candidate = candidates.find(({ candidateId }) => candidateId === id)
	if (candidate === undefined) throw new Error(`there is no candidate ${id}`)
	return renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt }))
}

describe('counts in words', () => {
	/** Texts of candidate a, with positions -2 to 2 on b's statements, and an own one without an answer. */
	const agreedIn = (quizType: QuizType, values: readonly (number | null)[]): string | undefined => {
		const others = values.map((_, n) => ({ ...statement(`p${n}`, 'b'), positions: { a: n - 2 } }))
		const results = resultsOf(
			answered(quizType, [...others, statement('own', 'a')], [...values, null]),
		)
		return /You agree on \d of \d statements?\./.exec(textOfFigure(results, 'a'))?.[0]
	}

	it('count answers on the same side of neutral as the position', () => {
		expect(agreedIn('SCALE', [-1, -2, 0, 2, 1])).toBe('You agree on 5 of 5 statements.')
		expect(agreedIn('SCALE', [0, 1, 1, 0, 2])).toBe('You agree on 1 of 5 statements.')
		expect(agreedIn('SCALE', [null, -1, 0, 1, null])).toBe('You agree on 3 of 3 statements.')
	})

	it('take a yes or no as a side, never as neutral', () => {
		expect(agreedIn('BINARY', [0, 0, 1, 1, 0])).toBe('You agree on 3 of 5 statements.')
	})

	it('are picks in a policy pick', () => {
		expect(agreedIn('POLICY_PICK', [1, 1, 1, 0, 0])).toBeUndefined()
	})
})

describe('partially answered attempt', () => {
	it('shows how many statements of the candidate were answered', () => {
		const statements = ['a', 'a', 'a', 'a', 'b', 'b', 'b'].map((id, n) => statement(`p${n}`, id))
		const results = resultsOf(answered('SCALE', statements, [2, 1, 0, null, 2, 2, 2]))
		expect(textOfFigure(results, 'a')).toContain('3 of 4 statements answered')
		expect(textOfFigure(results, 'b')).not.toContain('statements answered')
	})
})

describe('unknown positions', () => {
	const statements = [
		{ ...statement('p0', 'a'), positions: { b: -2 } },
		...['a', 'b', 'b', 'b'].map((id, n) => statement(`p${n + 1}`, id)),
	]

	it('give an interval in words and on the bar', () => {
		const text = textOfFigure(resultsOf(answered('SCALE', statements, [2, 2, 2, 2, 2])), 'b')
		// Known: 0, 1, 1, 1 of 4. Unknown: one more that agrees or disagrees in full.
		expect(text).toContain('Between 60% and 80%: 1 position is unknown')
		expect(text).toMatch(/inset-inline-start:60%;width:20%/)
	})

	it('count only for answered statements', () => {
		const text = textOfFigure(resultsOf(answered('SCALE', statements, [2, null, 2, 2, 2])), 'b')
		expect(text).toContain('75%')
		expect(text).not.toContain('Between')
	})
})

describe('candidate without a percentage', () => {
	const statements = Array.from({ length: 5 }, (_, n) => statement(`p${n}`, 'a'))
	const shown = (values: readonly (number | null)[]): string => {
		const { attempt, candidates } = resultsOf(answered('SCALE', statements, values))
		const candidate = candidates[0] ?? { ...NOTHING, percentage: 1 }
		return renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt }))
	}

	it('shows how many answers are missing', () => {
		expect(shown([2, 1, null, null, null])).toContain(
			'No percentage: you answered 2 of this candidate’s 5 statements, and 3 are needed.',
		)
		expect(shown([null, null, null, null, null])).toContain(
			'No percentage: you answered none of these statements.',
		)
	})
})
