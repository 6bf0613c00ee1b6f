import { describe, expect, it } from 'vitest'
import { type SyncFacts, syncView } from '#web/features/shell/sync-status.tsx'

const calm: SyncFacts = {
	online: true,
	store: 'ok',
	keeps: true,
	waiting: 0,
	refused: 0,
	late: false,
	paused: false,
	updateNeeded: false,
	sending: false,
}
const kindOf = (facts: Partial<SyncFacts>): string => syncView({ ...calm, ...facts }).kind
const textOf = (facts: Partial<SyncFacts>): string => syncView({ ...calm, ...facts }).text

describe('sync status', () => {
	it('shows a check when everything is sent', () => {
		expect(syncView(calm)).toMatchObject({ kind: 'sent', icon: 'check' })
	})

	it.each<[string, Partial<SyncFacts>, string]>([
		['a blocked store', { store: 'blocked' }, 'Close other tabs'],
		['a store that does not answer', { store: 'lost' }, 'Storage not responding'],
		['a full device', { store: 'full' }, 'No room on this device'],
		['a required sign-in', { paused: true, waiting: 4 }, 'Sign in to send 4'],
		['a required update', { updateNeeded: true, waiting: 4 }, 'Update needed'],
		['a refusal', { refused: 2, waiting: 4 }, '2 could not be sent'],
		['no connection', { online: false }, 'Offline'],
		[
			'no connection with something unsent',
			{ online: false, waiting: 4 },
			'Offline, 4 not sent yet',
		],
		['sending that takes its time', { waiting: 4, late: true, sending: true }, 'Sending 4'],
		['waiting that takes its time', { waiting: 4, late: true }, '4 not sent yet'],
	])('names %s', (_, facts, text) => {
		expect(textOf(facts)).toBe(text)
	})

	it('has a shorter text with the same count for phones', () => {
		expect(syncView({ ...calm, online: false, waiting: 43 }).short).toBe('43 unsent')
		expect(syncView({ ...calm, waiting: 43, late: true }).short).toBe('43 unsent')
		expect(syncView({ ...calm, online: false }).short).toBeUndefined()
	})

	it.each<[string, Partial<SyncFacts>, string]>([
		['everything is sent', {}, 'Nothing is saved on this device'],
		['something waits', { waiting: 4, late: true }, '4 not sent yet'],
		['there is no connection', { online: false, waiting: 4 }, 'Offline, 4 not sent yet'],
	])('does not claim local storage while in memory and %s', (_, facts, text) => {
		const view = syncView({ ...calm, ...facts, keeps: false })
		expect(view.text).toBe(text)
		expect(view.icon).not.toBe('check')
		expect(view.spoken).not.toMatch(/are saved|Everything/)
	})

	it('ranks storage faults over user actions over transient states', () => {
		const everything: Partial<SyncFacts>[] = [
			{ store: 'blocked' },
			{ paused: true },
			{ updateNeeded: true },
			{ refused: 1 },
			{ online: false },
			{ sending: true },
			{ waiting: 1, late: true },
		]
		const kinds = everything.map((_, index) =>
			kindOf(Object.assign({}, ...everything.slice(index))),
		)
		expect(kinds).toEqual([
			'blocked',
			'sign-in',
			'update',
			'refused',
			'offline',
			'sending',
			'waiting',
		])
	})

	it('stays calm while an answer is sent normally', () => {
		for (const sending of [true, false]) {
			expect(syncView({ ...calm, waiting: 1, sending })).toMatchObject({
				icon: 'check',
				spoken: '',
			})
		}
	})

	it('does not announce changes of the count', () => {
		for (const facts of [{ online: false }, { late: true }, { refused: 1 }]) {
			const spoken = [1, 2].map((waiting) => syncView({ ...calm, ...facts, waiting }).spoken)
			expect(spoken[0]).toBe(spoken[1])
			expect(spoken[0]).not.toMatch(/\d/)
		}
	})

	it('does not announce each retry', () => {
		const late = { ...calm, waiting: 1, late: true }
		expect(syncView({ ...late, sending: true }).spoken).toBe(syncView(late).spoken)
	})
})
