import { CloudOff } from 'lucide-react'
import { serverClock } from '#web/app/client.ts'
import { ui } from '#web/texts/ui.ts'
import { dayText } from './dates.ts'
import { isOffline, type Refresh } from './use-refresh.ts'

interface StaleNoteProps {
	readonly refresh: Refresh
	/** The day decides what the screen shows: without a connection the note says which day that is. */
	readonly byDay?: boolean
}

/** Says that the screen could not be brought up to date, and offers to try again. Empty where it could. */
export const StaleNote = ({ refresh, byDay = false }: StaleNoteProps) => {
	const { failure, retry } = refresh
	if (failure === null) return null
	const today = byDay && isOffline(failure) ? serverClock.today() : null
	return (
		<div
			role="status"
			className="mb-5 flex items-center gap-3 rounded-field border border-base-300 bg-base-200 py-1 pe-1 ps-4 text-sm"
		>
			<CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
			<p className="flex-1">
				<span>{isOffline(failure) ? ui.staleOffline : ui.stale}</span>{' '}
				<span>{today !== null && ui.serverDay(dayText(today))}</span>
			</p>
			<button type="button" className="btn btn-ghost" onClick={retry}>
				{ui.retry}
			</button>
		</div>
	)
}
