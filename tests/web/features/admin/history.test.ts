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

describe('history entry text', () => {
	it('describes the action and its target', () => {
		expect(actionText({ action: 'compareQuiz.activated', name: 'Money' })).toBe(
			'activated the compare quiz “Money”',
		)
		expect(actionText({ action: 'election.deleted', name: null })).toBe('deleted the election')
	})

	it('names the actor or the closest known description', () => {
		const by = (who: 'server' | 'erased' | null) => actorText({ actor: null, by: who })
		expect(actorText({ actor: { id: '1', username: 'ada' }, by: null })).toBe('ada')
		expect(by('server')).toBe('The server')
		expect(by('erased')).toBe('A user whose account was erased')
		// Older entries do not distinguish the two.
		expect(by(null)).toBe('The server, or a user whose account was erased')
		expect(actionText({ action: 'user.erased', name: null })).toBe('erased their account')
	})

	it('names categories and a reset of all weights', () => {
		expect(actionText({ action: 'category.updated', name: 'FOREIGN_POLICY' })).toBe(
			'changed the weight of the category “Foreign policy”',
		)
		expect(actionText({ action: 'category.reset', name: 'all' })).toBe('reset all category weights')
	})

	it('falls back to the raw action if it is unknown', () => {
		expect(actionText({ action: 'policy.weightFrozen', name: 'X' })).toBe('weight frozen: policy')
		expect(actionText({ action: 'user.constructor', name: 'X' })).toBe('constructor: user')
		expect(nounOf({ action: 'planet.made' })).toBeNull()
	})

	it('shows readable field names without "id"', () => {
		expect(['electionDate', 'zipCode', 'candidateIds', 'electionId', 'id'].map(fieldName)).toEqual([
			'Election date',
			'Zip code',
			'Candidates',
			'Election',
			'Id',
		])
	})
})

describe('before and after values', () => {
	it('list changed fields first', () => {
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

	it('list every field of a created or deleted record', () => {
		expect(fieldChanges({ before: null, after: { name: 'New' } })).toEqual([
			{ name: 'name', before: '–', after: 'New', differs: true },
		])
	})

	it('are readable for every type', () => {
		expect(valueText(['a', 'b'])).toBe('a, b')
		expect(valueText([])).toBe('–')
		expect(valueText({ clarityScore: 3, note: null })).toBe('Clarity score: 3; Note: –')
		expect(valueText(0)).toBe('0')
	})

	it('provide the ids to resolve to names', () => {
		const change = { before: { candidateIds: ['a', 'b'] }, after: { candidateIds: ['b'], x: 'y' } }
		expect(idsOf(change, /^candidateIds$/)).toEqual(['a', 'b'])
	})
})

describe('relative time', () => {
	const now = Date.parse('2026-11-22T12:00:00Z')

	it('uses the largest unit that fits', () => {
		expect(agoText('2026-11-22T11:59:30Z', now)).toBe('30 seconds ago')
		expect(agoText('2026-11-22T10:10:00Z', now)).toBe('1 hour ago')
		expect(agoText('2026-11-20T12:00:00Z', now)).toBe('2 days ago')
		expect(agoText('2024-11-20T12:00:00Z', now)).toBe('2 years ago')
	})

	it('is never in the future (clock skew)', () => {
		expect(agoText('2026-11-22T12:03:00Z', now)).toBe('now')
	})

	it('shows invalid dates unchanged', () => {
		expect(agoText('soon', now)).toBeNull()
		expect(wholeMoment('soon')).toBe('soon')
	})
})

describe('restore', () => {
	it('is available only for types the contract can restore', () => {
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
