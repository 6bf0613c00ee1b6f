import { useState } from 'react'
import type { AttemptSummary } from '#local/attempts.ts'
import { local } from '#web/app/local.ts'
import { NeedsConnection } from '#web/ui/needs-connection.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { isOffline, type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { AttemptCard } from './attempt-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filter, matches } from './filters.ts'
import { TakeQuiz } from './take-quiz.tsx'

const Empty = () => (
	<Notice
		title="No quizzes here yet"
		text="What you take shows up here, to go on with or to look at again."
	>
		<TakeQuiz />
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

/** There is nothing here to show, and the server could not be asked. */
const Unread = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return null
	if (isOffline(failure)) {
		return (
			<NeedsConnection
				title="Nothing on this device yet"
				text="Quizzes that you take here show up at once, also without a connection. What you took elsewhere needs a connection once."
				onRetry={retry}
			>
				<TakeQuiz />
			</NeedsConnection>
		)
	}
	return (
		<Notice title="Failed to load quiz history" tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				Retry
			</button>
		</Notice>
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
			{nothing && <Unread refresh={refresh} />}
			{nothing && !refresh.refreshing && !refresh.failure && <Empty />}
		</Page>
	)
}
