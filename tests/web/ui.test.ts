import { describe, expect, it } from 'vitest'
import { answerText, dayText, minuteText, momentText, sizeText } from '#web/ui/format.ts'

describe('dates', () => {
	it('show the election day in every time zone', () => {
		expect(dayText('1912-11-05')).toBe('November 5, 1912')
	})

	it('show invalid values unchanged', () => {
		expect(dayText('soon')).toBe('soon')
		expect(momentText('soon')).toBeNull()
		expect(momentText(null)).toBeNull()
	})
})

describe('moments', () => {
	it('show the year only if it is not the current one', () => {
		const moment = new Date(2026, 10, 21, 14, 5).getTime()
		expect(minuteText(moment, new Date(2026, 11, 1).getTime())).toBe('Nov 21, 2:05 PM')
		expect(minuteText(moment, new Date(2027, 0, 1).getTime())).toBe('Nov 21, 2026, 2:05 PM')
	})
})

describe('sizes', () => {
	it('are rounded and at least 1 KB', () => {
		expect([1, 49_000, 1_048_575, 1_300_000].map(sizeText)).toEqual([
			'1 KB',
			'48 KB',
			'1024 KB',
			'1.2 MB',
		])
	})
})

describe('answer texts', () => {
	it('cover every answer of every quiz type', () => {
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
