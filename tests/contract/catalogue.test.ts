import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Candidate, Policy } from '#contract/candidates.ts'
import { CompareQuiz, QuizValidation } from '#contract/compare-quizzes.ts'
import { Election, elections } from '#contract/elections.ts'
import { Day, Id, idParams, OptionalNumber, RequestId, RequestIds } from '#contract/fields.ts'
import { firstMessages } from '#tests/support/first-messages.ts'

describe('id', () => {
	it('normalizes ids to text from numbers or texts', () => {
		expect([7, '7', 0, 'a-b'].map((id) => v.parse(Id, id))).toEqual(['7', '7', '0', 'a-b'])
		for (const id of [null, undefined, {}, true, Number.NaN]) {
			expect(v.safeParse(Id, id).success).toBe(false)
		}
	})

	it.each(['1', '123456789012345678', '0b7f1c52-3f0e-4b1e-9a57-5f0f9a4f9f10'])(
		'accepts the request id %s',
		(id) => {
			expect(v.parse(RequestId, id)).toBe(id)
		},
	)

	it('ignores the case of a request id', () => {
		const id = '0B7F1C52-3F0E-4B1E-9A57-5F0F9A4F9F10'
		expect(v.parse(RequestId, id)).toBe(id.toLowerCase())
	})

	it.each([
		['', 'nothing'],
		['1.5', 'no whole number'],
		['-1', 'below zero'],
		['1234567890123456789', 'more than a database can hold'],
		['1 OR 1=1', 'more than a number'],
		['1\n', 'a line end after the number'],
		['../users', 'a path'],
		['0b7f1c52-3f0e-4b1e-9a57-5f0f9a4f9f1', 'a UUID that is too short'],
	])('refuses the request id %j: %s', (id) => {
		expect(v.safeParse(RequestId, id).issues?.[0].message).toBe('must be a number or a UUID')
	})

	it('accepts ids as numbers in a list of up to 1,000', () => {
		expect(v.parse(RequestIds, [1, '2'])).toEqual(['1', '2'])
		expect(firstMessages(RequestIds, ['x'])).toEqual({ 0: 'must be a number or a UUID' })
		expect(firstMessages(RequestIds, 'x')).toEqual({ '': 'must be a list of ids' })
		expect(firstMessages(RequestIds, [{}])).toEqual({ 0: 'must be a number or a UUID' })
		expect(firstMessages(RequestIds, Array(1001).fill(1))).toEqual({
			'': 'must have at most 1000 ids',
		})
	})

	it('names the path parameter in its error', () => {
		expect(v.parse(idParams('electionId'), { electionId: '1' })).toEqual({ electionId: '1' })
		expect(firstMessages(idParams('electionId'), { electionId: 'x' })).toEqual({
			electionId: 'must be a number or a UUID',
		})
	})
})

describe('OptionalNumber', () => {
	it.each([
		[7, 7],
		['7', 7],
		['7.25', 7.25],
		['-0.5', -0.5],
		[0, 0],
		[null, null],
		[undefined, null],
	])('parses %j as %j', (sent, inside) => {
		expect(v.parse(OptionalNumber, sent)).toBe(inside)
	})

	it.each(['', 'seven', '7%', '0x10', {}, Number.NaN])('refuses %j as a number', (sent) => {
		expect(v.safeParse(OptionalNumber, sent).success).toBe(false)
	})
})

describe('day', () => {
	it('cuts the day off a date with time', () => {
		expect(v.parse(Day, '2026-11-03')).toBe('2026-11-03')
		expect(v.parse(Day, '2026-11-03T23:30:00-05:00')).toBe('2026-11-03')
	})

	it.each(['', '3.11.2026', '2026-13-01', '2026-00-10', '2026-11-32', '2026-11-031', '20261103'])(
		'refuses %j as a day',
		(day) => {
			expect(v.safeParse(Day, day).success).toBe(false)
		},
	)
})

describe('election', () => {
	const sent = { id: 3, name: 'Mayor', electionDate: '2026-11-03', jurisdiction: 'CITY' }

	it('gets defaults for missing fields', () => {
		expect(v.parse(Election, sent)).toEqual({
			id: '3',
			name: 'Mayor',
			electionDate: '2026-11-03',
			jurisdiction: 'CITY',
			state: null,
			county: null,
			city: null,
			zipCode: null,
			active: true,
		})
	})

	it('refuses an election with an unknown jurisdiction', () => {
		expect(v.safeParse(Election, { ...sent, jurisdiction: 'PLANET' }).success).toBe(false)
	})

	it('accepts trimmed, optional search terms', () => {
		expect(v.parse(elections.search.query, { state: ' Texas ' })).toEqual({ state: 'Texas' })
		expect(firstMessages(elections.search.query, { name: 'x'.repeat(201) })).toEqual({
			name: 'must be at most 200 characters',
		})
	})
})

describe('candidate', () => {
	const parse = (ids: object) => {
		const { electionId, electionIds } = v.parse(Candidate, { id: 1, name: 'Ann', ...ids })
		return { electionId, electionIds }
	}

	it.each([
		[{ electionId: 5 }, { electionId: '5', electionIds: ['5'] }],
		[{ electionIds: [5, '6'] }, { electionId: '5', electionIds: ['5', '6'] }],
		[
			{ electionId: null, electionIds: [6] },
			{ electionId: '6', electionIds: ['6'] },
		],
		[
			{ electionId: 5, electionIds: null },
			{ electionId: '5', electionIds: ['5'] },
		],
		[
			{ electionId: 5, electionIds: [] },
			{ electionId: '5', electionIds: ['5'] },
		],
		[
			{ electionId: 6, electionIds: [5, 6] },
			{ electionId: '6', electionIds: ['5', '6'] },
		],
		[{}, { electionId: null, electionIds: [] }],
	])('sent with %j has both election fields', (sent, inside) => {
		expect(parse(sent)).toEqual(inside)
	})
})

describe('policy', () => {
	const sent = { id: 1, text: 'Lower the tariff.' }

	it('reads clarity and complexity from flat fields or metadata', () => {
		const flat = v.parse(Policy, { ...sent, clarityScore: 6.5, complexityLevel: '4' })
		expect(flat).toEqual(v.parse(Policy, { ...sent, metadata: { clarity: '6.5', complexity: 4 } }))
		expect(flat).toMatchObject({ id: '1', clarity: 6.5, complexity: 4 })
		expect(flat).not.toHaveProperty('metadata')
	})

	it('prefers flat figures and defaults to null', () => {
		const both = { ...sent, clarityScore: 0, metadata: { clarity: 9 } }
		expect(v.parse(Policy, both).clarity).toBe(0)
		expect(v.parse(Policy, { ...sent, metadata: {} })).toMatchObject({
			clarity: null,
			complexity: null,
		})
	})
})

describe('compare quiz', () => {
	const sent = { id: 1, name: '1912', electionId: 2 }

	it('defaults to active and binary', () => {
		expect(v.parse(CompareQuiz, sent)).toEqual({
			id: '1',
			name: '1912',
			electionId: '2',
			electionName: null,
			candidateIds: [],
			active: true,
			startDate: null,
			endDate: null,
			quizType: 'BINARY',
		})
	})

	it('falls back to binary for an unknown quiz type', () => {
		for (const quizType of ['RANKING', 'CANDIDATE_GUESS', null, 7]) {
			expect(v.parse(CompareQuiz, { ...sent, quizType }).quizType).toBe('BINARY')
		}
		expect(v.parse(CompareQuiz, { ...sent, quizType: 'SCALE' }).quizType).toBe('SCALE')
	})

	it('defaults the message and count of a validation', () => {
		expect(v.parse(QuizValidation, { valid: false })).toEqual({
			valid: false,
			message: '',
			policyCount: 0,
		})
		expect(v.safeParse(QuizValidation, { message: 'ready' }).success).toBe(false)
	})
})
