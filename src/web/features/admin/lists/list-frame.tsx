import type { ReactNode } from 'react'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/admin/common.ts'
import { Notice } from '#web/ui/notice.tsx'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { faultText, isOffline } from '../faults.ts'
import type { Pages } from './use-pages.ts'

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
	const detail = faultText(failure, why)
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
				{failure && faultText(failure, failed)}
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
