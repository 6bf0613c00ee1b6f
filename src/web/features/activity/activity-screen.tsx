import { useMemo, useState } from 'react'
import type { AttemptSummary } from '#local/attempts.ts'
import { local } from '#web/app/local.ts'
import { activity } from '#web/texts/activity.ts'
import { LongList } from '#web/ui/long-list.tsx'
import { NeedsConnection } from '#web/ui/needs-connection.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { numberText } from '#web/ui/numbers.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { isOffline, type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { AttemptCard } from './attempt-card.tsx'
import { FilterBar } from './filter-bar.tsx'
import { type Filter, matches } from './filters.ts'
import { TakeQuiz } from './take-quiz.tsx'

/** How high a card is on a phone, in px. */
const CARD_HEIGHT = 240
const keyOf = ({ attempt }: AttemptSummary): string => attempt.id
const card = (summary: AttemptSummary) => <AttemptCard summary={summary} />

const Empty = () => (
	<Notice title={activity.none} text={activity.noneWhy}>
		<TakeQuiz />
	</Notice>
)

interface EmptyFilterProps {
	readonly filter: Filter
	/** Number of quizzes that the other filters have. */
	readonly count: number
	readonly onAll: () => void
}

const EmptyFilter = ({ filter, count, onAll }: EmptyFilterProps) => (
	<Notice
		title={activity.noneOf(activity.filters[filter])}
		text={activity.others(count, numberText(count))}
	>
		<TakeQuiz />
		<button type="button" className="btn" onClick={onAll}>
			{activity.showAll}
		</button>
	</Notice>
)

const History = ({ list }: { readonly list: readonly AttemptSummary[] }) => {
	const [filter, setFilter] = useState<Filter>('ALL')
	const shown = useMemo(() => list.filter((summary) => matches(summary, filter)), [list, filter])
	return (
		<>
			<FilterBar list={list} filter={filter} onFilter={setFilter} />
			{shown.length === 0 ? (
				<EmptyFilter filter={filter} count={list.length} onAll={() => setFilter('ALL')} />
			) : (
				<LongList name="activity" items={shown} estimate={CARD_HEIGHT} {...{ keyOf, card }} />
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
			<NeedsConnection title={activity.nothingHere} text={activity.nothingHereWhy} onRetry={retry}>
				<TakeQuiz />
			</NeedsConnection>
		)
	}
	return (
		<Notice title={activity.loadFailed} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				{activity.retry}
			</button>
		</Notice>
	)
}

/** The voter's attempts: to go on with, or to see the results of. */
export const ActivityScreen = () => {
	const live = useLive(() => local.attempts.list(), ['activity'])
	// A refusal says that the server knows more of an attempt: it was gone on with, or reset, elsewhere.
	const refused = useLive(async () => (await local.outbox.refused()).length, ['refused'])
	const refresh = useRefresh(`activity/${refused.data ?? 0}`, () =>
		local.attempts.refreshHistory({ whole: true }),
	)
	const list = live.data
	const nothing = list?.length === 0
	return (
		<Page title={activity.title}>
			<h1 className="mb-5 text-3xl font-semibold sm:text-4xl">{activity.title}</h1>
			{list && !nothing && (
				<>
					<StaleNote refresh={refresh} />
					<History list={list} />
				</>
			)}
			{nothing && refresh.refreshing && <Skeletons label={activity.loading} count={2} />}
			{nothing && <Unread refresh={refresh} />}
			{nothing && !refresh.refreshing && !refresh.failure && <Empty />}
		</Page>
	)
}
