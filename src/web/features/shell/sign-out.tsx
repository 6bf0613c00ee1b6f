import { useEffect, useState } from 'react'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { countOf } from './count-of.ts'

/**
 * Ends the session. On a shared device ("remember me" unticked) everything of the voter leaves it, unless they chose
 * to keep it.
 */
const leave = async ({ keep = false } = {}): Promise<void> => {
	const shared = !session.isRemembered()
	if (!shared || keep) return session.signOut({ wipe: shared })
	local.engine.stop()
	// The screens go first: one that still reads would open the database again while it is being deleted.
	const erased = local.account.erase()
	session.signOut({ wipe: true })
	await erased
}

type Choice = 'send' | 'keep' | 'discard'

const run = async (choice: Choice): Promise<number> => {
	if (choice === 'send') {
		await local.engine.wake()
		const left = await local.outbox.waiting()
		if (left > 0) return left
	}
	if (choice === 'discard') await local.account.discardUnsent()
	await leave({ keep: choice === 'keep' })
	return 0
}

interface QuestionProps {
	readonly unsent: number
	readonly onClose: () => void
}

const Question = ({ unsent, onClose }: QuestionProps) => {
	const [busy, setBusy] = useState<Choice | null>(null)
	const [left, setLeft] = useState(unsent)
	const [failed, setFailed] = useState(false)
	const choose = async (choice: Choice): Promise<void> => {
		setBusy(choice)
		const still = await run(choice)
		setBusy(null)
		setLeft(still)
		setFailed(still > 0)
		if (still === 0) onClose()
	}
	const pick = (choice: Choice) => () => void choose(choice).catch(reportError)
	return (
		<Dialog title={`${countOf(left, 'answer')} not sent yet`} onClose={onClose}>
			<p className="mt-3 text-muted">
				{left === 1 ? 'It is' : 'They are'} saved on this device, but the server does not know{' '}
				{left === 1 ? 'it' : 'them'} yet. What should happen before you sign out?
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{failed && 'Not everything could be sent. Check your connection and try again.'}
			</p>
			<div className="mt-5 grid gap-3">
				<button
					type="button"
					className="btn btn-primary"
					disabled={busy !== null}
					onClick={pick('send')}
				>
					{busy === 'send' ? 'Sending...' : 'Send now'}
				</button>
				<button type="button" className="btn" disabled={busy !== null} onClick={pick('keep')}>
					Keep on this device
				</button>
				<button
					type="button"
					className="btn btn-outline btn-error"
					disabled={busy !== null}
					onClick={pick('discard')}
				>
					Discard
				</button>
				<button type="button" className="btn btn-ghost" onClick={onClose}>
					Stay signed in
				</button>
			</div>
		</Dialog>
	)
}

/** Signs out at once when everything was sent, and asks what to do when it was not. */
export const SignOut = ({ onClose }: { readonly onClose: () => void }) => {
	const [unsent, setUnsent] = useState<number | null>(null)
	useEffect(() => {
		let gone = false
		const look = async (): Promise<void> => {
			const waiting = await local.outbox.waiting()
			if (gone) return
			if (waiting > 0) return setUnsent(waiting)
			await leave()
			onClose()
		}
		look().catch(reportError)
		return () => {
			gone = true
		}
	}, [onClose])
	return unsent === null ? null : <Question unsent={unsent} onClose={onClose} />
}
