import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { AttemptResults } from '#device/results.ts'
import { agreementOf } from '#domain/score.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import { answered, attemptOf, statement } from '#tests/support/attempts.ts'
import { certaintyOf } from '#web/features/results/certainty.tsx'
import { YourPriorities } from '#web/features/results/priorities.tsx'
import { type SharePart, shareLines } from '#web/features/results/share-dialog.tsx'
import { distanceText, standingsOf } from '#web/features/results/standings.tsx'
import { AllCandidates, TopMatch } from '#web/features/results/top-match.tsx'
import {
	categoriesIn,
	clarityText,
	figureText,
	firmnessTexts,
	givenText,
	listText,
	placeText,
	positionText,
	prioritiesText,
	stepsText,
	topicText,
} from '#web/features/results/words.ts'
import { resultsOf } from './results.ts'

describe('certainty text', () => {
	const share = { first: 81, variations: 103 }

	it('points to, leans towards, or does not separate the first ones, by chance', () => {
		expect(clarityText(0.05, ['Ann'])).toEqual({
			finding: 'Your answers clearly point to Ann.',
			cases: 'Random answers would lead by this much in 5 of 100 cases.',
		})
		expect(clarityText(0.0005, ['Ann']).cases).toContain('in fewer than 1 of 100 cases')
		expect(clarityText(0.2, ['Ann', 'Bob']).finding).toBe('Your answers lean towards Ann and Bob.')
		expect(clarityText(0.21, ['Ann'])).toEqual({
			finding:
				'Your answers do not clearly separate these candidates: random answers would lead by this much in 21 of 100 cases.',
			cases: null,
		})
	})

	it('counts the changed answers that keep the first place', () => {
		const firm = firmnessTexts({ kind: 'first', candidateIds: ['a'], ...share }, ['Ann'])
		expect(firm).toEqual([
			'We changed your answers one at a time, 103 ways. Ann stayed first in 81.',
		])
	})

	it('names effectively tied candidates', () => {
		const names = ['Ann', 'Bob', 'Cy']
		const shared = firmnessTexts({ kind: 'shared', candidateIds: ['a', 'b', 'c'] }, names)
		expect(shared).toEqual([
			'Ann, Bob, and Cy are effectively tied.',
			'They have the same percentage.',
		])
		const close = firmnessTexts({ kind: 'close', candidateIds: ['a', 'b'], ...share }, [
			'Ann',
			'Bob',
		])
		expect(close).toEqual([
			'Ann and Bob are effectively tied.',
			'Ann is barely ahead. Small changes to your answers could put someone else first.',
			'We changed your answers one at a time, 103 ways. Ann stayed first in 81.',
		])
	})

	const sides = ['a', 'a', 'a', 'b', 'b', 'b'].map((id, index) => statement(`p${index}`, id))

	it('is omitted if the server ranks the candidates differently', () => {
		const attempt = answered('BINARY', sides, [1, 1, 1, 0, 0, 0])
		const results = resultsOf(attempt)
		expect(certaintyOf(results)?.finding).toBe('Your answers lean towards Name a.')
		const ranks = [2, 1]
		const candidates = results.candidates.map((each, index) => ({
			...each,
			rank: ranks[index] ?? null,
		}))
		expect(certaintyOf({ ...results, candidates })).toBeNull()
		const tied = results.candidates.map((each) => ({ ...each, rank: 1 }))
		expect(certaintyOf({ ...results, candidates: tied })).toBeNull()
	})

	it('says surely ahead only if no unknown position can change it', () => {
		const known = (id: string, positions: Readonly<Record<string, number>>) =>
			sides.map((each) => (each.candidateId === id ? { ...each, positions } : each))
		// All of b's positions are known, and a's on the own statements only.
		const detailsOf = (statements: readonly Statement[], values: readonly number[]) =>
			certaintyOf(resultsOf(answered('BINARY', statements, values)))?.details.join(' ')
		expect(detailsOf(known('a', { b: -2 }), [1, 1, 1, 0, 0, 0])).toContain(
			'Name a is surely ahead, whatever the unknown positions are.',
		)
		expect(detailsOf(known('a', { b: 2 }), [1, 1, 1, 1, 1, 0])).toContain(
			'3 unknown positions could change who comes first.',
		)
		expect(detailsOf(sides, [1, 1, 1, 0, 0, 0])).not.toContain('unknown')
	})
})

describe('agreement in words', () => {
	const stepsOf = (quizType: QuizType, value: number | null, position = 2): string | null =>
		stepsText({ agreement: agreementOf({ quizType, formula: 3 }, value, position) }, quizType)

	it('counts the steps between answer and position', () => {
		expect(stepsOf('SCALE', 2)).toBe('You agree')
		expect(stepsOf('SCALE', 1)).toBe('You differ by one step')
		expect(stepsOf('SCALE', 1, -1)).toBe('You differ by 2 steps')
		expect(stepsOf('SCALE', -2)).toBe('You differ by 4 steps')
		expect(stepsOf('BINARY', 0)).toBe('You disagree')
		expect(stepsOf('BINARY', 1, 1)).toBe('You differ by one step')
		expect(stepsOf('POLICY_PICK', 1)).toBe('You agree')
	})

	it('distinguishes statements that do not count', () => {
		expect(stepsOf('SCALE', null)).toBeNull()
		expect(stepsOf('POLICY_PICK', 0)).toBeNull()
		const { attempt } = resultsOf(
			attemptOf('SCALE', [statement('p', 'a'), statement('q', 'a')], { answers: { p: null } }),
		)
		expect(givenText(attempt, 'p', null)).toBe('Skipped')
		expect(givenText(attempt, 'q', null)).toBe('No answer')
	})

	it('names positions, unknown ones too', () => {
		expect([-2, -1, 0, 1, 2, null].map(positionText)).toEqual([
			...['Strongly against', 'Against', 'Neutral', 'For', 'Strongly for'],
			'No known position',
		])
	})
})

describe('standings', () => {
	const own = [statement('p0', 'a'), statement('p1', 'b')]
	const contested = own.map((each) =>
		each.policyId === 'p0' ? { ...each, positions: { b: -1 } } : each,
	)

	it('show every position, in the order of the candidates', () => {
		const standings = standingsOf(resultsOf(answered('SCALE', contested, [2, null])))
		const shown = standings.map(({ answer, stances }) => [
			answer,
			...stances.map(({ candidate, position }) => `${candidate.candidateId} ${position}`),
		])
		expect(shown).toEqual([
			['Strongly agree', 'a 2', 'b -1'],
			['No answer', 'a null', 'b 2'],
		])
	})

	it('know only the owner if no candidate has other positions', () => {
		const standings = standingsOf(resultsOf(answered('SCALE', own, [2, 1])))
		expect(standings.map(({ stances }) => stances.map(({ position }) => position))).toEqual([
			[2, null],
			[null, 2],
		])
	})

	it('place answers on the scale of positions, except policies that were not picked', () => {
		const places = (quizType: QuizType, values: readonly (number | null)[]) =>
			standingsOf(resultsOf(answered(quizType, own, values))).map((each) => each.own)
		expect(places('SCALE', [-1, null])).toEqual([-1, null])
		expect(places('BINARY', [0, 1])).toEqual([-2, 2])
		expect(places('POLICY_PICK', [1, null])).toEqual([2, null])
	})

	it('say how far apart two positions are', () => {
		expect([2, 1, 0, -1, null].map((position) => distanceText(2, position))).toEqual([
			...['the same as you', 'differs by one step', 'differs by 2 steps', 'on the other side'],
			null,
		])
		expect(distanceText(1, -1)).toBe('on the other side')
		expect(distanceText(null, 2)).toBeNull()
	})
})

describe('share text', () => {
	const attempt = answered(
		'SCALE',
		['a', 'b', 'c', 'd', 'd'].map((id, index) => statement(`p${index}`, id)),
		[2, 2, -1, null, 1],
	)
	const results: AttemptResults = resultsOf(attempt)
	const around = {
		certainty: 'Your answers clearly point to A.',
		address: 'https://evenhand.example',
	}
	const lines = (...parts: SharePart[]): string[] =>
		shareLines(results, around, new Set(parts)).map(({ text }) => text)

	it('contains only the ticked parts', () => {
		expect(lines()).toEqual([])
		expect(lines('quiz')).toEqual(['Who of 1912'])
		expect(lines('election')).toEqual(['Election of 1912'])
		expect(lines('certainty')).toEqual(['Your answers clearly point to A.'])
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
		const all = lines('address', 'all', 'quiz', 'top', 'certainty', 'election')
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

	it('share neither certainty nor a top match', () => {
		expect(certaintyOf(neutral)).toBeNull()
		const around = { certainty: null, address: '' }
		expect(shareLines(neutral, around, new Set(['top', 'certainty']))).toEqual([])
	})
})

describe('summary of many candidates', () => {
	it.each([
		[10, 10, false],
		[11, 5, true],
	])('of %i shows %i', (count, shown, hasMore) => {
		const ids = Array.from({ length: count }, (_, index) => `c${index}`)
		const results = resultsOf(
			answered(
				'BINARY',
				ids.map((id) => statement(`p${id}`, id)),
				ids.map(() => 1),
			),
		)
		for (const part of [
			createElement(AllCandidates, { results, onAll: () => undefined }),
			createElement(YourPriorities, { results, notes: null }),
		]) {
			const markup = renderToStaticMarkup(part)
			expect(markup.match(/<li>/g)).toHaveLength(shown)
			expect(markup.includes(`${count - shown} more candidates below these.`)).toBe(hasMore)
		}
	})
})

describe('topics', () => {
	it('come in the order of the catalogue, then unknown ones, then the rest', () => {
		const statements = ['', 'X', 'GOVERNANCE', 'ECONOMY', 'X'].map((category) => ({ category }))
		const found = categoriesIn([...statements, { category: null }])
		expect(found).toEqual(['ECONOMY', 'GOVERNANCE', 'X', null])
		expect(found.map(topicText)).toEqual(['Economy', 'Governance', 'X', 'Other topics'])
	})
})

describe('second figure in words', () => {
	const place = (name: string, rank: number | null, percentage: number | null) => ({
		...{ name, rank, percentage },
	})
	const stored = [place('Ann', 1, 72), place('Bob', 2, 66)]

	it('says if the first place stays, moves, is shared, or is gone', () => {
		expect(prioritiesText([place('Ann', 1, 75), place('Bob', 2, 70)], stored)).toBe(
			'With your priorities, Ann stays first with 75%.',
		)
		expect(prioritiesText([place('Bob', 1, 80.5), place('Ann', 2, 70)], stored)).toBe(
			'With your priorities, Bob comes first with 80.5%.',
		)
		expect(prioritiesText([place('Ann', 1, 70), place('Bob', 1, 70)], stored)).toBe(
			'With your priorities, Ann and Bob tie for first with 70%.',
		)
		expect(prioritiesText([place('Ann', null, null), place('Bob', null, null)], stored)).toBe(
			'With your priorities, no candidate has a percentage.',
		)
	})

	it('does not say that one of several first places stays', () => {
		const tied = [place('Ann', 1, 72), place('Bob', 1, 72)]
		expect(prioritiesText([place('Ann', 1, 75), place('Bob', 2, 70)], tied)).toContain(
			'Ann comes first',
		)
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
