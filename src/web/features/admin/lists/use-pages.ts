import { type Reducer, useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { PageOf } from '#contract/paging.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { isOffline } from '../faults.ts'
import { NOTHING_READ, nextPageState, type PageEvent, type PageState } from './page-state.ts'

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
