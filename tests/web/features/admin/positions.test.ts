import { describe, expect, it } from 'vitest'
import {
	type GridFilter,
	type GridPosition,
	moveTo,
	progressOf,
	signed,
	statementFilter,
	valueOfKey,
} from '#web/features/admin/positions/grid-model.ts'
import { parseBlock, planPaste, readValue } from '#web/features/admin/positions/paste.ts'

const CANDIDATES = [
	{ id: 'ann', name: 'Ann' },
	{ id: 'bob', name: 'Bob' },
	{ id: 'cy', name: 'Cy' },
]
const statement = (id: string, candidateId: string, category = 'ECONOMY') => ({
	...{ id, candidateId, category },
	text: `Statement ${id} of this test`,
})
const STATEMENTS = [statement('s1', 'ann'), statement('s2', 'bob', 'HEALTHCARE')]

const POSITIONS: Readonly<Record<string, GridPosition>> = {
	's1 bob': { value: -1, status: 'VALIDATED', source: 'Speech', url: null },
	's2 ann': { value: 2, status: 'PENDING', source: null, url: null },
	's2 cy': { value: 0, status: 'VALIDATED', source: null, url: 'https://cy.example/' },
}
const cellOf = (policyId: string, candidateId: string) =>
	POSITIONS[`${policyId} ${candidateId}`] ?? null

describe('parseBlock', () => {
	it('splits rows and cells of every kind of line break', () => {
		expect(parseBlock('1\t2\r\n-1\t\r\n')).toEqual([
			['1', '2'],
			['-1', ''],
		])
		expect(parseBlock('agree')).toEqual([['agree']])
	})

	it('keeps tabs and line breaks of quoted cells', () => {
		expect(parseBlock('"a\tb\nc"\t2\n')).toEqual([['a\tb\nc', '2']])
	})

	it('keeps empty rows between filled ones and drops those at the end', () => {
		expect(parseBlock('1\n\n2\n\n\t\n')).toEqual([['1'], [''], ['2']])
		expect(parseBlock('')).toEqual([])
	})
})

describe('readValue', () => {
	it.each([
		...[['2', 2] as const, ['+1', 1] as const, ['0', 0] as const, ['-2', -2] as const],
		...[['−1', -1] as const, ['– 2', -2] as const, ['1.0', 1] as const, ['-0', 0] as const],
		...[['Strongly disagree', -2] as const, ['disagree', -1] as const, ['NEUTRAL', 0] as const],
		...[['agree ', 1] as const, ['strongly agree', 2] as const],
		...[['?', null] as const, ['unknown', null] as const],
	])('reads %s', (text, value) => {
		expect(readValue(text)).toBe(value)
	})

	it.each(['3', '-3', '1.5', 'yes', 'agreed', '12', '+'])('does not guess %s', (text) => {
		expect(readValue(text)).toBeUndefined()
	})
})

describe('planPaste', () => {
	const plan = (text: string, row = 0, column = 0) =>
		planPaste(parseBlock(text), {
			...{ row, column, statements: STATEMENTS, candidates: CANDIDATES },
			known: (policyId, candidateId) => cellOf(policyId, candidateId)?.value ?? null,
		})
	const changes = (text: string, row?: number, column?: number) =>
		plan(text, row, column).changes.map(({ statement: { id }, candidate, before, after }) => [
			...[id, candidate.id, before, after],
		])

	it('lists what changes, from the focused cell on', () => {
		expect(changes('agree\t1\n\t-2', 0, 1)).toEqual([
			['s1', 'bob', -1, 1],
			['s1', 'cy', null, 1],
			['s2', 'cy', 0, -2],
		])
	})

	it('skips empty cells and values that are there already', () => {
		expect(changes('\t-1\t\n2\t\t0')).toEqual([])
	})

	it('removes positions that are unknown', () => {
		expect(changes('?', 0, 1)).toEqual([['s1', 'bob', -1, null]])
		expect(changes('?', 0, 2)).toEqual([])
	})

	it('keeps owners at +2 and counts other values', () => {
		expect(plan('2\t1')).toMatchObject({ owned: 0 })
		expect(plan('-1\t1')).toMatchObject({ owned: 1, changes: [{ after: 1 }] })
	})

	it('lists words that it does not know with their cell', () => {
		expect(plan('yes\tagree\tperhaps')).toMatchObject({
			faults: [
				{ text: 'yes', candidate: { id: 'ann' } },
				{ text: 'perhaps', statement: { id: 's1' }, candidate: { id: 'cy' } },
			],
		})
	})

	it('counts filled cells beyond the grid', () => {
		expect(plan('1\t1\t\n1\t1\t1\n1', 1, 1)).toMatchObject({ outside: 4 })
	})
})

describe('valueOfKey', () => {
	it('chooses a step of the scale by 1 to 5', () => {
		const chosen = ['1', '2', '3', '4', '5'].map((key) => valueOfKey(key, '', null))
		expect(chosen).toEqual([-2, -1, 0, 1, 2])
		expect(valueOfKey('0', '', 2)).toBe(0)
	})

	it('raises and lowers by signs, within the scale', () => {
		expect(valueOfKey('+', '', null)).toBe(1)
		expect(valueOfKey('+', '+', 2)).toBe(2)
		expect(valueOfKey('-', '', null)).toBe(-1)
		expect(valueOfKey('−', '', -2)).toBe(-2)
	})

	it('reads a digit after a sign as a signed value', () => {
		expect(valueOfKey('2', '-', -1)).toBe(-2)
		expect(valueOfKey('1', '+', 1)).toBe(1)
		expect(valueOfKey('0', '-', -1)).toBe(0)
		expect(valueOfKey('5', '-', -1)).toBe(2)
	})

	it('removes by Delete, Backspace, and ?', () => {
		expect(['Delete', 'Backspace', '?'].map((key) => valueOfKey(key, '', 1))).toEqual([
			...[null, null, null],
		])
		expect(['6', 'a', 'Enter', 'Tab', ''].map((key) => valueOfKey(key, '', 1))).toEqual([
			...[undefined, undefined, undefined, undefined, undefined],
		])
	})
})

describe('moveTo', () => {
	const size = { row: 30, column: 4 }
	const from = { row: 12, column: 2 }
	it.each([
		['ArrowUp', false, 11, 2],
		['ArrowDown', true, 29, 2],
		['ArrowLeft', true, 12, 0],
		['ArrowRight', false, 12, 3],
		['Home', false, 12, 0],
		['End', false, 12, 3],
		['Home', true, 0, 0],
		['End', true, 29, 3],
		['PageUp', false, 2, 2],
		['PageDown', false, 22, 2],
	])('moves by %s (with Ctrl: %s)', (key, ctrlKey, row, column) => {
		expect(moveTo({ key, ctrlKey }, from, size)).toEqual({ row, column })
	})

	it('stays within the grid and ignores other keys', () => {
		expect(moveTo({ key: 'ArrowUp' }, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
		expect(moveTo({ key: 'PageDown' }, { row: 25, column: 0 }, size)?.row).toBe(29)
		expect(moveTo({ key: 'x' }, from, size)).toBeNull()
	})
})

describe('statementFilter', () => {
	const ALL: GridFilter = { show: 'all', candidate: '', category: '', search: '' }
	const found = (filter: Partial<GridFilter>) =>
		STATEMENTS.filter(statementFilter({ ...ALL, ...filter }, CANDIDATES, cellOf)).map(
			({ id }) => id,
		)

	it('finds statements by category and words', () => {
		expect(found({})).toEqual(['s1', 's2'])
		expect(found({ category: 'HEALTHCARE' })).toEqual(['s2'])
		expect(found({ search: 'TEST s1' })).toEqual(['s1'])
	})

	it('finds missing positions of any and of one candidate, except owners', () => {
		expect(found({ show: 'missing' })).toEqual(['s1'])
		expect(found({ show: 'missing', candidate: 'cy' })).toEqual(['s1'])
		expect(found({ show: 'missing', candidate: 'ann' })).toEqual([])
	})

	it('finds positions without a source, and those to review', () => {
		expect(found({ show: 'unsourced' })).toEqual(['s2'])
		expect(found({ show: 'review', candidate: 'bob' })).toEqual([])
		expect(found({ show: 'review' })).toEqual(['s2'])
	})
})

it('counts known positions of each candidate and in all', () => {
	const { candidates, all } = progressOf(STATEMENTS, CANDIDATES, cellOf)
	expect(Object.fromEntries(candidates)).toEqual({
		ann: { known: 2, of: 2 },
		bob: { known: 2, of: 2 },
		cy: { known: 1, of: 2 },
	})
	expect(all).toEqual({ known: 5, of: 6 })
})

it('writes values with their sign', () => {
	expect([-2, 0, 1].map(signed)).toEqual(['−2', '0', '+1'])
})
