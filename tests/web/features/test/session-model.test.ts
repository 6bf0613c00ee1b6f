import { describe, expect, it } from 'vitest'
import { sideOfSwipe } from '#domain/swipe.ts'
import {
	currentPolicy,
	offersResults,
	phaseOf,
	readTestSearch,
	testProgress,
} from '#web/features/test/session-model.ts'
import { guessOf, sessionWith } from './session.ts'

const guesses = (count: number) =>
	Array.from({ length: count }, (_, index) => guessOf(index + 1, 'a', true))
const calm = { asked: false, storing: false }

describe('session phase', () => {
	it('is testing while policies are left', () => {
		expect(phaseOf(sessionWith(20), calm)).toBe('testing')
		expect(phaseOf(sessionWith(20, guesses(19)), calm)).toBe('testing')
	})

	it('is demographics after the last guess or on request', () => {
		expect(phaseOf(sessionWith(3, guesses(3)), calm)).toBe('demographics')
		expect(phaseOf(sessionWith(20, guesses(12)), { ...calm, asked: true })).toBe('demographics')
	})

	it('stays testing until the last guess is stored', () => {
		expect(phaseOf(sessionWith(20, guesses(12)), { asked: true, storing: true })).toBe('testing')
		expect(phaseOf(sessionWith(3, guesses(3)), { asked: false, storing: true })).toBe('testing')
	})

	it('is results once the session ended', () => {
		const ended = sessionWith(20, guesses(4), { stage: 'finished' })
		expect(phaseOf(ended, { asked: true, storing: true })).toBe('results')
	})
})

describe('current policy', () => {
	it('is the first policy without a guess', () => {
		const { policies } = sessionWith(3)
		expect(currentPolicy(policies, new Set())?.policyId).toBe('p1')
		expect(currentPolicy(policies, new Set(['p1', 'p3']))?.policyId).toBe('p2')
		expect(currentPolicy(policies, new Set(['p1', 'p2', 'p3']))).toBeNull()
	})

	it('offers the results after ten guesses if policies remain', () => {
		const offered = [9, 10, 19, 20].map((count) => offersResults(sessionWith(20, guesses(count))))
		expect(offered).toEqual([false, true, true, false])
		expect(offersResults(sessionWith(10, guesses(10)))).toBe(false)
	})
})

describe('test progress', () => {
	it.each([
		[0, 20, { number: 1, total: 10, percentage: 0 }],
		[9, 20, { number: 10, total: 10, percentage: 90 }],
		[10, 20, { number: 11, total: 20, percentage: 50 }],
		[20, 20, { number: 20, total: 20, percentage: 100 }],
		[1, 4, { number: 2, total: 4, percentage: 25 }],
		[4, 4, { number: 4, total: 4, percentage: 100 }],
		[0, 0, { number: 0, total: 0, percentage: 0 }],
	])('of %i guesses of %i policies counts ten, then all', (given, all, expected) => {
		expect(testProgress(given, all)).toEqual(expected)
	})
})

describe('swipe', () => {
	it.each([
		[60, null],
		[-60, null],
		[61, 1],
		[-61, 0],
	])('of %i px picks a side beyond 60', (dx, side) => {
		expect(sideOfSwipe(dx)).toBe(side)
	})
})

describe('test search params', () => {
	it('are read completely or not at all', () => {
		const whole = { returnToResults: 'true', sessionId: 's1', summary: '{}' }
		expect(readTestSearch(whole)).toEqual({ ...whole, returnToResults: true })
		expect(readTestSearch({ returnToResults: true, sessionId: 's1', other: '1' })).toEqual({
			returnToResults: true,
			sessionId: 's1',
		})
		expect(readTestSearch({ returnToResults: 'true', summary: '{}' })).toEqual({})
		expect(readTestSearch({ sessionId: 's1' })).toEqual({})
	})
})
