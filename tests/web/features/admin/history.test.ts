import { describe, expect, it } from 'vitest'
import {
	actionText,
	actorText,
	fieldChanges,
	fieldName,
	idsOf,
	nounOf,
	restoreOf,
	valueText,
} from '#web/features/admin/history/api.ts'
import { agoText, wholeMoment } from '#web/ui/format.ts'

describe('a change in words', () => {
	it('says what was done to what', () => {
		expect(actionText({ action: 'compareQuiz.activated', name: 'Money' })).toBe(
			'switched on the compare quiz “Money”',
		)
		expect(actionText({ action: 'election.deleted', name: null })).toBe('deleted the election')
	})

	it('says who did it: by name, and else no more than is known', () => {
		const by = (who: 'server' | 'erased' | null) => actorText({ actor: null, by: who })
		expect(actorText({ actor: { id: '1', username: 'ada' }, by: null })).toBe('ada')
		expect(by('server')).toBe('The server')
		expect(by('erased')).toBe('Somebody whose account is erased')
		// An older line may be of either.
		expect(by(null)).toBe('The server, or somebody whose account is erased')
		expect(actionText({ action: 'user.erased', name: null })).toBe('erased their account')
	})

	it('calls a category by its name, and a reset of all by what it is', () => {
		expect(actionText({ action: 'category.updated', name: 'FOREIGN_POLICY' })).toBe(
			'changed the weight of the category “Foreign policy”',
		)
		expect(actionText({ action: 'category.reset', name: 'all' })).toBe('reset all category weights')
	})

	it('says what it does not know as it stands, rather than nothing', () => {
		expect(actionText({ action: 'policy.weightFrozen', name: 'X' })).toBe('weight frozen: policy')
		expect(actionText({ action: 'user.constructor', name: 'X' })).toBe('constructor: user')
		expect(nounOf({ action: 'planet.made' })).toBeNull()
	})

	it('writes fields as people do, those shown by name without their "id"', () => {
		expect(['electionDate', 'zipCode', 'candidateIds', 'electionId', 'id'].map(fieldName)).toEqual([
			'Election date',
			'Zip code',
			'Candidates',
			'Election',
			'Id',
		])
	})
})

describe('before and after', () => {
	it('has the fields that differ first, and says of each how it was and is', () => {
		const changes = fieldChanges({
			before: { name: 'Old', active: true, candidateIds: ['a'] },
			after: { name: 'Old', active: false, candidateIds: ['a', 'b'], city: null },
		})
		expect(changes.map(({ name, differs }) => [name, differs])).toEqual([
			['active', true],
			['candidateIds', true],
			['name', false],
			['city', false],
		])
		expect(changes[0]).toMatchObject({ before: 'Yes', after: 'No' })
	})

	it('shows all fields of what was made or deleted', () => {
		expect(fieldChanges({ before: null, after: { name: 'New' } })).toEqual([
			{ name: 'name', before: '–', after: 'New', differs: true },
		])
	})

	it('writes every kind of value so that it can be read', () => {
		expect(valueText(['a', 'b'])).toBe('a, b')
		expect(valueText([])).toBe('–')
		expect(valueText({ clarityScore: 3, note: null })).toBe('Clarity score: 3; Note: –')
		expect(valueText(0)).toBe('0')
	})

	it('knows the ids whose names are to be looked up', () => {
		const change = { before: { candidateIds: ['a', 'b'] }, after: { candidateIds: ['b'], x: 'y' } }
		expect(idsOf(change, /^candidateIds$/)).toEqual(['a', 'b'])
	})
})

describe('when it was', () => {
	const now = Date.parse('2026-11-22T12:00:00Z')

	it('is said in the largest unit that fits', () => {
		expect(agoText('2026-11-22T11:59:30Z', now)).toBe('30 seconds ago')
		expect(agoText('2026-11-22T10:10:00Z', now)).toBe('1 hour ago')
		expect(agoText('2026-11-20T12:00:00Z', now)).toBe('2 days ago')
		expect(agoText('2024-11-20T12:00:00Z', now)).toBe('2 years ago')
	})

	it('is never in the future: clocks differ', () => {
		expect(agoText('2026-11-22T12:03:00Z', now)).toBe('now')
	})

	it('is shown as it stands where it is no moment', () => {
		expect(agoText('soon', now)).toBeNull()
		expect(wholeMoment('soon')).toBe('soon')
	})
})

describe('restoring', () => {
	it('is there for what the contract can bring back, and for nothing else', () => {
		const nouns = ['election', 'candidate', 'compareQuiz', 'user', 'policy', 'import'] as const
		expect(nouns.filter((noun) => restoreOf(noun) !== undefined)).toEqual([
			'election',
			'candidate',
			'compareQuiz',
			'user',
			'policy',
		])
		expect(restoreOf(null)).toBeUndefined()
	})
})
