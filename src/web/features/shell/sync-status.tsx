import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SyncDialog } from './sync-dialog.tsx'
import { ALL_SENT, type SyncView, syncView } from './sync-view.ts'
import { useSyncFacts } from './use-sync-facts.ts'

const ICONS = { alert: CloudAlert, offline: CloudOff, upload: CloudUpload, check: CloudCheck }
const COLORS = {
	alert: 'text-error',
	offline: 'text-base-content',
	upload: 'text-warning',
	check: 'text-muted',
}

/** What is said aloud: that all is sent only where something else had been said before. */
const useSpoken = ({ spoken }: SyncView): string => {
	const [said, setSaid] = useState('')
	const last = useRef(ALL_SENT)
	useEffect(() => {
		const news = spoken !== last.current || spoken !== ALL_SENT
		setSaid(news ? spoken : '')
		if (spoken !== '') last.current = spoken
	}, [spoken])
	return said
}

interface SyncStatusProps {
	/** Where there is room for the sign only: the words are left to those who listen. */
	readonly compact?: boolean
}

/** How the voter's doings fare on their way to the server: always there, quiet while all is well, and a way to the list. */
export const SyncStatus = ({ compact = false }: SyncStatusProps) => {
	const [open, setOpen] = useState(false)
	const facts = useSyncFacts()
	const view = syncView(facts)
	const said = useSpoken(view)
	const Icon = ICONS[view.icon]
	const wordless = compact || view.icon === 'check'
	// The bar breaks into lines where text is large: words in a row of their own would have it break always.
	const room = wordless ? '' : 'basis-32 md:basis-auto'
	return (
		<>
			<button
				type="button"
				className={`flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-field px-2 text-sm font-medium hover:bg-base-200 ${room} ${COLORS[view.icon]}`}
				onClick={() => setOpen(true)}
			>
				<Icon aria-hidden="true" className="size-5 shrink-0" />
				{view.short && !wordless ? (
					<>
						<span className="whitespace-nowrap md:hidden" aria-hidden="true">
							{view.short}
						</span>
						<span className="text-start leading-tight max-md:sr-only">{view.text}</span>
					</>
				) : (
					<span className={wordless ? 'sr-only' : 'text-start leading-tight text-balance'}>
						{view.text}
					</span>
				)}
			</button>
			<span role="status" className="sr-only">
				{said}
			</span>
			{/* On the page itself: the bar that it was opened from goes when a phone is turned. */}
			{open &&
				createPortal(<SyncDialog facts={facts} onClose={() => setOpen(false)} />, document.body)}
		</>
	)
}
