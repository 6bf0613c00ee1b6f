import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { ManagedPolicy } from '#contract/admin/policies.ts'
import { figuresOf } from '#domain/extraction/measure.ts'
import { arrange, viewOf } from '#web/features/admin/policies/policies-page.tsx'
import { scoreBand } from '#web/features/admin/policies/policy-card.tsx'
import { lengthText } from '#web/features/admin/policies/policy-dialog.tsx'
import {
	describePolicy,
	NEW_POLICY,
	policyVersion,
	priorityName,
	typedPolicy,
	withMeasures,
} from '#web/features/admin/policies/policy-form-model.ts'

const policy = (id: string, fields: Partial<ManagedPolicy> = {}): ManagedPolicy => ({
	id,
	candidateId: 'ann',
	text: 'Build a railway to every county',
	category: 'ECONOMY',
	importance: 1,
	complexityLevel: null,
	clarityScore: 5,
	biasScore: 0,
	effectivenessScore: 7,
	priority: 3,
	prioritySource: 'Platform, p. 3',
	validationStatus: 'PENDING',
	keywords: ['rail', 'counties'],
	source: null,
	background: null,
	backgroundSource: null,
	setByHand: null,
	overrideReason: null,
	quote: null,
	sourceUrl: null,
	createdAt: '2026-01-01T00:00:00.000Z',
	etag: '"4"',
	...fields,
})
const idsOf = (policies: readonly ManagedPolicy[]) => policies.map(({ id }) => id).join(' ')

describe('policy list', () => {
	const all = [
		policy('rejected', { validationStatus: 'REJECTED', category: 'SOCIAL', importance: 2 }),
		policy('validated', { validationStatus: 'VALIDATED', category: 'HEALTHCARE', priority: 5 }),
		policy('review', { validationStatus: 'NEEDS_REVIEW', createdAt: '2026-03-01T00:00:00.000Z' }),
		policy('pending', { category: 'GOVERNANCE', importance: 0.5, priority: 1 }),
	]

	it('sorts by status, category, importance, priority, or age', () => {
		expect(idsOf(arrange(all, viewOf({ status: 'ALL', order: 'status' })))).toBe(
			'pending review validated rejected',
		)
		expect(idsOf(arrange(all, viewOf({ status: 'ALL', order: 'category' })))).toBe(
			'review validated rejected pending',
		)
		expect(idsOf(arrange(all, viewOf({ status: 'ALL', order: 'importance' })))).toBe(
			'rejected validated review pending',
		)
		expect(idsOf(arrange(all, viewOf({ status: 'ALL', order: 'priority' })))).toBe(
			'validated rejected review pending',
		)
		expect(idsOf(arrange(all, viewOf({ status: 'ALL', order: 'newest' })))).toBe(
			'review rejected validated pending',
		)
	})

	it('filters by status', () => {
		expect(idsOf(arrange(all, viewOf({ status: 'NEEDS_REVIEW', order: 'newest' })))).toBe('review')
		expect(arrange([], viewOf({}))).toEqual([])
	})

	it('reads its view from the address and defaults unknown values', () => {
		const asked = { status: 'REJECTED', order: 'newest', category: 'SOCIAL', search: 'rail' }
		expect(viewOf(asked)).toEqual(asked)
		expect(viewOf({ status: 'LOST', order: 'length', category: 'SPORT' })).toEqual({
			...{ status: 'ALL', order: 'status', category: 'ALL', search: '' },
		})
	})

	it('filters by category and by every search word', () => {
		expect(idsOf(arrange(all, viewOf({ category: 'SOCIAL' })))).toBe('rejected')
		expect(idsOf(arrange(all, viewOf({ search: ' RAIL county ' })))).toBe(
			'pending review validated rejected',
		)
		expect(arrange(all, viewOf({ search: 'rail tram' }))).toEqual([])
	})
})

describe('policy form figures', () => {
	const LONG = 'Our urgent priority is to spend two billion dollars on a railway to every county.'
	const SHORT = 'Build a railway to every county.'
	const { keywords, ...figures } = figuresOf(LONG)
	const measured = policyVersion(
		policy('a', { text: LONG, ...figures, keywords: [...keywords], setByHand: [] }),
	).values

	it('are measured again from a new text', () => {
		const part = withMeasures(measured, { text: SHORT }, null)
		expect(part).toMatchObject({
			text: SHORT,
			importance: String(figuresOf(SHORT).importance),
			keywords: figuresOf(SHORT).keywords.join(', '),
			setByHand: [],
		})
	})

	it('stay after a manual change', () => {
		const moved = { ...measured, ...withMeasures(measured, { importance: '0.7' }, null) }
		expect(moved.setByHand).toEqual(['importance'])
		const part = withMeasures(moved, { text: SHORT }, null)
		expect(part.importance).toBeUndefined()
		expect(part.clarityScore).toBe(String(figuresOf(SHORT).clarityScore))
	})
})

describe('policy form', () => {
	const parse = (before: string | null, typed: object, importance = 1) => {
		const was = before === null ? null : { text: before, importance }
		const parsed = v.safeParse(typedPolicy(was), { ...NEW_POLICY.values, ...typed })
		return parsed.success ? parsed.output : parsed.issues.map(({ message }) => message)
	}

	it('starts with the defaults of a new policy', () => {
		expect(parse(null, { text: 'Build a railway to every county' })).toMatchObject({
			category: 'ECONOMY',
			validationStatus: 'PENDING',
			importance: 1,
			priority: 3,
			clarityScore: 5,
			biasScore: 0,
			effectivenessScore: 7,
			complexityLevel: null,
			keywords: [],
		})
	})

	it('returns untouched values unchanged', () => {
		const { values } = policyVersion(policy('p', { complexityLevel: 2 }))
		const { id, candidateId, createdAt, etag, quote, sourceUrl, ...fields } = policy('p', {
			complexityLevel: 2,
		})
		expect(v.parse(typedPolicy(fields), values)).toEqual(fields)
	})

	it('limits the length of new texts but allows unchanged ones', () => {
		const message = ['Policy text must be 5 to 100 words']
		expect(parse(null, { text: 'Build a railway' })).toEqual(message)
		expect(parse('Lower taxes', { text: 'Build a railway' })).toEqual(message)
		expect(parse('Lower taxes', { text: 'Lower taxes' })).toMatchObject({ text: 'Lower taxes' })
	})

	it('rejects missing and out-of-range figures', () => {
		const text = 'Build a railway to every county'
		expect(parse(null, { text, importance: '' })).toEqual(['Importance must be a number'])
		expect(parse(null, { text, importance: '2.1' })).toEqual(['Importance must be at most 2'])
		expect(parse(null, { text, clarityScore: '11' })).toEqual(['Clarity must be at most 10'])
		expect(parse(null, { text, complexityLevel: '1.5' })).toEqual([
			'Complexity must be a whole number',
		])
		expect(parse(null, { text, clarityScore: '' })).toMatchObject({ clarityScore: null })
	})

	it('accepts importance between steps only if unchanged', () => {
		const text = 'Build a railway to every county'
		const message = ['Importance must be in steps of 0.1']
		expect(parse(null, { text, importance: '1.25' })).toEqual(message)
		expect(parse(text, { text, importance: '1.35' }, 1.25)).toEqual(message)
		expect(parse(text, { text, importance: '1.25' }, 1.25)).toMatchObject({ importance: 1.25 })
		for (const importance of ['0.7', '1.1', '1.9']) {
			expect(parse(null, { text, importance })).toMatchObject({ importance: Number(importance) })
		}
	})

	it('splits keywords at commas and removes duplicates', () => {
		const text = 'Build a railway to every county'
		expect(parse(null, { text, keywords: ' rail, counties ,, rail' })).toMatchObject({
			keywords: ['rail', 'counties'],
		})
	})
})

describe('policy form errors', () => {
	it('belong to a field of the form', () => {
		const values = {
			...NEW_POLICY.values,
			text: 'Taxes',
			keywords: 'k'.repeat(1000),
			importance: '',
		}
		const { issues } = v.safeParse(typedPolicy(null), values)
		// Formisch drops issues inside a field that it does not know, such as "keywords.0".
		expect(issues?.map((issue) => v.getDotPath(issue)).toSorted()).toEqual([
			'importance',
			'keywords',
			'text',
		])
	})
})

describe('policy description', () => {
	it('shows choices by name', () => {
		const description = describePolicy(
			policyVersion(policy('p', { validationStatus: 'NEEDS_REVIEW' })).values,
		)
		expect(description.find(({ label }) => label === 'Status')?.text).toBe('Needs Review')
		expect(description.find(({ label }) => label === 'Category')?.text).toBe('Economy')
		expect(description.find(({ label }) => label === 'Priority')?.text).toBe('Standard')
		expect([1, 2, 3, 4, 5].map(priorityName)).toEqual(['Minimal', 'Low', 'Standard', 'High', 'Top'])
	})

	it('counts words and flags wrong lengths', () => {
		expect(lengthText('one')).toBe('1 word – Too short')
		expect(lengthText('one two three four five')).toBe('5 words')
		expect(lengthText('word '.repeat(101))).toBe('101 words – Too long')
	})

	it('cuts score bands at 80, 60, and 40 percent', () => {
		expect([10, 8, 7.9, 6, 5.9, 4, 3.9, 0].map(scoreBand)).toEqual([
			...['good', 'good', 'fair', 'fair', 'weak', 'weak', 'poor', 'poor'],
		])
	})
})
