import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { numberText } from '#web/ui/format.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { errorText, isOffline } from './errors.ts'
import type { Pages } from './use-list.ts'

interface ReadFailedProps {
	readonly failure: Failure
	/** What could not be read: "Unable to load candidates. Please try again." */
	readonly failed: string
	/** What is said of it where the server says nothing. */
	readonly why?: string
	readonly onRetry: () => void
}

/** In place of what could not be read: why, and the way to try again. */
export const ReadFailed = ({ failure, failed, why = '', onRetry }: ReadFailedProps) => {
	const offline = isOffline(failure)
	const detail = errorText(failure, why)
	return (
		<Notice
			title={offline ? common.needsConnection : failed}
			text={offline ? common.needsConnectionWhy : detail}
			tone={offline ? 'calm' : 'error'}
		>
			<button type="button" className="btn btn-primary" onClick={onRetry}>
				{common.retry}
			</button>
		</Notice>
	)
}

const More = <Row,>({ pages, failed }: { readonly pages: Pages<Row>; readonly failed: string }) => {
	const { rows, total, next, waiting, failure, loadMore } = pages
	return (
		<div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
			<p role="status" className="text-sm text-muted">
				{common.shown(numberText(rows.length), total === null ? '…' : numberText(total))}
			</p>
			{next !== null && (
				<button type="button" className="btn" aria-disabled={waiting === 'more'} onClick={loadMore}>
					{waiting === 'more' ? common.loadingMore : common.loadMore}
				</button>
			)}
			<p role="alert" className="font-medium text-error empty:hidden">
				{failure && errorText(failure, failed)}
			</p>
		</div>
	)
}

interface ListFrameProps<Row> {
	readonly pages: Pages<Row>
	/** What is said where nothing is found. */
	readonly empty: string
	/** What is said where it could not be read. */
	readonly failed: string
	/** Draws the rows. */
	readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list in all its states: being read, failed, offline, empty; and what is there of it, with the way to more. */
export const ListFrame = <Row,>({ pages, empty, failed, children }: ListFrameProps<Row>) => {
	const { rows, loaded, waiting, failure, reload } = pages
	if (failure && (!loaded || waiting === null) && rows.length === 0) {
		return <ReadFailed failure={failure} failed={failed} onRetry={reload} />
	}
	if (!loaded) return <Skeletons label={common.loading} count={6} />
	if (rows.length === 0) {
		return (
			<p
				role="status"
				className="rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted"
			>
				{waiting === 'first' ? common.loading : empty}
			</p>
		)
	}
	return (
		<div aria-busy={waiting === 'first'} className="transition-opacity aria-busy:opacity-60">
			{children(rows)}
			<More pages={pages} failed={failed} />
		</div>
	)
}

/** As long as it takes to type on, in ms: each search asks the server. */
const SEARCH_DELAY_MS = 300

interface SearchFieldProps {
	readonly label: string
	/** What is searched for: it stands in the address. */
	readonly term: string
	/** How long nothing has to be typed before it is searched for, in ms. */
	readonly delayMs?: number
	readonly onSearch: (term: string) => void
}

/** A field whose text is searched for once nothing has been typed for a moment, or at once on Enter or once the field is left. */
export const SearchField = ({
	label,
	term,
	delayMs = SEARCH_DELAY_MS,
	onSearch,
}: SearchFieldProps) => {
	const [text, setText] = useState(term)
	const sent = useRef(term)
	const timer = useRef(0)
	// The page's filters may change while it waits: what is searched for joins those that are chosen then.
	const latest = useRef(onSearch)
	useEffect(() => {
		latest.current = onSearch
	})
	useEffect(() => {
		// Changed by a link or by going back, not by what was typed here.
		if (sent.current === term) return
		sent.current = term
		setText(term)
	}, [term])
	useEffect(() => () => clearTimeout(timer.current), [])
	const search = (next: string): void => {
		clearTimeout(timer.current)
		if (next === sent.current) return
		sent.current = next
		latest.current(next)
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
				// Whoever goes on to a page is not led back by a search that was still waiting, and finds it on return.
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
