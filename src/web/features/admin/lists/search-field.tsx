import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

/** As long as it takes to type on, in ms: each search asks the server. */
const SEARCH_DELAY_MS = 300

interface SearchFieldProps {
	readonly label: string
	/** What is searched for: it stands in the address. */
	readonly term: string
	/** How long nothing has to be typed before it is searched for, in ms. */
	readonly delayMs?: number
	readonly onSearch: (term: string) => void
}

/** A field whose text is searched for once nothing has been typed for a moment, or at once on Enter or once the field is left. */
export const SearchField = ({
	label,
	term,
	delayMs = SEARCH_DELAY_MS,
	onSearch,
}: SearchFieldProps) => {
	const [text, setText] = useState(term)
	const sent = useRef(term)
	const timer = useRef(0)
	// The page's filters may change while it waits: what is searched for joins those that are chosen then.
	const latest = useRef(onSearch)
	useEffect(() => {
		latest.current = onSearch
	})
	useEffect(() => {
		// Changed by a link or by going back, not by what was typed here.
		if (sent.current === term) return
		sent.current = term
		setText(term)
	}, [term])
	useEffect(() => () => clearTimeout(timer.current), [])
	const search = (next: string): void => {
		clearTimeout(timer.current)
		if (next === sent.current) return
		sent.current = next
		latest.current(next)
	}
	return (
		<div className="input w-full border-edge bg-surface text-base">
			<Search aria-hidden="true" className="size-5 text-muted" />
			<input
				type="search"
				aria-label={label}
				value={text}
				placeholder={label}
				autoComplete="off"
				enterKeyHint="search"
				onKeyDown={({ key }) => {
					if (key === 'Enter') search(text.trim())
				}}
				// Whoever goes on to a page is not led back by a search that was still waiting, and finds it on return.
				onBlur={() => search(text.trim())}
				onChange={({ target: { value } }) => {
					setText(value)
					clearTimeout(timer.current)
					timer.current = window.setTimeout(() => search(value.trim()), delayMs)
				}}
			/>
		</div>
	)
}
