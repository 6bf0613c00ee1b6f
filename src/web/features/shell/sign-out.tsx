import { useCallback, useEffect, useRef, useState } from 'react'
import { SignedOut } from '#device/context.ts'
import type { Listed } from '#device/outbox.ts'
import { clearVoterStorage } from '#web/app/clear-voter-storage.ts'
import { forgetErasure, LEFT, tellTabs } from '#web/app/erasure-mark.ts'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { dropCaches, keeping } from '#web/app/storage.ts'
import { pauseQueries } from '#web/app/store.ts'
import { sync } from '#web/texts/en/sync.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveCopy, unsentText } from '#web/ui/rejected-entries.tsx'
import { refusals } from './sync-dialog.tsx'

/** What a voter who signs out has to decide about. */
export interface Held {
	readonly waiting: readonly Listed[]
	/** What the server refused, where it would be lost: on a shared device. */
	readonly refused: readonly Listed[]
}

/** What stands in the way of signing out without a word; null where nothing does. */
const heldBack = async (): Promise<Held | null> => {
	const listed = await local.outbox.list()
	const inState = (state: Listed['entry']['state']): Listed[] =>
		listed.filter(({ entry }) => entry.state === state)
	const waiting = inState('waiting')
	const refused = session.isRemembered() ? [] : inState('refused')
	return waiting.length + refused.length > 0 ? { waiting, refused } : null
}

/** Ends the session; on a shared device in every tab of the voter's, for a tab that was duplicated has a sign-in of its own. */
const signOut = (): void => {
	const voter = session.userKey()
	const shared = !session.isRemembered()
	if (shared && voter !== null) tellTabs(LEFT, voter)
	session.signOut(shared ? { wipe: clearVoterStorage } : {})
}

/** Ends the session and leaves what is stored where it is; what is not sent waits for the voter's next sign-in. */
export const leaveKeeping = (): void => {
	// Whoever leaves no longer waits to hear whether they were erased, and nothing they signed in with stays.
	forgetErasure()
	signOut()
}

/**
 * Ends the session. On a shared device ("remember me" unticked) everything of the voter leaves it.
 * @returns false where an answer came in between that is not sent yet: the voter is still signed in then.
 */
export const leave = async (): Promise<boolean> => {
	if (session.isRemembered()) {
		leaveKeeping()
		return true
	}
	local.engine.stop()
	let erased = false
	await pauseQueries(async () => {
		try {
			erased = await local.account.erase()
			if (erased) await dropCaches()
		} catch (fault) {
			signOut()
			throw fault
		}
		if (erased) signOut()
	})
	if (!erased) await local.engine.start()
	return erased
}

/**
 * Signs out, unless something stands in the way.
 * @param wanted whether the voter still wants to. @returns what they have to decide about first; null where nothing is left to ask.
 */
export const tryToLeave = async (wanted: () => boolean): Promise<Held | null> => {
	// Where leaving finds an answer that came in between, there is something to ask after all.
	while (session.token() !== null) {
		const held = await heldBack()
		if (held !== null) return held
		if (!wanted() || (await leave())) return null
	}
	return null
}

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
