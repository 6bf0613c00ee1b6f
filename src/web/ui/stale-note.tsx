import { CloudOff } from 'lucide-react'
import type { StoredAttempt } from '#device/db.ts'
import { isOffline } from '#http/failure.ts'
import { serverClock } from '#web/app/api.ts'
import { ui } from '#web/texts/en/late.ts'
import { messageText } from '#web/texts/language.ts'
import { dayText } from './format.ts'
import { type NeedsConnectionProps, Notice, type StaleNoteProps } from './notice.tsx'

/** Replaces data that was never read here while offline. No error: its page retries when online. */
export const NeedsConnection = ({
	title,
	text,
	onRetry,
	children,
	level,
}: NeedsConnectionProps) => (
	<Notice title={title} text={`${text} ${ui.loadsByItself}`} {...(level && { level })}>
		<button type="button" className="btn btn-primary" onClick={onRetry}>
			{ui.retry}
		</button>
		{children}
	</Notice>
)

/** Notes that the screen could not be refreshed, with a retry button. */
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

/** Returns the reason why the server does not count an attempt. Null if it does. */
export const notCountedText = ({ notCounted }: StoredAttempt): string | null => {
	if (!notCounted) return null
	const { closedOn, reason: message, code, values } = notCounted
	if (closedOn !== null) return ui.closedOn(dayText(closedOn))
	return ui.notCounted(messageText({ message, code, values }))
}
