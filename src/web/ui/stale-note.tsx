import { CloudOff } from 'lucide-react'
import { ui } from '#web/texts/ui.ts'
import { isOffline, type Refresh } from './use-refresh.ts'

/** Says that what is shown could not be brought up to date, and offers to try again. Nothing to say: nothing shown. */
export const StaleNote = ({ refresh }: { readonly refresh: Refresh }) => {
	const { failure, retry } = refresh
	if (failure === null) return null
	return (
		<div
			role="status"
			className="mb-5 flex items-center gap-3 rounded-field border border-base-300 bg-base-200 py-1 pe-1 ps-4 text-sm"
		>
			<CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
			<p className="flex-1">{isOffline(failure) ? ui.staleOffline : ui.stale}</p>
			<button type="button" className="btn btn-ghost" onClick={retry}>
				{ui.retry}
			</button>
		</div>
	)
}
