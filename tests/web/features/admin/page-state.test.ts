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

describe('a list that is read page by page', () => {
	it('grows by each page and keeps the total of the first, which the next ones need not repeat', () => {
		const state = follow(
			ask('a'),
			reply('a', { rows: ['1', '2'], next: 'n', total: 3 }),
			MORE,
			reply('a', { rows: ['3'] }, 'n'),
		)
		expect(state).toMatchObject({ rows: ['1', '2', '3'], next: null, total: 3, waiting: null })
	})

	it('shows the old rows until the new question is answered', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'] }), ask('b'))
		expect(state).toMatchObject({ rows: ['1'], waiting: 'first', loaded: true })
		expect(nextPageState(state, reply('b', { rows: ['2'] })).rows).toEqual(['2'])
	})

	it('drops a late reply to an older question: it never replaces a newer one', () => {
		const state = follow(
			ask('a'),
			ask('b'),
			reply('b', { rows: ['new'] }),
			reply('a', { rows: ['old'] }),
		)
		expect(state.rows).toEqual(['new'])
		expect(follow(ask('a'), ask('b'), reply('a', { rows: ['old'] })).loaded).toBe(false)
	})

	it('drops a further page that comes after the list was asked for again', () => {
		const read = [ask('a'), reply('a', { rows: ['1'], next: 'n' }), MORE, ask('b')]
		expect(follow(...read, reply('a', { rows: ['2'] }, 'n')).rows).toEqual(['1'])
		expect(follow(...read, reply('b', { rows: ['x'] }, 'n')).rows).toEqual(['1'])
	})

	it('shows no rows of an older search under a new one that failed: they would be taken for what it found', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'], next: 'n', total: 9 }), ask('b'))
		expect(nextPageState(state, failed('b'))).toMatchObject({ rows: [], next: null, total: null })
	})

	it('keeps its rows where it was only asked for again, and failed', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'] }), ask('a', '2'), failed('a2'))
		expect(state).toMatchObject({ rows: ['1'], waiting: null, failure: { kind: 'offline' } })
	})

	it('keeps what it has where a further page fails, and can ask for it again', () => {
		const state = follow(ask('a'), reply('a', { rows: ['1'], next: 'n' }), MORE, failed('a', 'n'))
		expect(state).toMatchObject({ rows: ['1'], next: 'n', waiting: null })
		expect(state.failure).toEqual({ kind: 'offline' })
		expect(nextPageState(state, MORE)).toMatchObject({ waiting: 'more', failure: null })
	})

	it('counts along when rows are changed in place', () => {
		const read = [ask('a'), reply('a', { rows: ['1', '2'], total: 9 })]
		const without: PageEvent<string> = {
			type: 'patch',
			patch: (rows) => rows.filter((row) => row !== '1'),
		}
		expect(follow(...read, without)).toMatchObject({ rows: ['2'], total: 8 })
	})
})
