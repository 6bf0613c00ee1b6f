import type { UseQueryResult } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Failure, isOffline } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { numberText } from '#web/ui/format.ts'
import { useEvent } from '#web/ui/hooks.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { errorText } from './errors.ts'
import { failureOf, type List, rowsOf } from './queries.ts'

interface ReadFailedProps {
	readonly failure: Failure
	readonly failed: string
	readonly why?: string
	readonly onRetry: () => unknown
}

export const ReadFailed = ({ failure, failed, why = '', onRetry }: ReadFailedProps) => {
	const offline = isOffline(failure)
	const detail = errorText(failure, why)
	return (
		<Notice
			title={offline ? common.needsConnection : failed}
			text={offline ? common.needsConnectionWhy : detail}
			tone={offline ? 'calm' : 'error'}
		>
			<button type="button" className="btn btn-primary" onClick={() => onRetry()}>
				{common.retry}
			</button>
		</Notice>
	)
}

interface LoadedProps<Data> {
	readonly query: UseQueryResult<Data>
	readonly failed: string
	readonly skeletons?: number
	readonly loading?: string
	readonly children: (data: Data) => ReactNode
}

/** Shows a query's data below its failure, or skeletons until it has read. */
export const Loaded = <Data,>(props: LoadedProps<Data>) => {
	const { query, failed, skeletons = 2, loading = common.loading, children } = props
	const { data, refetch } = query
	const failure = failureOf(query)
	return (
		<>
			{failure && <ReadFailed failure={failure} failed={failed} onRetry={refetch} />}
			{data === undefined && !failure && <Skeletons label={loading} count={skeletons} />}
			{data !== undefined && children(data)}
		</>
	)
}

export const EmptyNote = ({ children }: { readonly children: ReactNode }) => (
	<p
		role="status"
		className="rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted"
	>
		{children}
	</p>
)

const More = <Row,>({ list, failed }: { readonly list: List<Row>; readonly failed: string }) => {
	const { data, hasNextPage, isFetching, isFetchingNextPage } = list
	const total = data?.pages.findLast((page) => page.total !== null)?.total ?? null
	const failure = failureOf(list)
	const loadMore = (): void => {
		if (!isFetching) list.fetchNextPage().catch(reportError)
	}
	return (
		<div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
			<p role="status" className="text-sm text-muted">
				{common.shown(numberText(rowsOf(list).length), total === null ? '…' : numberText(total))}
			</p>
			{hasNextPage && (
				<button type="button" className="btn" aria-disabled={isFetching} onClick={loadMore}>
					{isFetchingNextPage ? common.loadingMore : common.loadMore}
				</button>
			)}
			<p role="alert" className="font-medium text-error empty:hidden">
				{failure && errorText(failure, failed)}
			</p>
		</div>
	)
}

interface ListFrameProps<Row> {
	readonly list: List<Row>
	readonly empty: string
	readonly failed: string
	readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list in all its states: loading, failed, offline, empty, or rows with a "load more" button. */
export const ListFrame = <Row,>({ list, empty, failed, children }: ListFrameProps<Row>) => {
	const { isPending, isFetching, isFetchingNextPage, refetch } = list
	const rows = rowsOf(list)
	const failure = failureOf(list)
	if (failure && rows.length === 0) {
		return <ReadFailed failure={failure} failed={failed} onRetry={refetch} />
	}
	if (isPending) return <Skeletons label={common.loading} count={6} />
	if (rows.length === 0) {
		return <EmptyNote>{isFetching ? common.loading : empty}</EmptyNote>
	}
	return (
		<div
			aria-busy={isFetching && !isFetchingNextPage}
			className="transition-opacity aria-busy:opacity-60"
		>
			{children(rows)}
			<More list={list} failed={failed} />
		</div>
	)
}

/** Debounce in ms: each search is a server request. */
const SEARCH_DELAY_MS = 300

interface SearchFieldProps {
	readonly label: string
	readonly term: string
	readonly delayMs?: number
	readonly onSearch: (term: string) => void
}

/** Debounced search field. Searches at once on Enter and on blur. */
export const SearchField = ({
	label,
	term,
	delayMs = SEARCH_DELAY_MS,
	onSearch,
}: SearchFieldProps) => {
	const [text, setText] = useState(term)
	const sent = useRef(term)
	const timer = useRef(0)
	// Filters may change during the debounce.
	const searchLatest = useEvent(onSearch)
	useEffect(() => {
		// Changed by a link or the back button, not by typing here.
		if (sent.current === term) return
		sent.current = term
		setText(term)
	}, [term])
	useEffect(() => () => clearTimeout(timer.current), [])
	const search = (next: string): void => {
		clearTimeout(timer.current)
		if (next === sent.current) return
		sent.current = next
		searchLatest(next)
	}
	return (
		<div className="input w-full border-edge bg-surface text-base">
			<Search aria-hidden="true" className="size-5 text-muted" />
			<input
				type="search"
				aria-label={label}
				value={text}
				placeholder={label}
				autoComplete="off"
				enterKeyHint="search"
				onKeyDown={({ key }) => {
					if (key === 'Enter') search(text.trim())
				}}
				// Search on blur: a search pending during navigation would lead back to this page.
				onBlur={() => search(text.trim())}
				onChange={({ target: { value } }) => {
					setText(value)
					clearTimeout(timer.current)
					timer.current = window.setTimeout(() => search(value.trim()), delayMs)
				}}
			/>
		</div>
	)
}
