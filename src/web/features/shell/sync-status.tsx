import { CloudAlert, CloudUpload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { local } from '#web/app/local.ts'
import { useLive } from '#web/ui/use-live.ts'
import { SyncDialog } from './sync-dialog.tsx'

/** Sending takes a moment; only what stays unsent for longer than this, in ms, is worth a word. */
const PATIENCE_MS = 2500

/** True once `on` has been true for `ms` without a break. */
const useLasting = (on: boolean, ms: number): boolean => {
	const [lasting, setLasting] = useState(false)
	useEffect(() => {
		if (!on) return setLasting(false)
		const timer = setTimeout(() => setLasting(true), ms)
		return () => clearTimeout(timer)
	}, [on, ms])
	return on && lasting
}

interface SyncStatusProps {
	/** Where there is room for the sign only: the words are left to those who listen. */
	readonly compact?: boolean
}

/** What of the voter's doing has not reached the server: quiet while all is well. */
export const SyncStatus = ({ compact = false }: SyncStatusProps) => {
	const [open, setOpen] = useState(false)
	const live = useLive(
		async () => ({
			waiting: await local.outbox.waiting(),
			refused: (await local.outbox.refused()).length,
		}),
		['unsent'],
	)
	const { waiting, refused } = live.data ?? { waiting: 0, refused: 0 }
	const late = useLasting(waiting > 0, PATIENCE_MS)
	const text =
		refused > 0 ? `${refused} could not be sent` : late ? `${waiting} not sent yet` : null
	const Icon = refused > 0 ? CloudAlert : CloudUpload
	return (
		<>
			<div role="status" className="contents">
				{text && (
					<button
						type="button"
						className="flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-field px-2 text-sm font-medium text-warning hover:bg-base-200"
						onClick={() => setOpen(true)}
					>
						<Icon aria-hidden="true" className="size-5 shrink-0" />
						<span className={compact ? 'sr-only' : 'leading-tight text-balance'}>{text}</span>
					</button>
				)}
			</div>
			{/* On the page itself: the bar that it was opened from goes when a phone is turned. */}
			{open &&
				createPortal(
					<SyncDialog waiting={waiting} onClose={() => setOpen(false)} />,
					document.body,
				)}
		</>
	)
}
