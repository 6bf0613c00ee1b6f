import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AlignmentFigure } from '#web/features/results/alignment.tsx'

const GREEN = ['text-success', 'bg-success', 'Strong Alignment']
const AMBER = ['text-warning', 'bg-moderate', 'Moderate Alignment']
const RED = ['text-error', 'bg-error', 'Low Alignment']

/** The colour of the words, the colour of the bar, and the words of a figure's band. */
const toneOf = (percentage: number): string[] => {
	const markup = renderToStaticMarkup(createElement(AlignmentFigure, { percentage }))
	const tones = /text-(?:success|warning|error)|bg-(?:success|moderate|error)|\w+ Alignment/g
	const found = markup.match(tones) ?? []
	return [/^text/, /^bg/, /Alignment$/].flatMap((kind) => found.filter((one) => kind.test(one)))
}

describe('the colour of an alignment', () => {
	it('is green from 76', () => {
		expect(toneOf(100)).toEqual(GREEN)
		expect(toneOf(76)).toEqual(GREEN)
	})

	it('is amber from 50', () => {
		expect(toneOf(75.9)).toEqual(AMBER)
		expect(toneOf(50)).toEqual(AMBER)
	})

	it('is red below that', () => {
		expect(toneOf(49.9)).toEqual(RED)
		expect(toneOf(0)).toEqual(RED)
	})

	it('goes by the figure as it is shown, so that colour, word and figure agree', () => {
		expect(toneOf(75.96)).toEqual(GREEN)
		expect(toneOf(49.96)).toEqual(AMBER)
	})
})
