import { describe, expect, it } from 'vitest'
import { FEEDBACK_COLUMNS, feedbackCells, LIKE_FORMULA } from '#domain/csv.ts'

const testResult = {
	candidate1Name: 'Ann',
	candidate2Name: 'Bob',
	totalPolicies: 10,
	accuracyPercentage: 70,
	completed: true,
}
const record = {
	sessionId: 'session',
	feedbackText: 'Good',
	submittedAt: '2026-11-21T12:00:00.000Z',
	testResult,
}
const cell = (column: (typeof FEEDBACK_COLUMNS)[number], given: object) =>
	feedbackCells({ ...record, ...given })[FEEDBACK_COLUMNS.indexOf(column)]

describe('row of exported feedback', () => {
	it('has a cell for each column in order', () => {
		expect(feedbackCells(record)).toEqual([
			'2026-11-21T12:00:00.000Z',
			'session',
			'Good',
			'Ann vs Bob',
			'70.0%',
			'Completed',
		])
	})

	it('replaces commas in the feedback with semicolons', () => {
		const feedbackText = ' One, two,"three"\r\n;=four\t'
		expect(cell('Feedback', { feedbackText })).toBe(` One; two;"three"\r\n;'=four\t`)
	})

	it.each([
		['hi,=1+1,x', "hi;'=1+1;x"],
		['hi; +1', "hi; '+1"],
		['one\n-two\n\n@three', "one\n'-two\n\n'@three"],
		["a;'=1", "a;''=1"],
		['1=1; a-b, c@d', '1=1; a-b; c@d'],
	])('escapes formulas after semicolons and line breaks: %j', (feedbackText, text) => {
		expect(cell('Feedback', { feedbackText })).toBe(text)
		const read = text.replace(/([;\r\n]\s*)'('*[=+\-@\t])/g, '$1$2')
		expect(read, 'survives a round trip').toBe(feedbackText.replaceAll(',', ';'))
	})

	it('leaves an unknown date empty', () => {
		expect(cell('Date', { submittedAt: null })).toBe('')
	})

	it('numbers candidates without a name', () => {
		const nameless = { ...testResult, candidate1Name: null, candidate2Name: '' }
		expect(cell('Test Candidates', { testResult: nameless })).toBe('Candidate 1 vs Candidate 2')
	})

	it.each([
		[{ totalPolicies: 0, accuracyPercentage: 0 }, ''],
		[{ totalPolicies: null, accuracyPercentage: null }, ''],
		[{ totalPolicies: 3, accuracyPercentage: 0 }, '0.0%'],
		[{ totalPolicies: 3, accuracyPercentage: 66.7 }, '66.7%'],
	])('shows the accuracy only after a guess: %j', (guessed, text) => {
		expect(cell('Accuracy', { testResult: { ...testResult, ...guessed } })).toBe(text)
	})

	it('shows unfinished tests as incomplete', () => {
		expect(cell('Status', { testResult: { ...testResult, completed: false } })).toBe('Incomplete')
	})

	it('shows "No test data" without a test', () => {
		expect(feedbackCells({ ...record, sessionId: null, testResult: null }).slice(1)).toEqual([
			'',
			'Good',
			'No test data',
			'',
			'No test data',
		])
	})
})

describe('LIKE_FORMULA', () => {
	it.each(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '\x1b', '\x7f', '\x85', "'=", "''@"])(
		'matches formulas, control characters and escaped texts: %j',
		(beginning) => {
			expect(LIKE_FORMULA.test(`${beginning}1+1`)).toBe(true)
		},
	)

	it.each(['1+1', 'a=b', ' =1', "'quoted'", '"=1"', ''])('does not match: %j', (text) => {
		expect(LIKE_FORMULA.test(text)).toBe(false)
	})
})
