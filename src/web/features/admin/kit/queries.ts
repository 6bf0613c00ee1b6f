import {
	type InfiniteData,
	infiniteQueryOptions,
	keepPreviousData,
	notifyManager,
	QueryCache,
	QueryClient,
	type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { PageOf } from '#contract/admin/fields.ts'
import { fold, matchesSearch } from '#domain/jurisdiction.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { session } from '#web/app/session.ts'

class CallError extends Error {
	readonly failure: Failure
	constructor(failure: Failure) {
		super(failure.kind)
		this.failure = failure
	}
}

/** Turns a call into a query function's promise: rejects with the failure. */
export const unwrap = async <Value>(reply: Promise<Result<Value, Failure>>): Promise<Value> => {
	const result = await reply
	if (!result.ok) throw new CallError(result.error)
	return result.value
}

/** Shown for a bug in a query function, which is reported too. */
const BROKEN: Failure = { kind: 'bad-response', status: 200 }

const toFailure = (error: Error): Failure => (error instanceof CallError ? error.failure : BROKEN)

/** Failure of a query, null while it is being asked again. */
export const failureOf = ({
	error,
	isFetching,
}: {
	readonly error: Error | null
	readonly isFetching: boolean
}): Failure | null => (error === null || isFetching ? null : toFailure(error))

/** Cache of the back-office. Keys start with a noun: `['candidates', 'list', filter]`. */
export const queryClient = new QueryClient({
	queryCache: new QueryCache({
		onError(error) {
			if (!(error instanceof CallError)) reportError(error)
		},
	}),
	defaultOptions: {
		queries: {
			// Administrators see each failure at once, also offline, and retry themselves.
			retry: false,
			networkMode: 'always',
			refetchOnWindowFocus: false,
			refetchOnReconnect: false,
			// A kept record may be deleted or changed by now. Lists are kept.
			gcTime: 0,
		},
	},
})

// Deleting a record moves the focus right after its row is gone, so the rows must not change later.
notifyManager.setScheduler((notify) => notify())

// Not `refetchOnReconnect`, which misses the connection of a page that was opened offline.
addEventListener('online', () => {
	queryClient
		.refetchQueries({
			type: 'active',
			predicate: ({ state: { error } }) => error !== null && isOffline(toFailure(error)),
		})
		.catch(reportError)
})

let user = session.userKey()
// Never show the data of the last user. `AdminLayout` remounts the pages.
session.subscribe(() => {
	if (session.userKey() === user) return
	user = session.userKey()
	queryClient.clear()
})

/** Reads what is shown of a noun again, and the rest when it is shown next. Without a noun, of all of them. */
export const invalidate = (...queryKey: readonly string[]): void => {
	queryClient.invalidateQueries({ queryKey }).catch(reportError)
}

// The list was unknown or outdated when the shown data was read, so that other calls were used.
capabilities.subscribe(() => invalidate())

type Given<Query> = { [Name in keyof Query]?: Exclude<Query[Name], '' | undefined> }

/** Parameters of a query or an address without the empty ones. */
export const given = <Query extends object>(query: Query): Given<Query> =>
	Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as Given<Query>

/** Reads one page. @param after cursor from the previous page; undefined for the first */
export type ReadPage<Row> = (
	after: string | undefined,
	signal: AbortSignal,
) => Promise<Result<PageOf<Row>, Failure>>

const LIST_KEPT_MS = 300_000

/** Options of a paginated list. The previous rows stay until the new query has a reply. */
export const listQuery = <Row>(noun: string, filter: object, read: ReadPage<Row>) =>
	infiniteQueryOptions({
		queryKey: [noun, 'list', filter],
		queryFn: ({ pageParam, signal }) => unwrap(read(pageParam, signal)),
		initialPageParam: undefined as string | undefined,
		getNextPageParam: ({ next }: PageOf<Row>) => next,
		placeholderData: keepPreviousData,
		gcTime: LIST_KEPT_MS,
	})

export type List<Row> = UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>

export const rowsOf = <Row>({ data }: Pick<List<Row>, 'data'>): readonly Row[] =>
	data?.pages.flatMap(({ rows }) => rows) ?? []

/**
 * Changes the rows of a noun's lists at once, then reads the lists again.
 * @param change returns the new rows of one page
 */
export const patchLists = <Row>(
	noun: string,
	change: (rows: readonly Row[]) => readonly Row[],
): void => {
	queryClient.setQueriesData<InfiniteData<PageOf<Row>>>({ queryKey: [noun, 'list'] }, (list) => {
		if (list === undefined) return undefined
		const before = rowsOf({ data: list }).length
		const pages = list.pages.map((page) => ({ ...page, rows: change(page.rows) }))
		const more = rowsOf({ data: { ...list, pages } }).length - before
		const counted = pages.map((page) => ({
			...page,
			total: page.total === null ? null : page.total + more,
		}))
		return { ...list, pages: counted }
	})
	invalidate(noun)
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
