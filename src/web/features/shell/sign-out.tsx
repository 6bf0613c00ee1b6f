import { useCallback, useEffect, useRef, useState } from 'react'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { countOf, unsentText } from '#web/ui/count-of.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveCopy } from '#web/ui/refused-actions.tsx'
import { type Held, leave, leaveKeeping, tryToLeave } from './leave.ts'
import { refusals } from './sync-words.ts'

type Choice = 'send' | 'keep' | 'discard'

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

const Stay = ({ onClose }: { readonly onClose: () => void }) => (
	<button type="button" className="btn btn-ghost btn-block mt-3" onClick={onClose}>
		Stay signed in
	</button>
)

interface QuestionProps {
	readonly held: Held
	/** Looks again whether anything stands in the way, and signs out where nothing does. @returns whether something waits. */
	readonly goOn: () => Promise<boolean>
	readonly onFault: (fault: unknown) => void
	readonly onClose: () => void
}

/** Decision E3: what is to become of what is not sent. */
const Unsent = ({ held, goOn, onFault, onClose }: QuestionProps) => {
	const [busy, setBusy] = useState<Choice | null>(null)
	const [failed, setFailed] = useState(false)
	const run = async (choice: Choice): Promise<void> => {
		if (choice === 'keep') return leaveKeeping()
		if (choice === 'discard') await local.account.discardUnsent()
		// A store that fails here is asked again right after, and says so then.
		else await local.engine.wake().catch(reportError)
		setFailed((await goOn()) && choice === 'send')
	}
	const choose = async (choice: Choice): Promise<void> => {
		setBusy(choice)
		setFailed(false)
		try {
			await run(choice)
		} finally {
			setBusy(null)
			// Signed out, or the server has ended the session meanwhile: there is nothing left to ask.
			if (session.token() === null) onClose()
		}
	}
	const entries = held.waiting.map(({ entry }) => entry)
	const one = entries.length === 1
	return (
		<Dialog title={`${unsentText(entries)} not sent yet`} onClose={onClose}>
			<p className="mt-3 text-muted">
				{one ? 'It is' : 'They are'} saved on this device, but the server does not know{' '}
				{one ? 'it' : 'them'} yet. What is kept here is sent when you next sign in on this device.
				What should happen before you sign out?
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{failed && 'Not everything could be sent. Check your connection and try again.'}
			</p>
			<Choices busy={busy} onChoose={(choice) => void choose(choice).catch(onFault)} />
			<Stay onClose={onClose} />
		</Dialog>
	)
}

/** What the server refused leaves a shared device with the voter: not without a word. */
const Refused = ({ held, goOn, onFault, onClose }: QuestionProps) => {
	const rows = refusals(held.refused)
	const signOut = (act: () => unknown): void => {
		const run = async (): Promise<void> => {
			await act()
			if (session.token() === null) onClose()
		}
		run().catch(onFault)
	}
	return (
		<Dialog title={`${countOf(rows.length, 'change')} could not be sent`} onClose={onClose}>
			<p className="mt-3 text-muted">
				The server did not accept {rows.length === 1 ? 'it' : 'them'}. Signing out of this shared
				device removes everything of yours from it. You can save a copy first.
			</p>
			<div className="mt-5 grid gap-3">
				<button type="button" className="btn btn-primary" onClick={() => saveCopy(rows)}>
					Save a copy
				</button>
				<button type="button" className="btn" onClick={() => signOut(leaveKeeping)}>
					Keep on this device
				</button>
				<button
					type="button"
					className="btn btn-outline btn-error"
					onClick={() => signOut(async () => (await leave()) || goOn())}
				>
					Discard and sign out
				</button>
			</div>
			<Stay onClose={onClose} />
		</Dialog>
	)
}

/** Signs out at once when everything was sent, and asks what to do when it was not. */
export const SignOut = ({ onClose }: { readonly onClose: () => void }) => {
	const [held, setHeld] = useState<Held | null>(null)
	const [fault, setFault] = useState<unknown>(null)
	// The question may be closed while something is being sent.
	const open = useRef(true)
	const look = useCallback(
		async (wanted: () => boolean): Promise<boolean> => {
			const found = await tryToLeave(wanted)
			if (!wanted()) return false
			setHeld(found)
			if (found === null) onClose()
			return (found?.waiting.length ?? 0) > 0
		},
		[onClose],
	)
	useEffect(() => {
		let gone = false
		open.current = true
		look(() => !gone).catch(setFault)
		return () => {
			gone = true
			open.current = false
		}
	}, [look])
	// Whoever shows this part says that it failed.
	if (fault !== null) throw fault
	if (held === null) return null
	const shared = { held, goOn: () => look(() => open.current), onClose, onFault: setFault }
	return held.waiting.length > 0 ? <Unsent {...shared} /> : <Refused {...shared} />
}
