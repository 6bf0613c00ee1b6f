import { useEffect, useRef, useState } from 'react'
import { local } from '#web/app/local.ts'
import { withoutReading } from '#web/app/reading.ts'
import { session } from '#web/app/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { countOf } from './count-of.ts'

/**
 * Ends the session. On a shared device ("remember me" unticked) everything of the voter leaves it, unless they chose
 * to keep it.
 * @returns false where an answer came in between that is not sent yet: the voter is still signed in then.
 */
const leave = async ({ keep = false } = {}): Promise<boolean> => {
	const shared = !session.isRemembered()
	if (!shared || keep) {
		session.signOut({ wipe: shared })
		return true
	}
	local.engine.stop()
	let erased = false
	await withoutReading(async () => {
		try {
			erased = await local.account.erase()
		} catch (fault) {
			session.signOut({ wipe: true })
			throw fault
		}
		if (erased) session.signOut({ wipe: true })
	})
	if (!erased) await local.engine.start()
	return erased
}

type Choice = 'send' | 'keep' | 'discard'

/**
 * Does what the voter chose and signs out.
 * @param wanted whether they still want to: the question may be closed while something is being sent.
 * @returns how many answers are left that keep them from it.
 */
const run = async (choice: Choice, wanted: () => boolean): Promise<number> => {
	if (choice === 'send') {
		await local.engine.wake()
		const left = await local.outbox.waiting()
		if (left > 0 || !wanted()) return left
	}
	if (choice === 'discard') await local.account.discardUnsent()
	return (await leave({ keep: choice === 'keep' })) ? 0 : local.outbox.waiting()
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
	const open = useRef(true)
	useEffect(() => {
		open.current = true
		return () => {
			open.current = false
		}
	}, [])
	const choose = async (choice: Choice): Promise<void> => {
		setBusy(choice)
		try {
			const still = await run(choice, () => open.current)
			setLeft(still)
			setFailed(still > 0)
			if (still === 0) onClose()
		} finally {
			setBusy(null)
			// The server may have ended the session meanwhile: there is nothing left to ask.
			if (session.token() === null) onClose()
		}
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

/** What the server refused leaves a shared device with the voter: not without a word. */
const Lost = ({ refused, onClose }: { readonly refused: number; readonly onClose: () => void }) => (
	<Dialog title={`${countOf(refused, 'answer')} could not be sent`} onClose={onClose}>
		<p className="mt-3 text-muted">
			Signing out removes everything of yours from this device, also what the server did not take.
		</p>
		<button
			type="button"
			className="btn btn-primary btn-block mt-5"
			onClick={() => void leave().then(onClose, reportError)}
		>
			Sign out
		</button>
		<button type="button" className="btn btn-ghost btn-block mt-3" onClick={onClose}>
			Stay signed in
		</button>
	</Dialog>
)

interface Held {
	readonly waiting: number
	readonly refused: number
}

/** Signs out at once when everything was sent, and asks what to do when it was not. */
export const SignOut = ({ onClose }: { readonly onClose: () => void }) => {
	const [held, setHeld] = useState<Held | null>(null)
	const [fault, setFault] = useState<unknown>(null)
	useEffect(() => {
		let gone = false
		const look = async (): Promise<void> => {
			const waiting = await local.outbox.waiting()
			const refused = session.isRemembered() ? 0 : (await local.outbox.refused()).length
			if (gone) return
			if (waiting > 0 || refused > 0) return setHeld({ waiting, refused })
			await leave()
			onClose()
		}
		look().catch(setFault)
		return () => {
			gone = true
		}
	}, [onClose])
	// Whoever shows this part says that it failed.
	if (fault !== null) throw fault
	if (held === null) return null
	return held.waiting > 0 ? (
		<Question unsent={held.waiting} onClose={onClose} />
	) : (
		<Lost refused={held.refused} onClose={onClose} />
	)
}
