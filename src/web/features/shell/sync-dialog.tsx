import { useState } from 'react'
import { local } from '#web/app/local.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLive } from '#web/ui/use-live.ts'
import { countOf } from './count-of.ts'

/** What a queued command was to the voter who did it. */
const DEEDS: Readonly<Record<string, string>> = {
	'quiz.start': 'Starting the quiz',
	'quiz.interact': 'An answer',
	'quiz.complete': 'Completing the quiz',
	'quiz.reset': 'Starting the quiz again',
}

const readRefused = async () =>
	Promise.all(
		(await local.outbox.refused()).map(async ({ seq, command, stream, reason }) => ({
			seq,
			deed: DEEDS[command] ?? 'A change',
			quizName: (await local.attempts.find(stream))?.quizName ?? null,
			reason: reason ?? 'The server gave no reason.',
		})),
	)

const Refused = () => {
	const { data: refused = [] } = useLive(readRefused, ['refused'])
	if (refused.length === 0) return null
	return (
		<>
			<p className="mt-3 text-muted">
				The server did not accept these. Your other answers are not affected.
			</p>
			<ul className="mt-3 max-h-72 divide-y divide-base-300 overflow-y-auto border-y border-base-300">
				{refused.map(({ seq, deed, quizName, reason }) => (
					<li key={seq} className="flex items-center gap-3 py-3">
						<div className="min-w-0 flex-1">
							<p className="font-medium">{deed}</p>
							{quizName && <p className="truncate text-sm text-muted">{quizName}</p>}
							<p className="text-sm">{reason}</p>
						</div>
						<button
							type="button"
							className="btn btn-ghost"
							onClick={() => void local.outbox.dismiss(seq).catch(reportError)}
						>
							Dismiss
						</button>
					</li>
				))}
			</ul>
		</>
	)
}

interface SyncDialogProps {
	readonly waiting: number
	readonly onClose: () => void
}

/** What waits to be sent and what the server refused, with what can be done about each. */
export const SyncDialog = ({ waiting, onClose }: SyncDialogProps) => {
	const [sending, setSending] = useState(false)
	const send = async (): Promise<void> => {
		setSending(true)
		await local.engine.wake().catch(reportError)
		setSending(false)
	}
	return (
		<Dialog title="Sent and unsent" onClose={onClose}>
			<p className="mt-3 text-muted">
				{waiting === 0
					? 'Nothing waits to be sent.'
					: `${countOf(waiting, 'change')} saved on this device and not sent yet. They are sent by themselves once the connection allows.`}
			</p>
			<Refused />
			<div className="mt-6 flex flex-wrap justify-end gap-3">
				{waiting > 0 && (
					<button type="button" className="btn" disabled={sending} onClick={() => void send()}>
						{sending ? 'Sending...' : 'Send now'}
					</button>
				)}
				<button type="button" className="btn btn-primary" onClick={onClose}>
					Close
				</button>
			</div>
		</Dialog>
	)
}
