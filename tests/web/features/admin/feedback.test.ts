import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { FeedbackRecord } from '#contract/admin/knowledge-test.ts'
import { FEEDBACK_COLUMNS, feedbackCells } from '#domain/csv.ts'
import { datedName, toCsv } from '#web/features/admin/kit/csv.ts'
import { matchesTerm, placeOf, searchOf } from '#web/features/admin/knowledge-test/use-feedback.ts'

const record = (fields: Partial<FeedbackRecord> = {}): FeedbackRecord => ({
	id: '1',
	sessionId: 'b7f3',
	feedbackText: 'Too hard, I think',
	submittedAt: '2026-11-22T10:00:00.000Z',
	testResult: {
		candidate1Name: 'Theodore Roosevelt',
		candidate2Name: 'Woodrow Wilson',
		correctGuesses: 7,
		totalPolicies: 10,
		accuracyPercentage: 70,
		completed: true,
	},
	...fields,
})

describe('feedback list position', () => {
	it('round-trips through the address without defaults', () => {
		const places = [
			{ page: 0, size: 10, direction: 'DESC' },
			{ page: 3, size: 50, direction: 'ASC' },
		] as const
		expect(places.map(searchOf)).toEqual([{}, { page: 4, size: 50, direction: 'ASC' }])
		expect(places.map((place) => placeOf(searchOf(place)))).toEqual(places)
		// Search params are strings.
		expect(placeOf({ page: '4', size: '50', direction: 'ASC' })).toEqual(places[1])
	})

	it('falls back to the defaults for invalid values', () => {
		const first = { page: 0, size: 10, direction: 'DESC' }
		for (const odd of ['0', '-1', '1.5', 'x', '', null, {}]) {
			expect(placeOf({ page: odd, size: odd, direction: odd })).toEqual(first)
		}
	})
})

describe('feedback search', () => {
	it('matches text, session, and candidates in any case and order', () => {
		for (const term of ['think', 'B7F3', 'wilson roosevelt', 'hard woodrow']) {
			expect(matchesTerm(term)(record()), term).toBe(true)
		}
		expect(matchesTerm('taft')(record())).toBe(false)
	})

	it('matches only the text of feedback without a session', () => {
		const bare = record({ sessionId: null, testResult: null })
		expect([matchesTerm('hard')(bare), matchesTerm('wilson')(bare)]).toEqual([true, false])
	})
})

describe('feedback CSV', () => {
	it('parses back to the written cells (commas become semicolons)', async () => {
		const text = 'First, a line\nthen “another”, with "quotes"'
		const csv = await toCsv(FEEDBACK_COLUMNS, [feedbackCells(record({ feedbackText: text }))])
		const { data, errors } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').trimEnd())
		expect(errors).toEqual([])
		expect(data).toEqual([
			['Date', 'Session ID', 'Feedback', 'Test Candidates', 'Accuracy', 'Status'],
			[
				'2026-11-22T10:00:00.000Z',
				'b7f3',
				text.replaceAll(',', ';'),
				'Theodore Roosevelt vs Woodrow Wilson',
				'70.0%',
				'Completed',
			],
		])
	})

	it('escapes cells that a spreadsheet would run as formulas', async () => {
		const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\u0000=1', "'=1"]
		const csv = await toCsv(
			['Feedback'],
			texts.map((text) => [text]),
		)
		const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').trimEnd())
		expect(data.slice(1).flat()).toEqual(texts.map((text) => `'${text}`))
	})

	it('starts with a byte order mark and ends lines with CRLF', async () => {
		expect(await toCsv(['A', 'B'], [['1', '2']])).toBe('\uFEFFA,B\r\n1,2\r\n')
	})

	it('is named after the local date', () => {
		expect(datedName('feedback', new Date(2026, 0, 5, 23, 59).getTime())).toBe(
			'feedback_2026-01-05.csv',
		)
	})
})
