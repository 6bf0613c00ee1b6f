import { useNavigate } from '@tanstack/react-router'
import { Building2, ChevronRight, Landmark, Mailbox, MapPinned, Search, Trees } from 'lucide-react'
import {
	type MouseEvent,
	memo,
	type ReactNode,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import type { StoredElection } from '#device/db.ts'
import type { PackStatus } from '#device/offline-pack-store.ts'
import {
	isPast,
	matchesSearch,
	narrowsSearch,
	placeText,
	searchTextOf,
} from '#domain/jurisdiction.ts'
import type { Jurisdiction } from '#domain/types.ts'
import { isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { elections as texts } from '#web/texts/en/elections.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { failureText } from '#web/ui/failure-text.ts'
import { dayText, numberText } from '#web/ui/format.ts'
import { useAfterPaint, useEvent, useOnline } from '#web/ui/hooks.ts'
import { LongList } from '#web/ui/list.tsx'
import { useLive } from '#web/ui/live.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { type Refresh, useRefresh } from '#web/ui/refresh.ts'
import { NeedsConnection, StaleNote } from '#web/ui/stale-note.tsx'
import { PackBar } from './offline-pack.tsx'

// Created once: React skips elements that are identical.
const ICONS: Readonly<Record<Jurisdiction, ReactNode>> = {
	FEDERAL: <Landmark aria-hidden="true" />,
	STATE: <MapPinned aria-hidden="true" />,
	COUNTY: <Trees aria-hidden="true" />,
	CITY: <Building2 aria-hidden="true" />,
	ZIP: <Mailbox aria-hidden="true" />,
}
const CHEVRON = (
	<ChevronRight aria-hidden="true" className="mt-3 size-5 shrink-0 text-muted rtl:-scale-x-100" />
)

interface ElectionCardProps {
	readonly election: StoredElection
	readonly past: boolean
	readonly children: ReactNode
}

/**
 * Plain link to an election's quizzes. The router's Link also preloads and tracks the active route, which is not needed
 * here and takes a tenth of the time of a search keystroke.
 */
const ElectionLink = ({ electionId, children }: { electionId: string; children: ReactNode }) => {
	const navigate = useNavigate()
	const go = (event: MouseEvent): void => {
		// Leave modified clicks (new tab, window, download) to the browser.
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		navigate({ to: '/elections/$electionId/quizzes', params: { electionId } }).catch(reportError)
	}
	return (
		<a
			href={`/elections/${encodeURIComponent(electionId)}/quizzes`}
			onClick={go}
			className="flex flex-1 items-start gap-4 rounded-box p-5"
		>
			{children}
		</a>
	)
}

const ElectionCard = ({ election, past, children }: ElectionCardProps) => {
	const place = placeText(election)
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper transition-colors has-[a:hover]:border-primary">
			<ElectionLink electionId={election.id}>
				<span className="grid size-12 shrink-0 place-items-center rounded-field bg-primary/10 text-primary">
					{ICONS[election.jurisdiction]}
				</span>
				<span className="min-w-0 flex-1 wrap-anywhere">
					<span
						lang={contentLanguage}
						className="block font-serif text-xl leading-snug font-semibold"
					>
						{election.name}
					</span>
					<span className="mt-1 block text-muted">{dayText(election.electionDate)}</span>
					<span className="mt-3 flex flex-wrap gap-2">
						<span className="badge badge-outline">
							{texts.jurisdictions[election.jurisdiction]}
						</span>
						{place && <span className="badge badge-ghost">{place}</span>}
						{past && <span className="badge badge-ghost">{texts.past}</span>}
					</span>
				</span>
				{CHEVRON}
			</ElectionLink>
			{children}
		</article>
	)
}

const REMEMBERED = 20

/** Incremental search: narrows the results of an earlier query, and caches the last queries. */
export const finder = <Item extends { readonly text: string }>(all: readonly Item[]) => {
	const before = new Map<string, readonly Item[]>()
	const among = (query: string): readonly Item[] =>
		[...before].reduce(
			(least, [earlier, found]) =>
				found.length < least.length && narrowsSearch(query, earlier) ? found : least,
			all,
		)
	return (query: string): readonly Item[] => {
		const known = before.get(query)
		if (known) return known
		const matches = matchesSearch(query)
		const found = among(query).filter(({ text }) => matches(text))
		before.set(query, found)
		const [oldest] = before.keys()
		if (before.size > REMEMBERED && oldest !== undefined) before.delete(oldest)
		return found
	}
}

/** Debounce before the search text goes to the URL. */
const ADDRESS_DELAY_MS = 300
/** Estimated height of a card on a phone, in px. */
const CARD_HEIGHT = 214

export interface FindableElection {
	readonly election: StoredElection
	readonly past: boolean
	readonly text: string
}

interface FieldProps {
	readonly text: string
	readonly onText: (text: string) => void
}

const SearchField = ({ text, onText }: FieldProps) => (
	<div className="input contain-strict w-full border-edge bg-surface text-base">
		<Search aria-hidden="true" className="size-5 text-muted" />
		<input
			type="search"
			aria-label={texts.search}
			value={text}
			placeholder={texts.searchHint}
			autoComplete="off"
			enterKeyHint="search"
			onChange={(event) => onText(event.target.value)}
		/>
	</div>
)

interface FoundProps {
	readonly all: readonly FindableElection[]
	readonly statusOf: (electionId: string) => PackStatus
	readonly query: string
	readonly offline: boolean
}

const keyOf = ({ election }: FindableElection): string => election.id

const Found = memo(({ all, statusOf, query, offline }: FoundProps) => {
	const find = useMemo(() => finder(all), [all])
	const found = useMemo(() => find(query), [find, query])
	// The key and its count are painted first: rendering the cards takes longer than both.
	const drawn = useAfterPaint(found)
	const card = useCallback(
		({ election, past }: FindableElection) => {
			const { id: electionId, name } = election
			const status = statusOf(electionId)
			return (
				<ElectionCard election={election} past={past}>
					<PackBar
						{...{ electionId, name, status, offline }}
						className="border-t border-base-300 ps-5 pe-2"
					/>
				</ElectionCard>
			)
		},
		[statusOf, offline],
	)
	return (
		<>
			<p role="status" className="mt-4 mb-3 text-sm text-muted">
				{texts.found(found.length, numberText(found.length))}
			</p>
			{found.length === 0 ? (
				<Notice title={texts.noMatch(query)} text={texts.tryAnother} />
			) : (
				<LongList name="elections" items={drawn} estimate={CARD_HEIGHT} {...{ keyOf, card }} />
			)}
		</>
	)
})

const useSearchText = (query: string, onSearch: (text: string) => void) => {
	const [text, setText] = useState(query)
	const sent = useRef(new Set<string>())
	const waiting = useRef<{ readonly term: string; readonly timer: number } | null>(null)
	useEffect(() => {
		// Changed by a link or by going back, not by typing.
		if (!sent.current.delete(query)) setText(query)
	}, [query])
	useEffect(() => () => clearTimeout(waiting.current?.timer), [])

	const flush = (): void => {
		if (waiting.current === null) return
		const { term, timer } = waiting.current
		clearTimeout(timer)
		waiting.current = null
		if (term === query) return
		sent.current.add(term)
		onSearch(term)
	}
	const flushLatest = useEvent(flush)
	const type = (next: string): void => {
		setText(next)
		clearTimeout(waiting.current?.timer)
		const timer = window.setTimeout(flushLatest, ADDRESS_DELAY_MS)
		waiting.current = { term: next.trim(), timer }
	}
	return { text, type, flush }
}

interface ElectionSearchProps extends Omit<FoundProps, 'query'> {
	readonly query: string
	readonly onSearch: (text: string) => void
}

const ElectionSearch = ({ query, onSearch, ...found }: ElectionSearchProps) => {
	const { text, type, flush } = useSearchText(query, onSearch)
	return (
		// Update the URL before the user leaves, so that "back" restores the search.
		<search onBlur={flush} onClickCapture={flush}>
			<SearchField text={text} onText={type} />
			<Found {...found} query={text.trim()} />
		</search>
	)
}

interface ElectionsScreenProps {
	readonly query: string
	readonly onSearch: (text: string) => void
}

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
	const error = failureText(failure, texts.loadFailed)
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
			const label = texts.jurisdictions[election.jurisdiction]
			const shown = [label, dayText(election.electionDate), past ? texts.past : '']
			return { election, past, text: searchTextOf(election, ...shown) }
		}) ?? null
	)
}

export const ElectionsScreen = ({ query, onSearch }: ElectionsScreenProps) => {
	const live = useLive(readElections, ['elections'])
	// Separate query: pack statuses change often and must not rebuild the elections.
	const packs = useLive(() => local.packs.statuses(), ['packs'])
	const refresh = useRefresh('elections', () => local.elections.refreshActive())
	const read = !refresh.refreshing && refresh.failure === null
	// Each pack shows its own failure.
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
