import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { AttemptSummary } from '#device/attempts.ts'
import { isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { takeQuizTarget, testFeature } from '#web/app/test-feature.ts'
import { activity } from '#web/texts/en/elections.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { momentText, numberText, QUIZ_TYPE_LABELS } from '#web/ui/format.ts'
import { LongList } from '#web/ui/list.tsx'
import { useLive } from '#web/ui/live.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type Refresh, useRefresh } from '#web/ui/refresh.ts'
import { NeedsConnection, notCountedText, StaleNote } from '#web/ui/stale-note.tsx'

const InProgress = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt, answered, total, percentage } = summary
	return (
		<>
			<ProgressBar percentage={percentage} label={activity.progressOf(attempt.quizName)} />
			<p className="mt-2 text-sm text-muted">{activity.answered(answered, total)}</p>
			{!attempt.notCounted && (
				<Link
					to="/quiz/continue/$attemptId"
					params={{ attemptId: attempt.serverId ?? attempt.id }}
					className="btn btn-primary btn-block mt-4 text-base"
				>
					{activity.continue}
				</Link>
			)}
		</>
	)
}

const Completed = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt } = summary
	const day = momentText(attempt.completedAt)
	return (
		<>
			{day && <p className="text-sm text-muted">{activity.completedOn(day)}</p>}
			<Link
				to="/results"
				search={{ quizAttemptId: attempt.serverId ?? attempt.id }}
				className="btn btn-outline btn-block mt-4 text-base"
			>
				{activity.results}
			</Link>
		</>
	)
}

const AttemptCard = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt, unsent } = summary
	const completed = attempt.status === 'COMPLETED'
	const notCounted = notCountedText(attempt)
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface p-5 wrap-anywhere shadow-paper">
			<p className="flex flex-wrap gap-2">
				<span className="badge badge-outline">{QUIZ_TYPE_LABELS[attempt.quizType]}</span>
				<span className={`badge ${completed ? 'badge-ghost' : 'badge-primary'}`}>
					{activity.states[attempt.status]}
				</span>
				{notCounted && <span className="badge badge-warning">{activity.notCounted}</span>}
				{unsent && <span className="badge badge-warning">{activity.unsent}</span>}
			</p>
			<h2 lang={contentLanguage} className="mt-3 text-xl leading-snug font-semibold">
				{attempt.quizName}
			</h2>
			{attempt.electionName && (
				<p lang={contentLanguage} className="mt-1 text-muted">
					{attempt.electionName}
				</p>
			)}
			{notCounted && <p className="mt-3 text-sm">{notCounted}</p>}
			<div className="mt-auto pt-5">
				{completed ? <Completed summary={summary} /> : <InProgress summary={summary} />}
			</div>
		</article>
	)
}

export const FILTERS = ['ALL', 'IN_PROGRESS', 'COMPLETED'] as const

export type Filter = (typeof FILTERS)[number]

const matches = ({ attempt }: AttemptSummary, filter: Filter): boolean =>
	filter === 'ALL' || attempt.status === filter

interface FilterBarProps {
	readonly list: readonly AttemptSummary[]
	readonly filter: Filter
	readonly onFilter: (filter: Filter) => void
}

const FilterBar = ({ list, filter, onFilter }: FilterBarProps) => (
	<fieldset className="mb-5 flex flex-wrap gap-2">
		<legend className="sr-only">{activity.show}</legend>
		{FILTERS.map((option) => (
			<button
				key={option}
				type="button"
				aria-pressed={filter === option}
				className="min-h-12 grow rounded-full sm:grow-0 border border-edge px-3 text-sm font-medium sm:px-5 sm:text-base aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-primary-content"
				onClick={() => onFilter(option)}
			>
				{activity.filter(
					activity.filters[option],
					numberText(list.filter((summary) => matches(summary, option)).length),
				)}
			</button>
		))}
	</fieldset>
)

/** Link to a quiz, plus one to the elections if the first leads to the knowledge test. */
const TakeQuiz = () => {
	const on = useSyncExternalStore(testFeature.subscribe, testFeature.isOn)
	useEffect(() => void testFeature.look().catch(reportError), [])
	return (
		<>
			<Link to={takeQuizTarget(on)} className="btn btn-primary">
				{activity.takeQuiz}
			</Link>
			{on && (
				<Link to="/elections" className="btn">
					{activity.findElections}
				</Link>
			)}
		</>
	)
}

/** Estimated height of a card on a phone, in px. */
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

export const ActivityScreen = () => {
	const live = useLive(() => local.attempts.list(), ['activity'])
	// A refused entry means that another device continued or reset the attempt: refresh then.
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
