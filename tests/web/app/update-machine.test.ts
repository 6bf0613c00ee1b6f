import { describe, expect, it } from 'vitest'
import {
	isOffered,
	startState,
	step,
	type UpdateEffect,
	type UpdateEvent,
} from '#web/app/app-update.ts'

const WAITING: UpdateEvent = { type: 'waiting' }
const ACCEPT: UpdateEvent = { type: 'accept' }
const LATER: UpdateEvent = { type: 'later' }
const TAKEN_OVER: UpdateEvent = { type: 'taken-over' }
const ASKED: UpdateEvent = { type: 'question', shown: true }
const LEFT: UpdateEvent = { type: 'question', shown: false }

/** Plays events on a page that a worker controls, or on one of a first visit. */
const play = (events: readonly UpdateEvent[], controlled = true) => {
	const effects: UpdateEffect[] = []
	let state = startState(controlled)
	for (const event of events) {
		const [next, effect] = step(state, event)
		state = next
		if (effect) effects.push(effect)
	}
	return { state, effects, offered: isOffered(state) }
}

describe('a version that waits', () => {
	it('is offered, and does nothing by itself: the page in front of the voter stays as it is', () => {
		expect(play([WAITING])).toMatchObject({ offered: true, effects: [] })
	})

	it('is not offered while a question is on screen, and is once that is left', () => {
		expect(play([ASKED, WAITING]).offered).toBe(false)
		expect(play([WAITING, ASKED]).offered).toBe(false)
		expect(play([ASKED, WAITING, LEFT])).toMatchObject({ offered: true, effects: [] })
	})

	it('takes over when the voter says so, and only once for two taps', () => {
		expect(play([WAITING, ACCEPT, ACCEPT]).effects).toEqual(['activate'])
	})

	it('cannot be accepted where it is not offered, whatever sends that', () => {
		expect(play([ACCEPT]).effects).toEqual([])
		expect(play([ASKED, WAITING, ACCEPT]).effects).toEqual([])
		expect(play([WAITING, LATER, ACCEPT]).effects).toEqual([])
	})

	it('that was put off leaves the voter alone', () => {
		expect(play([WAITING, LATER, ASKED, LEFT])).toMatchObject({ offered: false, effects: [] })
	})

	it('that was put off is offered again when a still newer one replaces it', () => {
		expect(play([WAITING, LATER, WAITING]).offered).toBe(true)
	})

	it('that was put off is offered again when the server takes nothing from this one any more', () => {
		expect(play([WAITING, LATER, { type: 'needed' }]).offered).toBe(true)
		expect(play([{ type: 'needed' }]).offered).toBe(false)
	})

	it('that was accepted and replaced by a newer one is that newer one: the voter wanted the newest', () => {
		expect(play([WAITING, ACCEPT, WAITING]).effects).toEqual(['activate', 'activate'])
	})
})

describe('a version that takes over', () => {
	it('reloads the page that asked for it, once', () => {
		const { effects, offered } = play([WAITING, ACCEPT, TAKEN_OVER, TAKEN_OVER, LEFT])
		expect(effects).toEqual(['activate', 'reload'])
		expect(offered).toBe(false)
	})

	it('reloads the other tabs too, because they are of a version that is gone', () => {
		expect(play([TAKEN_OVER]).effects).toEqual(['reload'])
		expect(play([WAITING, TAKEN_OVER]).effects).toEqual(['reload'])
		expect(play([WAITING, LATER, TAKEN_OVER]).effects).toEqual(['reload'])
	})

	it('reloads a tab with a question on screen when the question is left, and not before', () => {
		expect(play([ASKED, TAKEN_OVER]).effects).toEqual([])
		expect(play([ASKED, WAITING, TAKEN_OVER, ASKED, LEFT, LEFT]).effects).toEqual(['reload'])
	})

	it('offers nothing to a tab that is about to reload anyway', () => {
		expect(play([ASKED, WAITING, TAKEN_OVER, LEFT]).offered).toBe(false)
	})
})

describe('a first visit', () => {
	it('is not reloaded when its worker claims it: that is the version which it runs', () => {
		expect(play([TAKEN_OVER], false).effects).toEqual([])
	})

	it('is reloaded by an update that comes in the same visit', () => {
		expect(play([TAKEN_OVER, WAITING, ACCEPT, TAKEN_OVER], false).effects).toEqual([
			'activate',
			'reload',
		])
		expect(play([TAKEN_OVER, TAKEN_OVER], false).effects).toEqual(['reload'])
	})

	it('is reloaded by what it asked for, also where no worker had claimed it (a forced reload)', () => {
		expect(play([WAITING, ACCEPT, TAKEN_OVER], false).effects).toEqual(['activate', 'reload'])
	})
})

it('what changes nothing is the same state, so that nothing is drawn for it', () => {
	const state = startState(true)
	for (const event of [ACCEPT, LATER, { type: 'needed' }] as const) {
		expect(step(state, event)).toEqual([state, null])
		expect(step(state, event)[0]).toBe(state)
	}
})
