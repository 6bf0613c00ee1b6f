import { useEffect, useState } from 'react'
import { local } from '#web/app/local.ts'
import { withoutReading } from '#web/app/reading.ts'
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
	await withoutReading(async () => {
		try {
			await local.account.erase()
		} finally {
			session.signOut({ wipe: true })
		}
	})
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

const CHOICES = [
	{ choice: 'send', label: 'Send now', look: 'btn-primary' },
	{ choice: 'keep', label: 'Keep on this device', look: '' },
	{ choice: 'discard', label: 'Discard', look: 'btn-outline btn-error' },
] as const

interface ChoicesProps {
	/** What is being done. */
	readonly busy: Choice | null
	readonly onChoose: (choice: Choice) => void
}

const Choices = ({ busy, onChoose }: ChoicesProps) => (
	<div className="mt-5 grid gap-3">
		{CHOICES.map(({ choice, label, look }) => (
			<button
				key={choice}
				type="button"
				className={`btn ${look}`}
				disabled={busy !== null}
				onClick={() => onChoose(choice)}
			>
				{choice === 'send' && busy === 'send' ? 'Sending...' : label}
			</button>
		))}
	</div>
)

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
	return (
		<Dialog title={`${countOf(left, 'answer')} not sent yet`} onClose={onClose}>
			<p className="mt-3 text-muted">
				{left === 1 ? 'It is' : 'They are'} saved on this device, but the server does not know{' '}
				{left === 1 ? 'it' : 'them'} yet. What should happen before you sign out?
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{failed && 'Not everything could be sent. Check your connection and try again.'}
			</p>
			<Choices busy={busy} onChoose={(choice) => void choose(choice).catch(reportError)} />
			<button type="button" className="btn btn-ghost btn-block mt-3" onClick={onClose}>
				Stay signed in
			</button>
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
