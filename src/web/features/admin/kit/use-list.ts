import { type Reducer, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { PageOf } from '#contract/admin/fields.ts'
import { fold, matchesSearch } from '#domain/jurisdiction.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { useEvent } from '#web/ui/hooks.ts'

/** State of a paginated list. The previous rows stay until the new query has a reply. */
export interface PageState<Row> {
	/** The current request. Replies to any other request are stale. */
	readonly asked: string
	/** The query without the request counter: search and filters. */
	readonly key: string
	readonly rowsKey: string
	readonly rows: readonly Row[]
	readonly total: number | null
	/** Cursor of the next page; null on the last page. */
	readonly next: string | null
	readonly waiting: 'first' | 'more' | null
	/** True after the first page of any query. */
	readonly loaded: boolean
	readonly failure: Failure | null
}

export type PageEvent<Row> =
	| { readonly type: 'ask'; readonly key: string; readonly asked: string }
	| { readonly type: 'ask-more' }
	| {
			readonly type: 'reply'
			readonly asked: string
			readonly after: string | null
			readonly result: Result<PageOf<Row>, Failure>
	  }
	| { readonly type: 'patch'; readonly patch: (rows: readonly Row[]) => readonly Row[] }

export const NOTHING_READ: PageState<never> = {
	asked: '',
	key: '',
	rowsKey: '',
	rows: [],
	total: null,
	next: null,
	waiting: null,
	loaded: false,
	failure: null,
}

const settle = <Row>(
	state: PageState<Row>,
	after: string | null,
	result: Result<PageOf<Row>, Failure>,
): PageState<Row> => {
	if (!result.ok) {
		const failed = { ...state, waiting: null, failure: result.error }
		// Drop the previous rows: they would look like results of the new query.
		return state.key === state.rowsKey ? failed : { ...failed, rows: [], total: null, next: null }
	}
	const { rows, next, total } = result.value
	return {
		...state,
		rowsKey: state.key,
		rows: after === null ? rows : [...state.rows, ...rows],
		total: total ?? (after === null ? null : state.total),
		next,
		waiting: null,
		loaded: true,
		failure: null,
	}
}

/** Reducer of a paginated list. Ignores stale replies. */
export const nextPageState = <Row>(
	state: PageState<Row>,
	event: PageEvent<Row>,
): PageState<Row> => {
	switch (event.type) {
		case 'ask':
			return { ...state, key: event.key, asked: event.asked, waiting: 'first', failure: null }
		case 'ask-more':
			return { ...state, waiting: 'more', failure: null }
		case 'reply': {
			const expected = state.waiting === 'first' ? null : state.next
			const isCurrent = event.asked === state.asked && state.waiting !== null
			return isCurrent && event.after === expected
				? settle(state, event.after, event.result)
				: state
		}
		case 'patch': {
			const rows = event.patch(state.rows)
			const total = state.total === null ? null : state.total + rows.length - state.rows.length
			return { ...state, rows, total }
		}
	}
}

/** Reads one page. @param after cursor from the previous page; undefined for the first */
export type ReadPage<Row> = (
	after: string | undefined,
	signal: AbortSignal,
) => Promise<Result<PageOf<Row>, Failure>>

export interface Pages<Row> extends PageState<Row> {
	loadMore(): void
	reload(): void
	/** Updates rows in place after a save or deletion, without reading the pages again. */
	patch(patch: (rows: readonly Row[]) => readonly Row[]): void
}

/**
 * Paginated list of the server. Reads again when `key` changes and when the connection returns.
 * @param key identifies the query: search and filters
 */
export const usePages = <Row>(key: string, read: ReadPage<Row>): Pages<Row> => {
	const [state, dispatch] = useReducer<PageState<Row>, [PageEvent<Row>]>(
		nextPageState as Reducer<PageState<Row>, PageEvent<Row>>,
		NOTHING_READ,
	)
	const [round, setRound] = useState(0)
	const asked = `${key}#${round}`
	const asking = useRef<AbortController | null>(null)
	const readLatest = useEvent(read)

	const ask = useCallback(
		(name: string, after: string | null) => {
			asking.current?.abort()
			const controller = new AbortController()
			asking.current = controller
			readLatest(after ?? undefined, controller.signal)
				.then((result) => {
					// Ignore the error of an aborted request.
					if (!controller.signal.aborted) dispatch({ type: 'reply', asked: name, after, result })
				})
				.catch(reportError)
		},
		[readLatest],
	)

	useEffect(() => {
		dispatch({ type: 'ask', key, asked })
		ask(asked, null)
		return () => asking.current?.abort()
	}, [key, asked, ask])

	const reload = useCallback(() => setRound((before) => before + 1), [])
	const waits = isOffline(state.failure)
	useEffect(() => {
		if (!waits) return
		addEventListener('online', reload)
		return () => removeEventListener('online', reload)
	}, [waits, reload])

	return {
		...state,
		loadMore() {
			if (state.next === null || state.waiting !== null) return
			dispatch({ type: 'ask-more' })
			ask(asked, state.next)
		},
		reload,
		patch: useCallback((patch) => dispatch({ type: 'patch', patch }), []),
	}
}

export interface Read<Value> {
	/** Null until the first reply for the current key. */
	readonly value: Value | null
	readonly failure: Failure | null
	readonly loading: boolean
	reload(): void
}

interface Answer<Value> {
	readonly asked: string
	readonly result: Result<Value, Failure>
}

/**
 * Reads a value from the server when mounted, when `key` changes, on `reload`, and when the connection returns. Drops
 * stale replies. The last value stays during a reload.
 */
export const useRead = <Value>(
	key: string,
	read: (signal: AbortSignal) => Promise<Result<Value, Failure>>,
): Read<Value> => {
	const [round, setRound] = useState(0)
	const [answer, setAnswer] = useState<Answer<Value> | null>(null)
	const [last, setLast] = useState<{ readonly key: string; readonly value: Value } | null>(null)
	const asked = `${key}#${round}`
	const readLatest = useEvent(read)
	useEffect(() => {
		const asking = new AbortController()
		readLatest(asking.signal)
			.then((result) => {
				if (asking.signal.aborted) return
				setAnswer({ asked, result })
				if (result.ok) setLast({ key, value: result.value })
			})
			.catch(reportError)
		return () => asking.abort()
	}, [asked, key, readLatest])
	const reload = useCallback(() => setRound((before) => before + 1), [])
	const result = answer?.asked === asked ? answer.result : null
	const failure = result && !result.ok ? result.error : null
	const waits = isOffline(failure)
	useEffect(() => {
		if (!waits) return
		addEventListener('online', reload)
		return () => removeEventListener('online', reload)
	}, [waits, reload])
	return { value: last?.key === key ? last.value : null, failure, loading: result === null, reload }
}

/**
 * Reads a page, or the unpaginated list of the specification if the server has no pages.
 * @param keep applies search and filters, which such a server does not support
 */
export const listFallback = async <Row>(
	paged: () => Promise<Result<PageOf<Row>, Failure>>,
	whole: () => Promise<Result<readonly Row[], Failure>>,
	keep: (row: Row) => boolean,
): Promise<Result<PageOf<Row>, Failure>> => {
	if (capabilities.has('records')) return paged()
	const all = await whole()
	if (!all.ok) return all
	const rows = all.value.filter(keep)
	return { ok: true, value: { rows, next: null, total: rows.length } }
}

/** True if every search term occurs in one of the texts. */
export const mentions = (search: string, texts: readonly (string | null)[]): boolean =>
	matchesSearch(search)(fold(texts.filter(Boolean).join(' ')))
