import type { PageOf } from '#contract/paging.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'

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
