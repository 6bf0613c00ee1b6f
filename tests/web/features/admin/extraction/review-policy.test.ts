import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ProposedPolicy } from '#contract/admin/extraction.ts'
import { ReviewedPolicy } from '#contract/admin/policies.ts'
import { figuresOf } from '#domain/extraction/measure.ts'
import { bandOf } from '#web/features/admin/extraction/review-figures.tsx'
import {
	editedPolicy,
	emptyPolicy,
	reviewOf,
	toSave,
} from '#web/features/admin/extraction/review-policies.ts'
import { blocksWith, neighbourhood, placeOf } from '#web/features/admin/extraction/source-pane.tsx'
import { piecesOf, placedConcerns } from '#web/features/admin/kit/neutrality.tsx'

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')
const newId = () => '11111111-1111-4111-8111-111111111111'

describe('reviewed policy', () => {
	it('starts with the specified defaults when written by hand', () => {
		expect(emptyPolicy('a').values).toMatchObject({
			category: 'GOVERNANCE',
			importance: 1,
			priority: 3,
			clarityScore: 5,
			biasScore: 0,
			effectivenessScore: 7,
			validationStatus: 'PENDING',
		})
	})

	it('clamps invalid proposal values and fills in defaults', () => {
		const proposal = v.parse(ProposedPolicy, {
			text: words(6),
			category: 'UNHEARD_OF',
			suggestedImportance: 7,
			biasScore: -1,
			validationStatus: 'NEW',
		})
		expect(reviewOf(proposal, newId)).toMatchObject({
			id: newId(),
			values: {
				category: 'GOVERNANCE',
				importance: 2,
				biasScore: 0,
				clarityScore: 5,
				validationStatus: 'PENDING',
			},
		})
	})

	it('rounds importance to the nearest step', () => {
		const proposal = v.parse(ProposedPolicy, { text: words(6), importance: 1.26 })
		expect(reviewOf(proposal, newId).values.importance).toBe(1.3)
	})

	it('trims text and keywords and drops empty keywords on save', () => {
		const policy = emptyPolicy(newId())
		const values = { ...policy.values, text: ` ${words(5)} `, keywords: ' bread, , wine ,bread' }
		const body = v.parse(ReviewedPolicy, toSave({ ...policy, values }))
		expect(body).toMatchObject({ text: words(5), keywords: ['bread', 'wine'], importance: 1 })
	})
})

describe('figures of a reworded proposal', () => {
	const LONG =
		'Our urgent priority is to spend two billion dollars on every school, so that all children are taught in small classes.'
	const SHORT = 'Fund smaller classes in public schools.'
	const { keywords, ...figures } = figuresOf(LONG)
	const proposed = reviewOf(
		v.parse(ProposedPolicy, { text: LONG, ...figures, keywords, quote: LONG }),
		newId,
	)
	const { keywords: words_, ...short } = figuresOf(SHORT)

	it('are measured again, including keywords and importance', () => {
		const policy = editedPolicy(proposed, { text: SHORT })
		expect(policy.values).toMatchObject({ ...short, text: SHORT, keywords: words_.join(', ') })
		expect(toSave(policy).setByHand).toEqual([])
	})

	it('keep a manual value until the measured one is applied', () => {
		const moved = editedPolicy(proposed, { importance: 0.6 })
		const reworded = editedPolicy(moved, { text: SHORT })
		expect(reworded.values).toMatchObject({ ...short, importance: 0.6 })
		expect(toSave(reworded).setByHand).toEqual(['importance'])
		const taken = editedPolicy(reworded, { importance: short.importance }, true)
		expect(toSave(taken).setByHand).toEqual([])
	})

	it('keep the defaults of a policy written by hand', () => {
		const policy = editedPolicy(emptyPolicy(newId()), { text: SHORT })
		expect(policy.values).toMatchObject({ clarityScore: 5, biasScore: 0, effectivenessScore: 7 })
	})
})

describe('score bands', () => {
	it('start at 80, 60, and 40 percent', () => {
		expect([10, 8, 7.9, 6, 5.9, 4, 3.9, 0].map((score) => bandOf(score, false))).toEqual([
			'good',
			'good',
			'fair',
			'fair',
			'weak',
			'weak',
			'poor',
			'poor',
		])
	})

	it('are inverted for bias', () => {
		expect([0, 2, 2.1, 4, 6, 6.1].map((score) => bandOf(score, true))).toEqual([
			'good',
			'good',
			'fair',
			'fair',
			'weak',
			'poor',
		])
	})
})

describe('statement concerns', () => {
	const text = 'End the disastrous rule of Ada Lovelace now'
	const concerns = placedConcerns(text, { own: ['Ada Lovelace'], others: [], parties: [] })

	it('have the positions of their words', () => {
		expect(
			concerns.map(({ concern, firstWord, lastWord }) => [concern, firstWord, lastWord]),
		).toEqual([
			['loaded', 3, 3],
			['name', 6, 7],
		])
	})

	it('split the statement into pieces without losing text', () => {
		const pieces = piecesOf(text, concerns)
		expect(pieces.map((piece) => piece.text).join('')).toBe(text)
		expect(pieces.filter(({ concern }) => concern !== null).map((piece) => piece.text)).toEqual([
			'disastrous',
			'Ada Lovelace',
		])
	})
})

describe('position of a quote', () => {
	const text = `Bread\nWe will bake bread.\n${'x'.repeat(2000)}\nWe will bake bread.\nThe end`
	const second = text.lastIndexOf('We will')
	const blocks = [...text.matchAll(/.+/g)].map(({ 0: line, index: start }) => ({
		kind: 'paragraph' as const,
		start,
		end: start + line.length,
	}))

	it('uses the stored position if the quote repeats', () => {
		expect(placeOf({ text }, 'We will bake bread.', second)?.start).toBe(second)
	})

	it('is searched if the stored one is wrong, else null', () => {
		expect(placeOf({ text }, 'We will bake bread.', 3)?.start).toBe(6)
		expect(placeOf({ text }, 'We will eat cake.', 3)).toBeNull()
		expect(placeOf({ text }, '', 0)).toBeNull()
	})

	it('is marked in its block with nearby neighbors', () => {
		const place = placeOf({ text }, 'We will bake bread.', second)
		if (place === null) throw new Error('no place')
		const all = blocksWith({ text, blocks }, place)
		expect(all.filter(({ marked }) => marked !== '')).toMatchObject([
			{ start: second, marked: 'We will bake bread.' },
		])
		const near = neighbourhood(all, place)
		expect(near.map(({ before, marked }) => (marked || before).slice(0, 8))).toEqual([
			`…${'x'.repeat(7)}`,
			'We will ',
			'The end',
		])
	})

	it('is marked in every block it spans', () => {
		const place = { start: 3, end: 13 }
		const marked = blocksWith({ text, blocks }, place).map((block) => block.marked)
		expect(marked.slice(0, 3)).toEqual(['ad', 'We will', ''])
	})
})
