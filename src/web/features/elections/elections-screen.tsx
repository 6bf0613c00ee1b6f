import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { matchesSearch } from '#domain/jurisdiction.ts'
import { failureText } from '#http/failure.ts'
import type { StoredElection } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { ElectionCard } from './election-card.tsx'

interface ElectionsScreenProps {
	readonly query: string
	readonly onSearch: (text: string) => void
}

const SearchField = ({ query, onSearch }: ElectionsScreenProps) => {
	// What is typed stands here first: the address follows a moment later.
	const [text, setText] = useState(query)
	const sent = useRef(new Set<string>())
	useEffect(() => {
		// Changed by a link or by going back, not by what was typed here.
		if (!sent.current.delete(query)) setText(query)
	}, [query])
	return (
		<label className="input w-full border-edge bg-surface text-base">
			<Search aria-hidden="true" className="size-5 text-muted" />
			<span className="sr-only">Search elections</span>
			<input
				type="search"
				value={text}
				placeholder="Name, state, county or city"
				autoComplete="off"
				enterKeyHint="search"
				onChange={(event) => {
					const term = event.target.value.trim()
					setText(event.target.value)
					if (term !== query) sent.current.add(term)
					onSearch(term)
				}}
			/>
		</label>
	)
}

const Found = ({
	all,
	query,
}: {
	readonly all: readonly StoredElection[]
	readonly query: string
}) => {
	const found = all.filter((election) => matchesSearch(election, query))
	return (
		<>
			<p role="status" className="mt-4 mb-3 text-sm text-muted">
				Found {found.length} {found.length === 1 ? 'election' : 'elections'}
			</p>
			{found.length === 0 ? (
				<Notice
					title={`No elections found matching “${query}”`}
					text="Try another name or place."
				/>
			) : (
				<ul className="grid gap-4 md:grid-cols-2">
					{found.map((election) => (
						<li key={election.id}>
							<ElectionCard election={election} />
						</li>
					))}
				</ul>
			)}
		</>
	)
}

/** Nothing was ever read on this device: say that it is on its way, or why it is not. */
const FirstRead = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return <Skeletons label="Loading elections" />
	const error = failureText(failure, 'Failed to load data. Please try again.')
	return (
		<Notice title={`Error loading elections: ${error}`} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				Retry
			</button>
		</Notice>
	)
}

/** The active elections, to search and to choose from. */
export const ElectionsScreen = ({ query, onSearch }: ElectionsScreenProps) => {
	const live = useLive(() => local.elections.active(), ['elections'])
	const refresh = useRefresh('elections', () => local.elections.refreshActive())
	const elections = live.data
	return (
		<Page title="Elections">
			<h1 className="mb-5 text-3xl font-semibold sm:text-4xl">Where are you voting?</h1>
			{elections === null && <FirstRead refresh={refresh} />}
			{elections && (
				<>
					<StaleNote refresh={refresh} />
					{elections.length === 0 ? (
						<Notice title="No active elections available at the moment." />
					) : (
						<>
							<SearchField query={query} onSearch={onSearch} />
							<Found all={elections} query={query} />
						</>
					)}
				</>
			)}
		</Page>
	)
}
