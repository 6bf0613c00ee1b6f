import { describe, expect, it } from 'vitest'
import type { PageOf } from '#contract/admin/fields.ts'
import {
	NOTHING_READ,
	nextPageState,
	type PageEvent,
	type PageState,
} from '#web/features/admin/kit/use-list.ts'

const START: PageState<string> = NOTHING_READ

const follow = (...events: readonly PageEvent<string>[]): PageState<string> =>
	events.reduce<PageState<string>>(nextPageState, START)

const ask = (key: string, round = ''): PageEvent<string> => ({
	type: 'ask',
	key,
	asked: key + round,
})
const MORE: PageEvent<string> = { type: 'ask-more' }
const reply = (
	asked: string,
	value: Partial<PageOf<string>>,
	from: string | null = null,
): PageEvent<string> => ({
	type: 'reply',
	asked,
	after: from,
	result: { ok: true, value: { rows: [], next: null, total: null, ...value } },
})
const failed = (asked: string, from: string | null = null): PageEvent<string> => ({
	type: 'reply',
	asked,
	after: from,
	result: { ok: false, error: { kind: 'offline' } },
})

describe('paged list', () => {
	it("appends pages and keeps the first page's total", () => {
		const state = follow(
			ask('a'),
			reply('a', { rows: ['1', '2'], next: 'n', total: 3 }),
			MORE,
			reply('a', { rows: ['3'] }, 'n'),
		)
		expect(state).toMatchObject({ rows: ['1', '2', '3'], next: null, total: 3, waiting: null })
	})

	it('keeps old rows until the new query is answered', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'] }), ask('b'))
		expect(state).toMatchObject({ rows: ['1'], waiting: 'first', loaded: true })
		expect(nextPageState(state, reply('b', { rows: ['2'] })).rows).toEqual(['2'])
	})

	it('drops a late reply to an older query', () => {
		const state = follow(
			ask('a'),
			ask('b'),
			reply('b', { rows: ['new'] }),
			reply('a', { rows: ['old'] }),
		)
		expect(state.rows).toEqual(['new'])
		expect(follow(ask('a'), ask('b'), reply('a', { rows: ['old'] })).loaded).toBe(false)
	})

	it('drops a further page of an older query', () => {
		const read = [ask('a'), reply('a', { rows: ['1'], next: 'n' }), MORE, ask('b')]
		expect(follow(...read, reply('a', { rows: ['2'] }, 'n')).rows).toEqual(['1'])
		expect(follow(...read, reply('b', { rows: ['x'] }, 'n')).rows).toEqual(['1'])
	})

	// Old rows would look like results of the new search.
	it('clears old rows if a new search fails', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'], next: 'n', total: 9 }), ask('b'))
		expect(nextPageState(state, failed('b'))).toMatchObject({ rows: [], next: null, total: null })
	})

	it('keeps its rows if a refresh fails', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'] }), ask('a', '2'), failed('a2'))
		expect(state).toMatchObject({ rows: ['1'], waiting: null, failure: { kind: 'offline' } })
	})

	it('keeps its rows if a further page fails and can retry', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'], next: 'n' }), MORE, failed('a', 'n'))
		expect(state).toMatchObject({ rows: ['1'], next: 'n', waiting: null })
		expect(state.failure).toEqual({ kind: 'offline' })
		expect(nextPageState(state, MORE)).toMatchObject({ waiting: 'more', failure: null })
	})

	it('adjusts the total when rows are patched', () => {
		const read = [ask('a'), reply('a', { rows: ['1', '2'], total: 9 })]
		const without: PageEvent<string> = {
			type: 'patch',
			patch: (rows) => rows.filter((row) => row !== '1'),
		}
		expect(follow(...read, without)).toMatchObject({ rows: ['2'], total: 8 })
	})
})
