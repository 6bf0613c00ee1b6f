import { type Reducer, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { PageOf } from '#contract/admin/fields.ts'
import { fold, matchesSearch } from '#domain/jurisdiction.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { isLacking, isOffline } from './errors.ts'

/** What is known of a list that is read page by page. Rows of an older question stay until there is a reply to the new one. */
export interface PageState<Row> {
	/** The question that counts; replies to any other come too late. */
	readonly asked: string
	/** What that question tells from others, however often it is asked: the search and the filters. */
	readonly key: string
	/** What the rows are an answer to. */
	readonly rowsKey: string
	readonly rows: readonly Row[]
	readonly total: number | null
	/** Where the next page begins; null at the end. */
	readonly next: string | null
	/** What is under way: the first page, a further one, or nothing. */
	readonly waiting: 'first' | 'more' | null
	/** Whether any first page has come yet. */
	readonly loaded: boolean
	readonly failure: Failure | null
}

export type PageEvent<Row> =
	| { readonly type: 'ask'; readonly key: string; readonly asked: string }
	| { readonly type: 'ask-more' }
	| {
			readonly type: 'reply'
			readonly asked: string
			/** The `next` that was asked with; null for the first page. */
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
		// Under a new search the rows of the old one would be taken for what it found.
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

/** The list after something happened to it: a late reply to an older question changes nothing. */
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

/** Reads a page of a list. @param after the `next` of the page before; undefined for the first. */
export type ReadPage<Row> = (
	after: string | undefined,
	signal: AbortSignal,
) => Promise<Result<PageOf<Row>, Failure>>

export interface Pages<Row> extends PageState<Row> {
	loadMore(): void
	/** Reads the list from its beginning, after something was made, say. */
	reload(): void
	/** Changes rows in place: what was saved or deleted a moment ago, without reading all pages again. */
	patch(patch: (rows: readonly Row[]) => readonly Row[]): void
}

/**
 * A list of the server's, page by page: read when the page opens, whenever `key` changes, and again when a connection
 * comes back that was missing.
 * @param key what tells this question from others: the search and the filters.
 */
export const usePages = <Row>(key: string, read: ReadPage<Row>): Pages<Row> => {
	const [state, dispatch] = useReducer<PageState<Row>, [PageEvent<Row>]>(
		nextPageState as Reducer<PageState<Row>, PageEvent<Row>>,
		NOTHING_READ,
	)
	const [round, setRound] = useState(0)
	const asked = `${key}#${round}`
	const asking = useRef<AbortController | null>(null)
	const latest = useRef(read)
	useEffect(() => {
		latest.current = read
	})

	const ask = useCallback((name: string, after: string | null) => {
		asking.current?.abort()
		const controller = new AbortController()
		asking.current = controller
		latest
			.current(after ?? undefined, controller.signal)
			.then((result) => {
				// One that was given up says that there was no answer, which nobody wants to know.
				if (!controller.signal.aborted) dispatch({ type: 'reply', asked: name, after, result })
			})
			.catch(reportError)
	}, [])

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
	/** Null until it has come. */
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
 * Something of the server's: read when it is shown, whenever `key` changes, on `reload`, and when a connection comes back
 * that was missing. A late answer to an older question is dropped; while it is read again the last one stays.
 */
export const useRead = <Value>(
	key: string,
	read: (signal: AbortSignal) => Promise<Result<Value, Failure>>,
): Read<Value> => {
	const [round, setRound] = useState(0)
	const [answer, setAnswer] = useState<Answer<Value> | null>(null)
	const [last, setLast] = useState<{ readonly key: string; readonly value: Value } | null>(null)
	const asked = `${key}#${round}`
	const latest = useRef(read)
	useEffect(() => {
		latest.current = read
	})
	useEffect(() => {
		const asking = new AbortController()
		latest
			.current(asking.signal)
			.then((result) => {
				if (asking.signal.aborted) return
				setAnswer({ asked, result })
				if (result.ok) setLast({ key, value: result.value })
			})
			.catch(reportError)
		return () => asking.abort()
	}, [asked, key])
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
 * A page of a list, or, from a server that has no pages, the whole list as the specification has it.
 * @param keep which rows were asked for: such a server neither searches nor filters.
 */
export const listFallback = async <Row>(
	paged: Result<PageOf<Row>, Failure>,
	whole: () => Promise<Result<readonly Row[], Failure>>,
	keep: (row: Row) => boolean,
): Promise<Result<PageOf<Row>, Failure>> => {
	if (paged.ok || !isLacking(paged.error)) return paged
	const all = await whole()
	if (!all.ok) return all
	const rows = all.value.filter(keep)
	return { ok: true, value: { rows, next: null, total: rows.length } }
}

/** Whether every word of a search occurs in one of a row's texts. */
export const mentions = (search: string, texts: readonly (string | null)[]): boolean =>
	matchesSearch(search)(fold(texts.filter(Boolean).join(' ')))
