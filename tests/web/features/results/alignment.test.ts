import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { QuizType } from '#domain/types.ts'
import { answered, statement } from '#tests/support/attempts.ts'
import { AlignmentFigure } from '#web/features/results/alignment-figure.tsx'
import { resultsOf } from './results.ts'

const GREEN = ['text-success', 'bg-success', 'Strong Alignment']
const AMBER = ['text-warning', 'bg-moderate', 'Moderate Alignment']
const RED = ['text-error', 'bg-error', 'Low Alignment']

/** Text color, bar color, and band label of a figure. */
const toneOf = (percentage: number, quizType: QuizType = 'SCALE'): string[] => {
	const { attempt } = resultsOf(answered(quizType, [statement('p', 'a')], [1]))
	const candidate = { percentage, lines: [] }
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
		const candidate = candidates[index] ?? { percentage: null, lines: [] }
		return renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt })).replace(
			/<[^>]*>/g,
			' ',
		)
	}

	it('shows the count of picks first', () => {
		expect(textOf(0)).toMatch(
			/^\s*3 of your 7 picks\s+42\.9% of what 7 picks could give this candidate/,
		)
	})

	it('shows no low verdict and no red', () => {
		expect(toneOf(10, 'POLICY_PICK')).toEqual([])
		expect(textOf(3)).not.toContain('Alignment')
		expect(toneOf(80, 'POLICY_PICK')).toEqual(GREEN)
	})
})

describe('candidate without a percentage', () => {
	const statements = Array.from({ length: 5 }, (_, n) => statement(`p${n}`, 'a'))
	const shown = (values: readonly (number | null)[]): string => {
		const { attempt, candidates } = resultsOf(answered('SCALE', statements, values))
		const candidate = candidates[0] ?? { percentage: 1, lines: [] }
		return renderToStaticMarkup(createElement(AlignmentFigure, { candidate, attempt }))
	}

	it('shows how many answers are missing', () => {
		expect(shown([2, 1, null, null, null])).toContain(
			'No percentage: you answered 2 of this candidate’s 5 statements, and 3 are needed.',
		)
		expect(shown([null, null, null, null, null])).toContain(
			'No percentage: none of these statements was answered.',
		)
	})
})
