import { Search } from 'lucide-react'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StoredElection } from '#local/db.ts'
import type { PackStatus } from '#local/pack-store.ts'
import { elections as texts } from '#web/texts/elections.ts'
import { LongList } from '#web/ui/long-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { numberText } from '#web/ui/numbers.ts'
import { ElectionCard } from './election-card.tsx'
import { finder } from './find.ts'
import { PackBar } from './pack-bar.tsx'

/** How long nothing has to be typed before what was typed is in the address, in ms. */
const ADDRESS_DELAY_MS = 300
/** How high a card is on a phone, in px. */
const CARD_HEIGHT = 214

/** An election with what a search of it looks through. */
export interface FindableElection {
	readonly election: StoredElection
	/** Whether its day is over. */
	readonly past: boolean
	/** Of `searchTextOf`. */
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

// With the key itself, and not when there is time: looking through ten thousand texts and drawing a screen of cards takes
// less than drawing twice.
const Found = memo(({ all, statusOf, query, offline }: FoundProps) => {
	const find = useMemo(() => finder(all), [all])
	const found = useMemo(() => find(query), [find, query])
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
				<LongList name="elections" items={found} estimate={CARD_HEIGHT} {...{ keyOf, card }} />
			)}
		</>
	)
})

/** What is typed, and the address that follows it a moment later, or at once when the voter moves on. */
const useSearchText = (query: string, onSearch: (text: string) => void) => {
	const [text, setText] = useState(query)
	const sent = useRef(new Set<string>())
	const waiting = useRef<{ readonly term: string; readonly timer: number } | null>(null)
	useEffect(() => {
		// Changed by a link or by going back, not by what was typed here.
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
	const latest = useRef(flush)
	useEffect(() => {
		latest.current = flush
	})
	const type = (next: string): void => {
		setText(next)
		clearTimeout(waiting.current?.timer)
		const timer = window.setTimeout(() => latest.current(), ADDRESS_DELAY_MS)
		waiting.current = { term: next.trim(), timer }
	}
	return { text, type, flush }
}

interface ElectionSearchProps extends Omit<FoundProps, 'query'> {
	readonly query: string
	readonly onSearch: (text: string) => void
}

/** The elections, to search and to choose from. */
export const ElectionSearch = ({ query, onSearch, ...found }: ElectionSearchProps) => {
	const { text, type, flush } = useSearchText(query, onSearch)
	return (
		// Whoever goes on to an election and comes back finds what was searched for: the address has it by then.
		<search onBlur={flush} onClickCapture={flush}>
			<SearchField text={text} onText={type} />
			<Found {...found} query={text.trim()} />
		</search>
	)
}
