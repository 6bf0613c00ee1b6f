import { useCallback, useEffect, useRef, useState } from 'react'
import { SignedOut } from '#local/deps.ts'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { sync } from '#web/texts/sync.ts'
import { unsentText } from '#web/ui/count-of.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveCopy } from '#web/ui/refused-actions.tsx'
import { type Held, leave, leaveKeeping, tryToLeave } from './leave.ts'
import { refusals } from './sync-words.ts'

type Choice = 'send' | 'keep' | 'discard'

const CHOICES = [
	{ choice: 'send', label: sync.sendNow, look: 'btn-primary' },
	{ choice: 'keep', label: sync.keep, look: '' },
	{ choice: 'discard', label: sync.discard, look: 'btn-outline btn-error' },
] as const

interface ChoicesProps {
	/** What is being done. */
	readonly busy: Choice | null
	readonly onChoose: (choice: Choice) => void
}

const Choices = ({ busy, onChoose }: ChoicesProps) => (
	<div className="mt-5 grid gap-3">
		{CHOICES.filter(({ choice }) => choice !== 'keep' || keeping.keeps()).map(
			({ choice, label, look }) => (
				<button
					key={choice}
					type="button"
					className={`btn ${look}`}
					disabled={busy !== null}
					onClick={() => onChoose(choice)}
				>
					{choice === 'send' && busy === 'send' ? sync.sending : label}
				</button>
			),
		)}
	</div>
)

const Stay = ({ onClose }: { readonly onClose: () => void }) => (
	<button type="button" className="btn btn-ghost btn-block mt-3" onClick={onClose}>
		{sync.stay}
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
	return (
		<Dialog title={sync.unsentTitle(unsentText(entries))} onClose={onClose}>
			<p className="mt-3 text-muted">
				{keeping.keeps() ? sync.unsentWhy(entries.length) : sync.unsentNotKept}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{failed && sync.someLeft}
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
		<Dialog title={sync.refusedTitle(rows.length)} onClose={onClose}>
			<p className="mt-3 text-muted">{sync.refusedWhy(rows.length)}</p>
			<div className="mt-5 grid gap-3">
				<button type="button" className="btn btn-primary" onClick={() => saveCopy(rows)}>
					{sync.saveCopy}
				</button>
				{keeping.keeps() && (
					<button type="button" className="btn" onClick={() => signOut(leaveKeeping)}>
						{sync.keep}
					</button>
				)}
				<button
					type="button"
					className="btn btn-outline btn-error"
					onClick={() => signOut(async () => (await leave()) || goOn())}
				>
					{sync.discardAndLeave}
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
	const fail = useCallback(
		// The session has ended: there is nothing left to ask.
		(reason: unknown) => (reason instanceof SignedOut ? onClose() : setFault(reason)),
		[onClose],
	)
	useEffect(() => {
		let gone = false
		open.current = true
		look(() => !gone).catch(fail)
		return () => {
			gone = true
			open.current = false
		}
	}, [look, fail])
	// Whoever shows this part says that it failed.
	if (fault !== null) throw fault
	if (held === null) return null
	const shared = { held, goOn: () => look(() => open.current), onClose, onFault: fail }
	return held.waiting.length > 0 ? <Unsent {...shared} /> : <Refused {...shared} />
}
