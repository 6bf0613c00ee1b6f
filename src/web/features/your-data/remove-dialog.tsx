import { useState } from 'react'
import type { Holdings } from '#local/your-data.ts'
import { leaveNothing } from '#web/app/erasure.ts'
import { session } from '#web/app/session.ts'
import { yourData } from '#web/texts/your-data.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { HeldList } from './held-list.tsx'
import { useLeaving } from './use-leaving.ts'

/** Removes what this device holds. @returns what the sign-in page says then. */
const remove = async (): Promise<string> => {
	const voter = session.userKey()
	// Signed out in another tab meanwhile: that one has asked what is to become of it.
	if (voter === null) return yourData.removedNot
	try {
		await leaveNothing(voter)
		return yourData.removed
	} catch (fault) {
		reportError(fault)
		return yourData.removedNot
	}
}

interface RemoveDialogProps {
	readonly held: Holdings | null
	readonly onClose: () => void
}

/** Asks before everything of the voter leaves this device, and nothing but that. */
export const RemoveDialog = ({ held, onClose }: RemoveDialogProps) => {
	const leave = useLeaving()
	const [busy, setBusy] = useState(false)
	const close = (): void => {
		if (!busy) onClose()
	}
	const confirm = (): void => {
		// What goes has to be known first.
		if (busy || held === null) return
		setBusy(true)
		remove().then(leave).catch(reportError)
	}
	return (
		<Dialog title={yourData.removeTitle} onClose={close}>
			<p className="mt-3">{yourData.removeIntro}</p>
			<HeldList first={held ? [yourData.copies(held)] : []} held={held} />
			<div className="mt-5 grid gap-3">
				<button type="button" className="btn" aria-disabled={busy} onClick={close}>
					{yourData.cancel}
				</button>
				<button
					type="button"
					className="btn btn-outline btn-error"
					aria-disabled={busy}
					onClick={confirm}
				>
					{busy ? yourData.removing : yourData.removeAll}
				</button>
			</div>
		</Dialog>
	)
}
