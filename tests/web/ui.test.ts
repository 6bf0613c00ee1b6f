import { describe, expect, it } from 'vitest'
import { answerText } from '#web/ui/answers.ts'
import { dayText, momentText } from '#web/ui/dates.ts'

describe('dates in words', () => {
	it('shows an election on its own day in every time zone', () => {
		expect(dayText('1912-11-05')).toBe('November 5, 1912')
	})

	it('shows what a server sent when it is no day, rather than "Invalid Date"', () => {
		expect(dayText('soon')).toBe('soon')
		expect(momentText('soon')).toBeNull()
		expect(momentText(null)).toBeNull()
	})
})

describe('answers in words', () => {
	it('has a word for every answer of every quiz type, and for none', () => {
		expect([-2, -1, 0, 1, 2].map((value) => answerText('SCALE', value))).toEqual([
			'Strongly disagree',
			'Disagree',
			'Neutral',
			'Agree',
			'Strongly agree',
		])
		expect([0, 1].map((value) => answerText('BINARY', value))).toEqual(['Disagree', 'Agree'])
		expect([0, 1].map((value) => answerText('POLICY_PICK', value))).toEqual([
			'Not picked',
			'Picked',
		])
		expect(answerText('SCALE', null)).toBe('No answer')
	})
})
