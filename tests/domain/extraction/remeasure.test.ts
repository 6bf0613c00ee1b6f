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

describe('the figures of a reworded policy', () => {
	it('are measured again when the figures are sent back as they were', () => {
		const before = measured(LONG)
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(before.importance).toBeGreaterThan(1)
		expect(after).toEqual({ ...figuresOf(SHORT), setByHand: [] })
	})

	it('stay where a person set them before', () => {
		const before = measured(LONG, { importance: 1.9, setByHand: ['importance'] })
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(after.importance).toBeUndefined()
		expect(after.clarityScore).toBe(figuresOf(SHORT).clarityScore)
		expect(after.setByHand).toEqual(['importance'])
	})

	it('stay where a person sets them with the new text', () => {
		const before = measured(LONG)
		const after = settleFigures(before, { ...before, text: SHORT, importance: 0.7 })
		expect(after.importance).toBeUndefined()
		expect(after.setByHand).toEqual(['importance'])
	})

	it('stay where a row without marks differs from what its old text measures', () => {
		const before = measured(LONG, { importance: 0.6, keywords: ['schools'] })
		const after = settleFigures(before, { ...before, text: SHORT })
		expect(after.setByHand).toEqual(['importance', 'keywords'])
		expect(after.importance).toBeUndefined()
	})

	it('count as measured where importance was read from the quote', () => {
		const before = measured(SHORT, { importance: figuresOf(LONG).importance, quote: LONG })
		const after = settleFigures(before, { ...before, text: 'Fund small classes in schools.' })
		expect(after.importance).toBe(figuresOf('Fund small classes in schools.').importance)
	})

	it('follow the marks that the sender gives', () => {
		const before = measured(LONG, { importance: 1.9, setByHand: ['importance'] })
		const released = settleFigures(before, { ...before, text: SHORT, setByHand: [] })
		expect(released.importance).toBe(figuresOf(SHORT).importance)
		const held = settleFigures(measured(LONG), {
			...measured(LONG),
			text: SHORT,
			setByHand: ['clarityScore'],
		})
		expect(held.clarityScore).toBeUndefined()
	})

	it('stay empty where there were none, and stay as they are while the text does', () => {
		const before = measured(LONG, { clarityScore: null, importance: 1.9 })
		const reworded = settleFigures(before, { ...before, text: SHORT })
		expect(reworded.clarityScore).toBeUndefined()
		expect(settleFigures(before, before)).toEqual({ setByHand: ['importance'] })
	})

	it('are marked as set when a slider is moved without rewording', () => {
		const before = measured(LONG)
		const moved = settleFigures(before, { ...before, clarityScore: 2 })
		expect(moved).toEqual({ setByHand: ['clarityScore'] })
	})
})

describe('the figures of a new policy', () => {
	it('are set by hand where they differ from the measure and the default', () => {
		expect(setByHandOf({ ...figuresOf(SHORT), text: SHORT })).toEqual([])
		const typed = { ...figuresOf(SHORT), text: SHORT, importance: 1.4, keywords: ['classes'] }
		expect(setByHandOf(typed)).toEqual(['importance', 'keywords'])
		const plain = { ...typed, importance: 1, clarityScore: null, keywords: [] }
		expect(setByHandOf(plain)).toEqual([])
	})
})
