import { isPast, JURISDICTION_LABELS, searchTextOf } from '#domain/jurisdiction.ts'
import { failureText } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { elections as texts } from '#web/texts/elections.ts'
import { said } from '#web/texts/language.ts'
import { dayText } from '#web/ui/dates.ts'
import { NeedsConnection } from '#web/ui/needs-connection.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { useOnline } from '#web/ui/use-online.ts'
import { isOffline, type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { ElectionSearch, type FindableElection } from './election-search.tsx'

interface ElectionsScreenProps {
	readonly query: string
	readonly onSearch: (text: string) => void
}

/** Nothing was ever read on this device: say that it is on its way, or why it is not. */
const FirstRead = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return <Skeletons label={texts.loading} />
	if (isOffline(failure)) {
		return (
			<NeedsConnection
				title={texts.needsConnection}
				text={texts.needsConnectionWhy}
				onRetry={retry}
			/>
		)
	}
	const error = said(failureText(failure, texts.loadFailed))
	return (
		<Notice title={texts.error(error)} tone="error">
			<button type="button" className="btn btn-primary" onClick={retry}>
				{texts.retry}
			</button>
		</Notice>
	)
}

const readElections = async (): Promise<FindableElection[] | null> => {
	const elections = await local.elections.active()
	const today = local.elections.today()
	return (
		elections?.map((election) => {
			const past = isPast(election, today)
			const label = said(JURISDICTION_LABELS[election.jurisdiction])
			const shown = [label, dayText(election.electionDate), past ? texts.past : '']
			return { election, past, text: searchTextOf(election, ...shown) }
		}) ?? null
	)
}

/** The active elections, to search and to choose from. */
export const ElectionsScreen = ({ query, onSearch }: ElectionsScreenProps) => {
	const live = useLive(readElections, ['elections'])
	// Apart from them: what is saved changes often, and they do not for that.
	const packs = useLive(() => local.packs.statuses(), ['packs'])
	const refresh = useRefresh('elections', () => local.elections.refreshActive())
	const read = !refresh.refreshing && refresh.failure === null
	// How each of them fares stands with it.
	useRefresh('kept', read ? () => local.packs.refreshKept() : null)
	const online = useOnline()
	const elections = live.data
	return (
		<Page title={texts.title}>
			<h1 className="mb-5 text-3xl font-semibold sm:text-4xl">{texts.heading}</h1>
			{elections === null && <FirstRead refresh={refresh} />}
			{elections && packs.data && (
				<>
					<StaleNote refresh={refresh} byDay />
					{elections.length === 0 ? (
						<Notice title={texts.none} />
					) : (
						<ElectionSearch
							query={query}
							onSearch={onSearch}
							all={elections}
							statusOf={packs.data}
							offline={!online || isOffline(refresh.failure)}
						/>
					)}
				</>
			)}
		</Page>
	)
}
