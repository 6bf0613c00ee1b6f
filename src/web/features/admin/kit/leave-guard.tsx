import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useBlockReload } from '#web/app/reload-block.ts'
import { session } from '#web/app/session.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export interface LeaveGuard {
	close(): void
	readonly asking: boolean
	stay(): void
	go(): void
}

interface Leaving {
	readonly dirty: boolean
	readonly busy: boolean
}

/**
 * Asks before unsaved changes are lost: on closing the form, leaving the page, or closing the tab.
 * @param onDiscard deletes the stored draft
 */
export const useLeaveGuard = (
	{ dirty, busy }: Leaving,
	onClose: () => void,
	onDiscard: () => void,
): LeaveGuard => {
	const [closing, setClosing] = useState(false)
	// A reload for an app update would trigger the prompt too.
	useBlockReload(dirty)
	const blocker = useBlocker({
		// Allow the redirect to the login after the session has ended: the draft is stored.
		shouldBlockFn: ({ current, next }) =>
			dirty && session.token() !== null && current.pathname !== next.pathname,
		enableBeforeUnload: dirty,
		withResolver: true,
	})
	return {
		close() {
			// The request may still take effect: wait for its outcome.
			if (busy) return
			if (dirty) setClosing(true)
			else onClose()
		},
		asking: closing || blocker.status === 'blocked',
		stay() {
			setClosing(false)
			blocker.reset?.()
		},
		go() {
			onDiscard()
			if (blocker.status === 'blocked') blocker.proceed()
			else onClose()
		},
	}
}

/** Asks before the tab is closed or reloaded, but not on navigation within the app. */
export const useUnloadGuard = (kept: boolean): void => {
	// A reload for an app update would trigger the prompt too.
	useBlockReload(kept)
	useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: kept })
}

export const LeaveQuestion = ({ guard }: { readonly guard: LeaveGuard }) =>
	guard.asking && (
		<Dialog title={common.leaveTitle} onClose={guard.stay}>
			<p className="mt-3 text-muted">{common.leaveWhy}</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn btn-primary" onClick={guard.stay}>
					{common.leaveStay}
				</button>
				<button type="button" className="btn btn-outline btn-error" onClick={guard.go}>
					{common.leaveGo}
				</button>
			</div>
		</Dialog>
	)
