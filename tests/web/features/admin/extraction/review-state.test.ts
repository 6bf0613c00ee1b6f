import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ProposedPolicy } from '#contract/admin/extraction.ts'
import {
	byConfidence,
	emptyPolicy,
	filterCounts,
	numberOfSent,
	type PolicyValues,
	savingOf,
	shownOf,
	weakCount,
} from '#web/features/admin/extraction/review-policies.ts'
import {
	nextReview,
	type ReviewEvent,
	type ReviewState,
	startReview,
} from '#web/features/admin/extraction/review-reducer.ts'

const GOOD = 'Raise the minimum wage to fifteen dollars'

const policy = (id: string, values: Partial<PolicyValues> = {}) => {
	const empty = emptyPolicy(id)
	return { ...empty, values: { ...empty.values, text: `${GOOD} ${id}`, ...values } }
}

const proposed = (id: string, confidence: number, weak = false) => ({
	...policy(id),
	proposal: v.parse(ProposedPolicy, { text: `${GOOD} ${id}`, confidence, weak }),
})

const review = (...ids: string[]): ReviewState => startReview(ids.map((id) => policy(id)))

const follow = (state: ReviewState, ...events: ReviewEvent[]): ReviewState =>
	events.reduce(nextReview, state)

const ids = (state: ReviewState) => shownOf(state).map(({ id }) => id)
const textOf = (state: ReviewState, id: string) =>
	state.policies.find((each) => each.id === id)?.values.text

const edit = (id: string, text: string): ReviewEvent => ({ type: 'edit', id, part: { text } })
const UNDO: ReviewEvent = { type: 'undo' }

describe('review undo', () => {
	it('reverts continuous typing in a field in one step', () => {
		const typed = follow(review('a'), edit('a', 'B'), edit('a', 'Br'), edit('a', 'Bread'))
		expect(typed.past).toHaveLength(1)
		expect(textOf(follow(typed, UNDO), 'a')).toBe(`${GOOD} a`)
	})

	it('reverts each field visit separately', () => {
		const typed = follow(review('a'), edit('a', 'first'), { type: 'settle' }, edit('a', 'second'), {
			type: 'edit',
			id: 'a',
			part: { priority: 5 },
		})
		const one = follow(typed, UNDO)
		expect(one.policies[0]?.values).toMatchObject({ text: 'second', priority: 3 })
		const two = follow(one, UNDO)
		expect(textOf(two, 'a')).toBe('first')
		expect(textOf(follow(two, UNDO), 'a')).toBe(`${GOOD} a`)
		expect(follow(two, UNDO).past).toEqual([])
	})

	it('reverts a bulk status change in one step', () => {
		const start = startReview([policy('a'), policy('b', { validationStatus: 'VALIDATED' })])
		const done = follow(start, { type: 'status', ids: ['a', 'b'], status: 'VALIDATED' })
		expect(done.past.at(-1)?.before.map(({ id }) => id)).toEqual(['a'])
		const back = follow(done, UNDO)
		expect(back.policies.map(({ values }) => values.validationStatus)).toEqual([
			'PENDING',
			'VALIDATED',
		])
	})

	it('restores and selects a removed policy despite the filter', () => {
		const removed = follow(
			review('a', 'b', 'c'),
			{ type: 'select', id: 'b' },
			{
				type: 'remove',
				ids: ['b'],
			},
		)
		expect(ids(removed)).toEqual(['a', 'c'])
		const hidden = follow(removed, { type: 'filter', filter: 'VALIDATED' })
		const back = follow(hidden, UNDO)
		expect(ids(back)).toEqual(['a', 'b', 'c'])
		expect(back.selected).toBe('b')
	})

	it('removes a policy added by hand', () => {
		const added = follow(review('a'), { type: 'add', id: 'new' }, edit('new', 'Bread'))
		expect(added.selected).toBe('new')
		expect(ids(follow(added, UNDO, UNDO))).toEqual(['a'])
	})

	it('changes nothing without history', () => {
		const state = review('a')
		expect(follow(state, UNDO)).toBe(state)
	})

	// Bounds memory: each step may hold hundreds of policies.
	it('keeps at most 100 steps', () => {
		const events = Array.from({ length: 150 }, (_, at): ReviewEvent[] => [
			edit('a', `text ${at}`),
			{ type: 'settle' },
		]).flat()
		expect(follow(review('a'), ...events).past).toHaveLength(100)
	})
})

describe('review selection', () => {
	it('moves to the next policy after a removal, else the last', () => {
		const start = follow(review('a', 'b', 'c'), { type: 'select', id: 'b' })
		const once = follow(start, { type: 'remove', ids: ['b'] })
		expect(once.selected).toBe('c')
		expect(follow(once, { type: 'remove', ids: ['c'] }).selected).toBe('a')
	})

	it('moves on when a status change hides the policy', () => {
		const pending = follow(review('a', 'b', 'c'), { type: 'filter', filter: 'PENDING' })
		const done = follow(pending, { type: 'status', ids: ['a'], status: 'VALIDATED' })
		expect(ids(done)).toEqual(['b', 'c'])
		expect(done.selected).toBe('b')
	})

	it('stays on the edited policy even if the filter hides it', () => {
		const long = follow(review('a', 'b'), edit('a', 'too short'), {
			type: 'filter',
			filter: 'LENGTH',
		})
		expect(ids(long)).toEqual(['a'])
		const mended = follow(long, edit('a', GOOD))
		expect(ids(mended)).toEqual([])
		expect(mended.selected).toBe('a')
	})

	it('steps through the sorted order and stops at the ends', () => {
		const start = startReview([
			policy('a', { importance: 0.5 }),
			policy('b', { importance: 2 }),
			policy('c', { importance: 1 }),
		])
		const sorted = follow(start, { type: 'sort', sort: 'IMPORTANCE' }, { type: 'select', id: 'b' })
		expect(ids(sorted)).toEqual(['b', 'c', 'a'])
		expect(follow(sorted, { type: 'step', by: -1 }).selected).toBe('b')
		expect(follow(sorted, { type: 'step', by: 1 }).selected).toBe('c')
	})
})

describe('a decision by key', () => {
	const decide = (state: ReviewState, id: string): ReviewState =>
		follow(state, { type: 'status', ids: [id], status: 'VALIDATED' }, { type: 'advance', from: id })

	it('moves to the next undecided policy, then to those before', () => {
		const start = follow(
			startReview([policy('a'), policy('b'), policy('c', { validationStatus: 'NEEDS_REVIEW' })]),
			{ type: 'select', id: 'b' },
		)
		const once = decide(start, 'b')
		expect(once.selected).toBe('c')
		const twice = decide(once, 'c')
		expect(twice.selected).toBe('a')
		expect(decide(twice, 'a').selected).toBe('a')
	})

	it('moves one policy if the filter hides the decided one', () => {
		const pending = follow(review('a', 'b', 'c'), { type: 'filter', filter: 'PENDING' })
		expect(decide(pending, 'a').selected).toBe('b')
	})

	it('stays on a policy that cannot be saved as it is', () => {
		const short = follow(review('a', 'b'), edit('a', 'Too short'))
		expect(decide(short, 'a').selected).toBe('a')
		const names = { own: ['Ada Lovelace'], others: [], parties: [] }
		const naming = startReview([policy('a', { text: `${GOOD} for Lovelace` }), policy('b')], names)
		expect(decide(naming, 'a').selected).toBe('a')
	})
})

describe('weak proposals', () => {
	const start = startReview(
		byConfidence([
			proposed('low', 0.6),
			proposed('weak', 0.9, true),
			proposed('high', 0.8),
			policy('own'),
		]),
	)
	const open = follow(start, { type: 'weak', shown: true })

	it('are folded behind the others, which come by confidence', () => {
		expect(ids(start)).toEqual(['high', 'low', 'own'])
		expect([start.selected, weakCount(start)]).toEqual(['high', 1])
		expect(ids(open)).toEqual(['high', 'low', 'own', 'weak'])
	})

	it('are shown if there are no others', () => {
		expect(ids(startReview([proposed('weak', 0.9, true)]))).toEqual(['weak'])
	})

	it('goes on to the first weak proposal after the last other one is removed', () => {
		const both = startReview([proposed('w1', 0.9, true), proposed('w2', 0.8, true), policy('a')])
		const left = follow(both, { type: 'remove', ids: ['a'] })
		expect([left.selected, ids(left)]).toEqual(['w1', ['w1', 'w2']])
		const decided = follow(left, { type: 'status', ids: ['w1'], status: 'VALIDATED' })
		expect(ids(decided)).toEqual(['w1', 'w2'])
	})

	it('are saved only once edited or decided', () => {
		expect(savingOf(open)).toMatchObject({ untouched: 1 })
		expect(savingOf(open).kept.map(({ id }) => id)).toEqual(['high', 'low', 'own'])
		const reworded = follow(open, edit('weak', `${GOOD} for all`))
		expect(savingOf(reworded)).toMatchObject({ untouched: 0 })
		expect(ids(follow(reworded, { type: 'weak', shown: false }))).toContain('weak')
		// Also with the status that it was proposed with.
		for (const status of ['NEEDS_REVIEW', 'PENDING'] as const) {
			const decided = follow(open, { type: 'status', ids: ['weak'], status })
			expect(savingOf(decided).kept).toHaveLength(4)
		}
		const sorted = follow(open, { type: 'edit', id: 'weak', part: { category: 'ECONOMY' } })
		expect(savingOf(sorted).kept).toHaveLength(4)
	})

	it('unfold when an undo restores one', () => {
		const reworded = follow(open, edit('weak', `${GOOD} for all`), { type: 'weak', shown: false })
		const back = follow(reworded, UNDO)
		expect([back.selected, ids(back).at(-1)]).toEqual(['weak', 'weak'])
	})
})

describe('review filter', () => {
	it('counts each status and the policies that call for review', () => {
		const state = startReview([
			policy('clear', { clarityScore: 7, biasScore: 3 }),
			policy('unclear', { clarityScore: 6.9 }),
			policy('biased', { clarityScore: 8, biasScore: 3.1 }),
			policy('decided', { clarityScore: 1, validationStatus: 'VALIDATED' }),
			policy('said', { clarityScore: 9, validationStatus: 'NEEDS_REVIEW' }),
		])
		expect(filterCounts(state)).toMatchObject({
			ALL: 5,
			PENDING: 3,
			NEEDS_REVIEW: 1,
			VALIDATED: 1,
			REJECTED: 0,
			CALLS_FOR_REVIEW: 3,
		})
		expect(ids(follow(state, { type: 'filter', filter: 'NEEDS_REVIEW' }))).toEqual(['said'])
		expect(ids(follow(state, { type: 'filter', filter: 'CALLS_FOR_REVIEW' }))).toEqual([
			'unclear',
			'biased',
			'decided',
		])
	})

	it('finds statements that name the candidate', () => {
		const state = startReview(
			[policy('a', { text: `${GOOD} as Ada Lovelace says` }), policy('b')],
			{ own: ['Ada Lovelace'], others: [], parties: [] },
		)
		expect(ids(follow(state, { type: 'filter', filter: 'CONCERNS' }))).toEqual(['a'])
	})

	it('finds names of other candidates once they are loaded', () => {
		const start = startReview([policy('a'), policy('b', { text: `${GOOD} as Hopper says` })])
		const state = follow(start, { type: 'filter', filter: 'CONCERNS' })
		expect(ids(state)).toEqual([])
		const names = { own: ['Ada Lovelace'], others: ['Grace Hopper'], parties: [] }
		expect(ids(follow(state, { type: 'names', names }))).toEqual(['b'])
	})

	it('matches the category and every search word', () => {
		const state = startReview([
			policy('a', { category: 'ECONOMY' }),
			policy('b', { text: 'Open every library on Sundays', keywords: 'books, wage' }),
		])
		expect(ids(follow(state, { type: 'category', category: 'ECONOMY' }))).toEqual(['a'])
		expect(ids(follow(state, { type: 'search', search: 'WAGE library' }))).toEqual(['b'])
		const searched = follow(state, { type: 'search', search: 'wage fifteen' })
		expect([ids(searched), searched.selected]).toEqual([['a'], 'a'])
		expect(ids(follow(searched, { type: 'add', id: 'c' }))).toEqual(['a', 'b', 'c'])
	})

	it('counts concerns and validated names without a reason', () => {
		const state = startReview(
			[
				policy('a', { text: `${GOOD} as Ada Lovelace says`, validationStatus: 'VALIDATED' }),
				policy('b', { text: 'Do not raise the price of bread' }),
				policy('c', { text: `${GOOD} for Lovelace`, validationStatus: 'REJECTED' }),
			],
			{ own: ['Ada Lovelace'], others: [], parties: [] },
		)
		const saving = savingOf(state)
		expect(saving).toMatchObject({ concerned: 2, naming: 1, unready: [] })
		expect(saving.unreasoned.map(({ id }) => id)).toEqual(['a'])
		const part = { overrideReason: 'It is the name of a law.' }
		expect(savingOf(follow(state, { type: 'edit', id: 'a', part })).unreasoned).toEqual([])
	})

	it('clears ticks of policies that are no longer shown', () => {
		const ticked = follow(review('a', 'b'), { type: 'tick', ids: ['a'], on: true })
		expect(follow(ticked, { type: 'filter', filter: 'PENDING' }).ticked).toEqual([])
		expect(follow(ticked, { type: 'remove', ids: ['a'] }).ticked).toEqual([])
	})
})

describe('review save key', () => {
	it('stays without changes and is cleared by any edit', () => {
		const saved = follow(review('a'), { type: 'save', key: 'k' })
		expect(follow(saved, { type: 'select', id: 'a' }, { type: 'sort', sort: 'BIAS' }).saveKey).toBe(
			'k',
		)
		expect(follow(saved, edit('a', 'x')).saveKey).toBeNull()
		expect(follow(saved, { type: 'add', id: 'n' }).saveKey).toBeNull()
		expect(
			follow(saved, { type: 'add', id: 'n' }, { type: 'save', key: 'm' }, UNDO).saveKey,
		).toBeNull()
	})
})

describe('policy number of a server error', () => {
	it('skips removed policies and untouched weak proposals', () => {
		const all = startReview([proposed('weak', 0.9, true), policy('b'), policy('c')])
		expect(numberOfSent(all.policies, 'editedPolicies.0.text')).toBe(2)
		const { policies } = follow(review('a', 'b', 'c'), { type: 'remove', ids: ['a'] })
		expect(numberOfSent(policies, 'editedPolicies.0.text')).toBe(2)
		expect(numberOfSent(policies, 'editedPolicies.1.keywords.0')).toBe(3)
	})

	it('is null for errors outside the policies', () => {
		const { policies } = review('a')
		expect(numberOfSent(policies, 'extractionRequest.candidateId')).toBeNull()
		expect(numberOfSent(policies, 'editedPolicies')).toBeNull()
		expect(numberOfSent(policies, 'editedPolicies.7.text')).toBeNull()
	})
})
