import { describe, expect, it } from 'vitest'
import type { TestResults } from '#contract/knowledge-test.ts'
import type { OutboxEntry } from '#device/db.ts'
import { shareText } from '#web/features/test/results-actions.tsx'
import {
	detailsOf,
	detailsOfResults,
	figuresOf,
	figureTexts,
	isWaiting,
	marksOf,
	outcomesOf,
	readSummary,
} from '#web/features/test/results-model.ts'
import { guessOf, sessionWith } from './session.ts'

const summary = {
	totalPolicies: 3,
	correctGuesses: 1,
	accuracyPercentage: 33.3,
	avgResponseTimeMs: 2000,
}
const results: TestResults = {
	summary,
	policyResults: [
		{
			policyId: 'p1',
			policyText: 'Policy 1.',
			correct: false,
			guessedCandidateName: 'Ann Archer',
			correctCandidateName: 'Bob',
		},
	],
}
const graded = [guessOf(1, 'a', true, 1000), guessOf(2, 'b', false, 3000)]
const refused = { ...guessOf(4, 'a', null), refused: true }
const ungraded = [...graded, guessOf(3, 'a', null)]

describe('session marks', () => {
	it('distinguish refused guesses from wrong ones', () => {
		expect(marksOf(sessionWith(3, [...ungraded, refused]))).toEqual([true, false, null, 'refused'])
		expect(marksOf(sessionWith(3, graded))).toEqual([true, false])
	})
})

describe('session figures', () => {
	it('exclude refused guesses, also from the details', () => {
		const session = sessionWith(4, [...graded, refused])
		expect(figuresOf(session, false)).toMatchObject({
			state: 'estimated',
			summary: { totalPolicies: 2, correctGuesses: 1 },
		})
		expect(detailsOf(session, false)).toHaveLength(2)
		expect(figuresOf(sessionWith(4, [refused]), false)).toEqual({ state: 'empty' })
	})

	it('are estimated on the device while guesses wait', () => {
		const own = {
			totalPolicies: 2,
			correctGuesses: 1,
			accuracyPercentage: 50,
			avgResponseTimeMs: 2000,
		}
		const session = sessionWith(3, graded, { summary })
		expect(figuresOf(session, true)).toEqual({ state: 'estimated', summary: own })
		expect(figuresOf(sessionWith(3, graded), false)).toEqual({ state: 'estimated', summary: own })
	})

	it("are the server's once nothing waits", () => {
		expect(figuresOf(sessionWith(3, ungraded, { summary }), false)).toEqual({
			state: 'confirmed',
			summary,
		})
	})

	it("use the device's response time if the server has none", () => {
		const session = sessionWith(3, graded, { summary: { ...summary, avgResponseTimeMs: 0 } })
		expect(figuresOf(session, false)).toMatchObject({ summary: { avgResponseTimeMs: 2000 } })
	})

	it('are unavailable while a guess is ungraded', () => {
		expect(figuresOf(sessionWith(3, ungraded), true)).toEqual({ state: 'waiting' })
	})

	it("prefer the server's outcome of a guess", () => {
		expect(outcomesOf(sessionWith(3, ungraded, { results }))).toEqual([false, false, null])
	})
})

describe('waiting entries', () => {
	const entry = (command: string, state: OutboxEntry['state']) =>
		({ command, state }) as unknown as OutboxEntry

	it('exclude feedback and refused entries', () => {
		expect(isWaiting([entry('test.feedback', 'waiting'), entry('test.guess', 'refused')])).toBe(
			false,
		)
		expect(isWaiting([entry('test.complete', 'waiting')])).toBe(true)
	})
})

describe('result details', () => {
	it('come from the device if every guess is graded', () => {
		expect(detailsOf(sessionWith(3, graded), true)).toEqual([
			{ key: 'p1', text: 'Policy 1.', correct: true, guessed: 'Ann Archer', owner: 'Ann Archer' },
			{ key: 'p2', text: 'Policy 2.', correct: false, guessed: 'Bob', owner: 'Ann Archer' },
		])
		expect(detailsOf(sessionWith(3, ungraded), true)).toBeNull()
	})

	// Only the server could grade that guess, so the device would wait forever.
	it('come from the server if it refused an ungraded guess', () => {
		const session = sessionWith(3, ungraded, { results })
		expect(detailsOf(session, true)).toBeNull()
		expect(detailsOf(session, false)).toEqual(detailsOfResults(results))
		expect(detailsOf(sessionWith(3, ungraded), false)).toBeNull()
	})

	it('come from the server for a foreign session without ids', () => {
		const [first] = results.policyResults
		if (first === undefined) throw new Error('there is one')
		const without = { ...results, policyResults: [{ ...first, policyId: null }] }
		expect(detailsOfResults(without)).toEqual([
			{ key: '0', text: 'Policy 1.', correct: false, guessed: 'Ann Archer', owner: 'Bob' },
		])
	})
})

describe('figure texts', () => {
	it('have one decimal, and a dash without a time', () => {
		expect(figureTexts(summary)).toEqual({ totals: '1 of 3', accuracy: '33.3%', time: '2.0 s' })
		const untimed = { ...summary, accuracyPercentage: 70, avgResponseTimeMs: 0 }
		expect(figureTexts(untimed)).toMatchObject({ accuracy: '70.0%', time: '–' })
	})

	it('contain no answers or ids when shared', () => {
		expect(shareText(summary, 'https://evenhand.example/test')).toBe(
			'I matched 1 of 3 policies to the right candidate (33.3%) in the policy knowledge test. How many can you match? https://evenhand.example/test',
		)
	})

	it('are read from the address unless it is broken', () => {
		expect(readSummary(JSON.stringify(summary))).toEqual(summary)
		expect(readSummary('{"totalPolicies":10,"correctCount":4,"accuracy":40}')).toMatchObject({
			correctGuesses: 4,
		})
		for (const broken of [null, '', '{"tot', '{}', '7']) expect(readSummary(broken)).toBeNull()
	})

	it.each([
		{ correctGuesses: -5 },
		{ correctGuesses: 2.5 },
		{ correctGuesses: 4 },
		{ totalPolicies: 1e300 },
		{ accuracyPercentage: 5000 },
		{ avgResponseTimeMs: 1e12 },
	])('reject impossible values in the address: %o', (odd) => {
		expect(readSummary(JSON.stringify({ ...summary, ...odd }))).toBeNull()
	})

	it('derive a missing accuracy', () => {
		expect(readSummary('{"totalPolicies":10,"correctCount":7}')).toMatchObject({
			accuracyPercentage: 70,
		})
	})
})
