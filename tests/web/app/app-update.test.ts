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

/** Runs the events through the machine. `controlled` is false on a first visit. */
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

describe('waiting version', () => {
	it('is offered and activates nothing by itself', () => {
		expect(play([WAITING])).toMatchObject({ offered: true, effects: [] })
	})

	it('is offered only when no question is on screen', () => {
		expect(play([ASKED, WAITING]).offered).toBe(false)
		expect(play([WAITING, ASKED]).offered).toBe(false)
		expect(play([ASKED, WAITING, LEFT])).toMatchObject({ offered: true, effects: [] })
	})

	it('activates once when accepted twice', () => {
		expect(play([WAITING, ACCEPT, ACCEPT]).effects).toEqual(['activate'])
	})

	it('ignores acceptance unless it is offered', () => {
		expect(play([ACCEPT]).effects).toEqual([])
		expect(play([ASKED, WAITING, ACCEPT]).effects).toEqual([])
		expect(play([WAITING, LATER, ACCEPT]).effects).toEqual([])
	})

	it('stays hidden after the voter postpones it', () => {
		expect(play([WAITING, LATER, ASKED, LEFT])).toMatchObject({ offered: false, effects: [] })
	})

	it('is offered again when a newer version replaces it', () => {
		expect(play([WAITING, LATER, WAITING]).offered).toBe(true)
	})

	it('is offered again when the server requires an update', () => {
		expect(play([WAITING, LATER, { type: 'needed' }]).offered).toBe(true)
		expect(play([{ type: 'needed' }]).offered).toBe(false)
	})

	it('activates a newer version that replaces the accepted one', () => {
		expect(play([WAITING, ACCEPT, WAITING]).effects).toEqual(['activate', 'activate'])
	})
})

describe('version takeover', () => {
	it('reloads the page that accepted it once', () => {
		const { effects, offered } = play([WAITING, ACCEPT, TAKEN_OVER, TAKEN_OVER, LEFT])
		expect(effects).toEqual(['activate', 'reload'])
		expect(offered).toBe(false)
	})

	// They run a version that no longer exists.
	it('reloads other tabs', () => {
		expect(play([TAKEN_OVER]).effects).toEqual(['reload'])
		expect(play([WAITING, TAKEN_OVER]).effects).toEqual(['reload'])
		expect(play([WAITING, LATER, TAKEN_OVER]).effects).toEqual(['reload'])
	})

	it('reloads a tab with a question after the question is left', () => {
		expect(play([ASKED, TAKEN_OVER]).effects).toEqual([])
		expect(play([ASKED, WAITING, TAKEN_OVER, ASKED, LEFT, LEFT]).effects).toEqual(['reload'])
	})

	it('offers nothing to a tab that will reload', () => {
		expect(play([ASKED, WAITING, TAKEN_OVER, LEFT]).offered).toBe(false)
	})
})

describe('first visit', () => {
	it('does not reload when its worker claims the page', () => {
		expect(play([TAKEN_OVER], false).effects).toEqual([])
	})

	it('reloads for an update during the same visit', () => {
		expect(play([TAKEN_OVER, WAITING, ACCEPT, TAKEN_OVER], false).effects).toEqual([
			'activate',
			'reload',
		])
		expect(play([TAKEN_OVER, TAKEN_OVER], false).effects).toEqual(['reload'])
	})

	it('reloads for an accepted update without a controller (forced reload)', () => {
		expect(play([WAITING, ACCEPT, TAKEN_OVER], false).effects).toEqual(['activate', 'reload'])
	})
})

it('update machine keeps the same state object when nothing changes', () => {
	const state = startState(true)
	for (const event of [ACCEPT, LATER, { type: 'needed' }] as const) {
		expect(step(state, event)).toEqual([state, null])
		expect(step(state, event)[0]).toBe(state)
	}
})
