import { describe, expect, it } from 'vitest'
import { figuresOf, type Measured, setByHandOf, settleFigures } from '#domain/extraction/measure.ts'

const LONG =
	'Our urgent priority is to spend two billion dollars on every school, so that all children are taught in small classes, by trained teachers, in warm rooms, where possible before 2030.'
const SHORT = 'Fund smaller classes in public schools.'

const measured = (text: string, fields: Partial<Measured> = {}): Measured => ({
	...figuresOf(text),
	...{ text, quote: null, setByHand: null },
	...fields,
})

describe('figures of a reworded policy', () => {
	it('recomputes figures that are sent back unchanged', () => {
		const before = measured(LONG)
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(before.importance).toBeGreaterThan(1)
		expect(after).toEqual({ ...figuresOf(SHORT), setByHand: [] })
	})

	it('keep values set by hand before', () => {
		const before = measured(LONG, { importance: 1.9, setByHand: ['importance'] })
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(after.importance).toBeUndefined()
		expect(after.clarityScore).toBe(figuresOf(SHORT).clarityScore)
		expect(after.setByHand).toEqual(['importance'])
	})

	it('keep values set by hand with the new text', () => {
		const before = measured(LONG)
		const after = settleFigures(before, { ...before, text: SHORT, importance: 0.7 })
		expect(after.importance).toBeUndefined()
		expect(after.setByHand).toEqual(['importance'])
	})

	it('keep values of an unmarked row that differ from its old text', () => {
		const before = measured(LONG, { importance: 0.6, keywords: ['schools'] })
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(after.setByHand).toEqual(['importance', 'keywords'])
		expect(after.importance).toBeUndefined()
	})

	it('count as measured if the importance was read from the quote', () => {
		const before = measured(SHORT, { importance: figuresOf(LONG).importance, quote: LONG })
		const after = settleFigures(before, { ...before, text: 'Fund small classes in schools.' })
		expect(after.importance).toBe(figuresOf('Fund small classes in schools.').importance)
	})

	it('follow the marks in the request', () => {
		const before = measured(LONG, { importance: 1.9, setByHand: ['importance'] })
		const released = settleFigures(before, { ...before, text: SHORT, setByHand: [] })
		expect(released.importance).toBe(figuresOf(SHORT).importance)
		const settled = settleFigures(measured(LONG), {
			...measured(LONG),
			text: SHORT,
			setByHand: ['clarityScore'],
		})
		expect(settled.clarityScore).toBeUndefined()
	})

	it('keeps empty figures empty, and all figures without a new text', () => {
		const before = measured(LONG, { clarityScore: null, importance: 1.9 })
		const reworded = settleFigures(before, { ...before, text: SHORT })
		expect(reworded.clarityScore).toBeUndefined()
		expect(settleFigures(before, before)).toEqual({ setByHand: ['importance'] })
	})

	it('marks a figure as set when only its slider moves', () => {
		const before = measured(LONG)
		const moved = settleFigures(before, { ...before, clarityScore: 2 })
		expect(moved).toEqual({ setByHand: ['clarityScore'] })
	})
})

describe('figures of a new policy', () => {
	it('marks figures as set if neither measured nor default', () => {
		expect(setByHandOf({ ...figuresOf(SHORT), text: SHORT })).toEqual([])
		const typed = { ...figuresOf(SHORT), text: SHORT, importance: 1.4, keywords: ['classes'] }
		expect(setByHandOf(typed)).toEqual(['importance', 'keywords'])
		const plain = { ...typed, importance: 1, clarityScore: null, keywords: [] }
		expect(setByHandOf(plain)).toEqual([])
	})
})
