import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { AttemptResults } from '#device/results.ts'
import { firmnessOf } from '#domain/firmness.ts'
import { answered, statement } from '#tests/support/attempts.ts'
import { firmnessWords } from '#web/features/results/firmness.tsx'
import { type SharePart, shareLines } from '#web/features/results/share-dialog.tsx'
import { TopMatch } from '#web/features/results/top-match.tsx'
import { figureText, firmnessText, listText, placeText } from '#web/features/results/words.ts'
import { resultsOf } from './results.ts'

describe('firmness text', () => {
	const share = { first: 130, variations: 140 }

	it('shows the share of variations in whole percents', () => {
		const words = firmnessText({ kind: 'first', candidateIds: ['a'], ...share }, ['Ann'], 'SCALE')
		expect(words.finding).toBe('First in 92 % of 140 variations')
		expect(words.meaning).toBe(
			'We left one answer out, or moved one answer a single step up or down, in every way there is: Ann stayed first, alone, in 130 of 140 variations.',
		)
	})

	it('shows 100 % only if every variation agrees', () => {
		const of = (first: number) =>
			firmnessText(
				{ kind: 'first', candidateIds: ['a'], first, variations: 300 },
				['Ann'],
				'BINARY',
			)
		expect(of(299).finding).toBe('First in 99 % of 300 variations')
		expect(of(300).finding).toBe('First in 100 % of 300 variations')
	})

	it('names tied candidates and explains the tie', () => {
		const shared = firmnessText(
			{ kind: 'shared', candidateIds: ['a', 'b', 'c'] },
			['Ann', 'Bob', 'Cy'],
			'SCALE',
		)
		expect(shared.finding).toBe('Ann, Bob and Cy cannot be told apart')
		expect(shared.meaning).toContain('your answers put none of them ahead of the others')
		const pair = firmnessText({ kind: 'shared', candidateIds: ['a', 'b'] }, ['Ann', 'Bob'], 'SCALE')
		expect(pair.meaning).toContain('your answers put neither ahead of the other')
		const close = firmnessText(
			{ kind: 'close', candidateIds: ['a', 'b'], ...share },
			['Ann', 'Bob'],
			'POLICY_PICK',
		)
		expect(close.finding).toBe('Ann and Bob cannot be told apart')
		expect(close.meaning).toContain('Ann is ahead, but by so little')
		expect(close.meaning).toContain('in 130 of 140 variations')
	})

	it('is omitted if the server ranks the candidates differently', () => {
		const attempt = answered(
			'BINARY',
			['a', 'a', 'a', 'b', 'b', 'b'].map((id, index) => statement(`p${index}`, id)),
			[1, 1, 1, 0, 0, 0],
		)
		const results = resultsOf(attempt)
		expect(firmnessOf(attempt, ['a', 'b'], 'seed')?.kind).toBe('first')
		expect(firmnessWords(results)?.finding).toMatch(/^First in 100 %/)
		const ranks = [2, 1]
		const candidates = results.candidates.map((each, index) => ({
			...each,
			rank: ranks[index] ?? null,
		}))
		expect(firmnessWords({ ...results, candidates })).toBeNull()
		const tied = results.candidates.map((each) => ({ ...each, rank: 1 }))
		expect(firmnessWords({ ...results, candidates: tied })).toBeNull()
	})
})

describe('share text', () => {
	const attempt = answered(
		'SCALE',
		['a', 'b', 'c', 'd', 'd'].map((id, index) => statement(`p${index}`, id)),
		[2, 2, -1, null, 1],
	)
	const results: AttemptResults = resultsOf(attempt)
	const around = { firmness: 'A and B cannot be told apart', address: 'https://evenhand.example' }
	const lines = (...parts: SharePart[]): string[] =>
		shareLines(results, around, new Set(parts)).map(({ text }) => text)

	it('contains only the ticked parts', () => {
		expect(lines()).toEqual([])
		expect(lines('quiz')).toEqual(['Who of 1912'])
		expect(lines('election')).toEqual(['Election of 1912'])
		expect(lines('firmness')).toEqual(['A and B cannot be told apart'])
		expect(lines('address')).toEqual(['https://evenhand.example'])
	})

	it('marks ties in the top match and the list', () => {
		expect(lines('top')[0]).toMatch(/^Top match: Name [ab] and Name [ab] \(tie\): 100%, Strong Al/)
		expect(lines('all')).toEqual([
			expect.stringMatching(/^1 \(tie\)\. Name [ab]: 100%, Strong Alignment$/),
			expect.stringMatching(/^1 \(tie\)\. Name [ab]: 100%, Strong Alignment$/),
			'3. Name c: 25%, Low Alignment',
			'Name d: no percentage',
		])
	})

	it('keeps a fixed order and contains no answers', () => {
		const all = lines('address', 'all', 'quiz', 'top', 'firmness', 'election')
		expect(all[0]).toBe('Who of 1912')
		expect(all.at(-1)).toBe('https://evenhand.example')
		expect(all.join('\n')).not.toMatch(/Statement|agree/i)
	})
})

describe('answers without a leader', () => {
	const neutral = resultsOf(
		answered(
			'SCALE',
			['a', 'b', 'c'].map((id) => statement(`p${id}`, id)),
			[0, 0, 0],
		),
	)
	const markup = renderToStaticMarkup(createElement(TopMatch, { results: neutral }))

	it('show no top match and explain the reason', () => {
		expect(markup).toContain('No top match')
		expect(markup).toContain('You answered neutral to every statement')
		expect(markup).not.toContain('Top Match')
		expect(markup).not.toContain('50%')
	})

	it('share neither firmness nor a top match', () => {
		expect(firmnessWords(neutral)).toBeNull()
		const around = { firmness: null, address: '' }
		expect(shareLines(neutral, around, new Set(['top', 'firmness']))).toEqual([])
	})
})

describe('results wording', () => {
	it('joins names into a list', () => {
		expect(listText([])).toBe('')
		expect(listText(['A'])).toBe('A')
		expect(listText(['A', 'B'])).toBe('A and B')
	})

	it('handles a missing figure and rank', () => {
		const [one] = resultsOf(answered('SCALE', [statement('p', 'a')], [null])).candidates
		if (one === undefined) throw new Error('there is no candidate')
		expect(placeText(one, [one])).toBe('Name a')
		expect(figureText(one.percentage, 'SCALE')).toBe('no percentage')
	})

	it('derives the band from the rounded figure', () => {
		expect(figureText(75.96, 'SCALE')).toBe('76%, Strong Alignment')
		expect(figureText(75.94, 'SCALE')).toBe('75.9%, Moderate Alignment')
		expect(figureText(49.95, 'SCALE')).toBe('50%, Moderate Alignment')
	})
})
