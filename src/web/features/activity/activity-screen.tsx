import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AttemptSummary } from '#local/attempts.ts'
import { local } from '#web/app/local.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useRefresh } from '#web/ui/use-refresh.ts'
import { AttemptCard } from './attempt-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filter, matches } from './filters.ts'

const Empty = () => (
	<Notice
		title="No quizzes here yet"
		text="What you take shows up here, to go on with or to look at again."
	>
		<Link to="/elections" className="btn btn-primary">
			Take a Quiz
		</Link>
	</Notice>
)

const History = ({ list }: { readonly list: readonly AttemptSummary[] }) => {
	const [filter, setFilter] = useState<Filter>('ALL')
	const shown = list.filter((summary) => matches(summary, filter))
	return (
		<>
			<FilterBar list={list} filter={filter} onFilter={setFilter} />
			{shown.length === 0 ? (
				<Empty />
			) : (
				<ul className="grid gap-4 md:grid-cols-2">
					{shown.map((summary) => (
						<li key={summary.attempt.id}>
							<AttemptCard summary={summary} />
						</li>
					))}
				</ul>
			)}
		</>
	)
}

/** The voter's attempts: to go on with, or to see the results of. */
export const ActivityScreen = () => {
	const live = useLive(() => local.attempts.list(), ['activity'])
	const refresh = useRefresh('activity', () => local.attempts.refreshHistory())
	const list = live.data
	const nothing = list?.length === 0
	return (
		<Page title="My Activity">
			<h1 className="mb-5 text-3xl font-semibold sm:text-4xl">My Activity</h1>
			{list && !nothing && (
				<>
					<StaleNote refresh={refresh} />
					<History list={list} />
				</>
			)}
			{nothing && refresh.refreshing && <Skeletons label="Loading your quizzes" count={2} />}
			{nothing && refresh.failure && (
				<Notice title="Failed to load quiz history" tone="error">
					<button type="button" className="btn btn-primary" onClick={refresh.retry}>
						Retry
					</button>
				</Notice>
			)}
			{nothing && !refresh.refreshing && !refresh.failure && <Empty />}
		</Page>
	)
}
