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

describe('the sign in the bar', () => {
	it('is calm when nothing waits', () => {
		expect(syncView(calm)).toMatchObject({ kind: 'sent', icon: 'check' })
	})

	it.each<[string, Partial<SyncFacts>, string]>([
		['a blocked store', { store: 'blocked' }, 'Close other tabs'],
		['a store that does not answer', { store: 'lost' }, 'Storage does not answer'],
		['a full device', { store: 'full' }, 'No room on this device'],
		['a sign-in that is needed', { paused: true, waiting: 4 }, 'Sign in to send 4'],
		['an update that is needed', { updateNeeded: true, waiting: 4 }, 'Update needed'],
		['a refusal', { refused: 2, waiting: 4 }, '2 could not be sent'],
		['no connection', { online: false }, 'Offline'],
		[
			'no connection with something unsent',
			{ online: false, waiting: 4 },
			'Offline, 4 not sent yet',
		],
		['sending that takes its time', { waiting: 4, late: true, sending: true }, 'Sending 4'],
		['waiting that takes its time', { waiting: 4, late: true }, '4 not sent yet'],
	])('names %s in words', (_, facts, text) => {
		expect(textOf(facts)).toBe(text)
	})

	it('has fewer words for a phone, with the same count', () => {
		expect(syncView({ ...calm, online: false, waiting: 43 }).short).toBe('43 unsent')
		expect(syncView({ ...calm, waiting: 43, late: true }).short).toBe('43 unsent')
		expect(syncView({ ...calm, online: false }).short).toBeUndefined()
	})

	it.each<[string, Partial<SyncFacts>, string]>([
		['everything is sent', {}, 'Nothing is kept on this device'],
		['something waits', { waiting: 4, late: true }, '4 not sent yet'],
		['there is no connection', { online: false, waiting: 4 }, 'Offline, 4 not sent yet'],
	])(
		'promises nothing about this device while the page works from memory and %s',
		(_, facts, text) => {
			const view = syncView({ ...calm, ...facts, keeps: false })
			expect(view.text).toBe(text)
			expect(view.icon).not.toBe('check')
			expect(view.spoken).not.toMatch(/saved|Everything/)
		},
	)

	it('puts first what keeps answers from being stored, then what waits for the voter, then what passes by itself', () => {
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

	it('stays calm and says nothing while an answer is on its way as usual', () => {
		for (const sending of [true, false]) {
			expect(syncView({ ...calm, waiting: 1, sending })).toMatchObject({
				icon: 'check',
				spoken: '',
			})
		}
	})

	it('does not read out each change of a count', () => {
		for (const facts of [{ online: false }, { late: true }, { refused: 1 }]) {
			const spoken = [1, 2].map((waiting) => syncView({ ...calm, ...facts, waiting }).spoken)
			expect(spoken[0]).toBe(spoken[1])
			expect(spoken[0]).not.toMatch(/\d/)
		}
	})

	it('does not read out each try while the server cannot be reached', () => {
		const late = { ...calm, waiting: 1, late: true }
		expect(syncView({ ...late, sending: true }).spoken).toBe(syncView(late).spoken)
	})
})
