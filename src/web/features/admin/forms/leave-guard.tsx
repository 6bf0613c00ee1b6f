import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '#web/app/session.ts'
import { common } from '#web/texts/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useQuestion } from '#web/ui/use-question.ts'

export interface LeaveGuard {
	/** Closes the form, after asking where something is not saved. */
	close(): void
	/** Whether it is being asked: render {@link LeaveQuestion} then. */
	readonly asking: boolean
	stay(): void
	go(): void
}

/** A form that is left. */
interface Leaving {
	/** Whether something stands there that is not saved. */
	readonly dirty: boolean
	/** Whether it is being saved. */
	readonly busy: boolean
}

/**
 * Asks before what is not saved is left: by closing its form, by going to another page, or by closing the tab.
 * @param onClose closes the form; @param onDiscard forgets what was typed.
 */
export const useLeaveGuard = (
	{ dirty, busy }: Leaving,
	onClose: () => void,
	onDiscard: () => void,
): LeaveGuard => {
	const [closing, setClosing] = useState(false)
	// An update that reloads the page would ask as well.
	useQuestion(dirty)
	const blocker = useBlocker({
		// A sign-in that has ended leads to a new one, and what was typed waits for that.
		shouldBlockFn: ({ current, next }) =>
			dirty && session.token() !== null && current.pathname !== next.pathname,
		enableBeforeUnload: dirty,
		withResolver: true,
	})
	return {
		close() {
			// What is under way may have its effect all the same: its outcome is waited for.
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

/** Asks before the tab is closed or loaded anew over what outlives the way to another page, and no more than that. */
export const useUnloadGuard = (kept: boolean): void => {
	// An update that reloads the page would ask as well.
	useQuestion(kept)
	useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: kept })
}

/** Whether what is not saved may go. */
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
