import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PageOf } from '#contract/admin/fields.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { haveCapabilities } from '#tests/support/capabilities.ts'
import { session } from '#web/app/session.ts'
import {
	failureOf,
	listQuery,
	patchLists,
	queryClient,
	rowsOf,
	unwrap,
} from '#web/features/admin/kit/queries.ts'
import { deferred } from '../../deferred.ts'

type Reply = Result<PageOf<string>, Failure>

interface Asked {
	readonly filter: string
	readonly after: string | undefined
	readonly signal: AbortSignal
	readonly reply: (reply: Reply) => Promise<void>
}

const OFFLINE: Failure = { kind: 'offline' }
const FAILED: Reply = { ok: false, error: OFFLINE }
const rows = (...names: string[]): Reply => page({ rows: names })
const page = (value: Partial<PageOf<string>>): Reply => ({
	ok: true,
	value: { rows: [], next: null, total: null, ...value },
})

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

let asked: Asked[] = []
const stop: (() => void)[] = []

const optionsOf = (filter: string) =>
	listQuery<string>('things', { filter }, (after, signal) => {
		const { promise, resolve } = deferred<Reply>()
		const reply = (value: Reply): Promise<void> => {
			resolve(value)
			return settled()
		}
		asked.push({ filter, after, signal, reply })
		return promise
	})

const openList = (filter: string) => {
	const observer = new InfiniteQueryObserver(queryClient, optionsOf(filter))
	stop.push(observer.subscribe(() => undefined))
	return {
		now: () => observer.getCurrentResult(),
		rows: () => rowsOf(observer.getCurrentResult()),
		failure: () => failureOf(observer.getCurrentResult()),
		search: (next: string) => observer.setOptions(optionsOf(next)),
		more: () => void observer.fetchNextPage(),
		reload: () => void observer.refetch(),
	}
}

const answer = (index: number, reply: Reply): Promise<void> =>
	asked.at(index)?.reply(reply) ?? Promise.reject(new Error(`no request ${index}`))

const signIn = (username: string): void =>
	session.signIn({
		token: `token of ${username}`,
		user: { username, email: `${username}@a.example`, roles: ['ROLE_ADMIN'] },
		remember: false,
	})

beforeEach(() => {
	asked = []
	signIn('ada')
})
afterEach(() => {
	for (const each of stop.splice(0)) each()
	session.signOut()
})

describe('paged list', () => {
	it("appends pages and keeps the first page's total", async () => {
		const list = openList('a')
		await answer(0, page({ rows: ['1', '2'], next: 'n', total: 3 }))
		list.more()
		expect(asked.at(1)?.after).toBe('n')
		expect(list.now().isFetchingNextPage).toBe(true)
		await answer(1, rows('3'))
		expect(list.rows()).toEqual(['1', '2', '3'])
		expect(list.now()).toMatchObject({ hasNextPage: false, isFetching: false })
		expect(list.now().data?.pages.map(({ total }) => total)).toEqual([3, null])
	})

	it('keeps old rows until the new query is answered', async () => {
		const list = openList('a')
		await answer(0, rows('1'))
		list.search('b')
		expect(list.rows()).toEqual(['1'])
		expect(list.now()).toMatchObject({ isFetching: true, isPending: false })
		await answer(1, rows('2'))
		expect(list.rows()).toEqual(['2'])
	})

	it('drops a late reply to an older query', async () => {
		const list = openList('a')
		list.search('b')
		await answer(0, rows('old'))
		expect(list.now().isPending).toBe(true)
		expect(asked.at(0)?.signal.aborted).toBe(true)
		await answer(1, rows('new'))
		expect(list.rows()).toEqual(['new'])
	})

	it('drops a further page of an older query', async () => {
		const list = openList('a')
		await answer(0, page({ rows: ['1'], next: 'n' }))
		list.more()
		list.search('b')
		await answer(1, rows('2'))
		expect(list.rows()).toEqual(['1'])
		await answer(2, rows('x'))
		expect(list.rows()).toEqual(['x'])
	})

	// Old rows would look like results of the new search.
	it('clears old rows if a new search fails', async () => {
		const list = openList('a')
		await answer(0, page({ rows: ['1'], next: 'n', total: 9 }))
		list.search('b')
		await answer(1, FAILED)
		expect(list.rows()).toEqual([])
		expect(list.failure()).toEqual(OFFLINE)
	})

	it('keeps its rows if a refresh fails', async () => {
		const list = openList('a')
		await answer(0, rows('1'))
		list.reload()
		await answer(1, FAILED)
		expect(list.rows()).toEqual(['1'])
		expect(list.failure()).toEqual(OFFLINE)
	})

	it('keeps its rows if a further page fails and can retry', async () => {
		const list = openList('a')
		await answer(0, page({ rows: ['1'], next: 'n' }))
		list.more()
		await answer(1, FAILED)
		expect(list.rows()).toEqual(['1'])
		expect(list.failure()).toEqual(OFFLINE)
		list.more()
		expect(asked.at(2)?.after).toBe('n')
		expect(list.now().isFetchingNextPage).toBe(true)
		expect(list.failure()).toBe(null)
	})

	it('adjusts rows and total at once when patched, and reads the list again', async () => {
		const list = openList('a')
		await answer(0, page({ rows: ['1', '2'], next: 'n', total: 9 }))
		list.more()
		await answer(1, rows('3'))
		patchLists<string>('things', (all) => all.filter((row) => row !== '3'))
		expect(list.rows()).toEqual(['1', '2'])
		expect(list.now().data?.pages.at(0)?.total).toBe(8)
		await answer(2, page({ rows: ['1', 'new'], total: 2 }))
		expect(list.rows()).toEqual(['1', 'new'])
	})

	it('shows its rows on return while it reads them again', async () => {
		openList('a')
		await answer(0, rows('1'))
		for (const each of stop.splice(0)) each()
		const list = openList('a')
		expect(list.rows()).toEqual(['1'])
		expect(list.now().isFetching).toBe(true)
		await answer(1, rows('2'))
		expect(list.rows()).toEqual(['2'])
	})
})

describe('connection', () => {
	it('reads again what failed offline, and nothing else', async () => {
		const lost = openList('a')
		openList('b')
		await answer(0, FAILED)
		await answer(1, rows('1'))
		dispatchEvent(new Event('online'))
		expect(asked.map(({ filter }) => filter)).toEqual(['a', 'b', 'a'])
		await answer(2, rows('2'))
		expect(lost.rows()).toEqual(['2'])
	})
})

describe('capabilities', () => {
	afterEach(() => haveCapabilities())

	it('are applied to a list that was read before they changed', async () => {
		const list = openList('a')
		await answer(0, rows('all'))
		haveCapabilities('records')
		expect(asked).toHaveLength(2)
		await answer(1, page({ rows: ['first'], next: 'n' }))
		expect(list.rows()).toEqual(['first'])
	})
})

describe('data of an administrator', () => {
	it('is removed at sign-out', async () => {
		openList('a')
		await answer(0, rows('of ada'))
		session.signOut()
		expect(queryClient.getQueryCache().getAll()).toEqual([])
		signIn('bea')
		const list = openList('a')
		expect(list.rows()).toEqual([])
		expect(list.now().isPending).toBe(true)
	})

	it('is removed when another user signs in, without late replies', async () => {
		openList('a')
		await answer(0, rows('of ada'))
		openList('b')
		signIn('bea')
		expect(queryClient.getQueryCache().getAll()).toEqual([])
		await answer(1, rows('late, of ada'))
		expect(queryClient.getQueryCache().getAll()).toEqual([])
	})

	it('stays when the same user is verified', async () => {
		const list = openList('a')
		await answer(0, rows('of ada'))
		signIn('ada')
		expect(list.rows()).toEqual(['of ada'])
		expect(asked).toHaveLength(1)
	})
})

describe('failure', () => {
	it('is null while the query is being asked again', async () => {
		let replies: Reply[] = [FAILED, rows('1')]
		const observer = new QueryObserver(queryClient, {
			queryKey: ['thing'],
			queryFn: async () => {
				const [reply = FAILED, ...others] = replies
				replies = others
				return unwrap(Promise.resolve(reply))
			},
		})
		stop.push(observer.subscribe(() => undefined))
		await settled()
		expect(failureOf(observer.getCurrentResult())).toEqual(OFFLINE)
		const again = observer.refetch()
		expect(failureOf(observer.getCurrentResult())).toBe(null)
		await again
		expect(observer.getCurrentResult().data?.rows).toEqual(['1'])
	})
})
