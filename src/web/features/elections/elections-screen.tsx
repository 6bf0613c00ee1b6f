import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { matchesSearch } from '#domain/jurisdiction.ts'
import { failureText } from '#http/failure.ts'
import type { StoredElection } from '#local/db.ts'
import type { PackStatus } from '#local/pack-store.ts'
import { local } from '#web/app/local.ts'
import { NeedsConnection } from '#web/ui/needs-connection.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { isOffline, type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { ElectionCard } from './election-card.tsx'
import { PackBar } from './pack-bar.tsx'

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

interface FoundProps {
	readonly all: readonly StoredElection[]
	readonly packs: ReadonlyMap<string, PackStatus>
	readonly query: string
	readonly offline: boolean
}

const Found = ({ all, packs, query, offline }: FoundProps) => {
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
					{found.map((election) => {
						const { id: electionId, name } = election
						const status = packs.get(electionId)
						return (
							<li key={electionId}>
								<ElectionCard election={election}>
									{status && (
										<PackBar
											{...{ electionId, name, status, offline }}
											className="border-t border-base-300 pr-2 pl-5"
										/>
									)}
								</ElectionCard>
							</li>
						)
					})}
				</ul>
			)}
		</>
	)
}

/** Nothing was ever read on this device: say that it is on its way, or why it is not. */
const FirstRead = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return <Skeletons label="Loading elections" />
	if (isOffline(failure)) {
		return (
			<NeedsConnection
				title="The elections need a connection once"
				text="This device has not received them yet. Afterwards, elections that you open or save can be taken without one, from the first answer to the results."
				onRetry={retry}
			/>
		)
	}
	const error = failureText(failure, 'Failed to load data. Please try again.')
	return (
		<Notice title={`Error loading elections: ${error}`} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				Retry
			</button>
		</Notice>
	)
}

const readElections = async () => {
	const elections = await local.elections.active()
	const packs = await local.packs.statuses((elections ?? []).map(({ id }) => id))
	return { elections, packs }
}

/** The active elections, to search and to choose from. */
export const ElectionsScreen = ({ query, onSearch }: ElectionsScreenProps) => {
	const live = useLive(readElections, ['elections'])
	const refresh = useRefresh('elections', () => local.elections.refreshActive())
	const read = !refresh.refreshing && refresh.failure === null
	// How each of them fares stands with it.
	useRefresh('kept', read ? () => local.packs.refreshKept() : null)
	const online = useOnline()
	const elections = live.data?.elections
	return (
		<Page title="Elections">
			<h1 className="mb-5 text-3xl font-semibold sm:text-4xl">Where are you voting?</h1>
			{elections === null && <FirstRead refresh={refresh} />}
			{live.data && elections && (
				<>
					<StaleNote refresh={refresh} />
					{elections.length === 0 ? (
						<Notice title="No active elections available at the moment." />
					) : (
						<>
							<SearchField query={query} onSearch={onSearch} />
							<Found
								all={elections}
								packs={live.data.packs}
								query={query}
								offline={!online || isOffline(refresh.failure)}
							/>
						</>
					)}
				</>
			)}
		</Page>
	)
}
