import { useCallback, useEffect, useRef, useState } from 'react'
import { SignedOut } from '#device/context.ts'
import type { Listed } from '#device/outbox.ts'
import { clearVoterStorage, dropCaches } from '#web/app/clear-voter-storage.ts'
import { forgetErasure, LEFT, tellTabs } from '#web/app/erasure-mark.ts'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { pauseQueries } from '#web/app/store.ts'
import { sync } from '#web/texts/en/sync.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { saveCopy, unsentText } from '#web/ui/rejected-entries.tsx'
import { refusals } from './sync-dialog.tsx'

/** Data that the user must decide about before signing out. */
export interface Held {
	readonly waiting: readonly Listed[]
	/** Refused commands, only on a shared device, where signing out deletes them. */
	readonly refused: readonly Listed[]
}

const heldBack = async (): Promise<Held | null> => {
	const listed = await local.outbox.list()
	const inState = (state: Listed['entry']['state']): Listed[] =>
		listed.filter(({ entry }) => entry.state === state)
	const waiting = inState('waiting')
	const refused = session.isRemembered() ? [] : inState('refused')
	return waiting.length + refused.length > 0 ? { waiting, refused } : null
}

/** Ends the session. On a shared device, ends it in all tabs: a duplicated tab has its own copy of the token. */
const signOut = (): void => {
	const voter = session.userKey()
	const shared = !session.isRemembered()
	if (shared && voter !== null) tellTabs(LEFT, voter)
	session.signOut(shared ? { wipe: clearVoterStorage } : {})
}

/** Signs out and keeps stored data; unsent commands wait for the next sign-in. */
export const leaveKeeping = (): void => {
	// Drop the record of an unconfirmed erasure: it contains the token.
	forgetErasure()
	signOut()
}

/**
 * Signs out. On a shared device, erases the user's data first.
 * @returns false if a new unsent answer stopped it; the user is still signed in.
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
 * Signs out unless data blocks it.
 * @param wanted false once the user has canceled. @returns the blocking data, or null.
 */
export const tryToLeave = async (wanted: () => boolean): Promise<Held | null> => {
	// `leave` fails if a new answer arrives meanwhile: check again.
	while (session.token() !== null) {
		const held = await heldBack()
		if (held !== null) return held
		if (!wanted() || (await leave())) return null
	}
	return null
}

type Choice = 'send' | 'keep' | 'discard'

const CHOICES = [
	{ choice: 'discard', label: sync.discard, look: 'btn-outline btn-error' },
	{ choice: 'keep', label: sync.keep, look: '' },
	{ choice: 'send', label: sync.sendNow, look: 'btn-primary' },
] as const

interface ChoicesProps {
	readonly busy: Choice | null
	readonly onChoose: (choice: Choice) => void
}

const Choices = ({ busy, onChoose }: ChoicesProps) => (
	<div className="mt-3 grid gap-3">
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
	<button type="button" className="btn btn-ghost btn-block mt-5" onClick={onClose}>
		{sync.stay}
	</button>
)

interface QuestionProps {
	readonly held: Held
	/** Checks again and signs out if nothing blocks it. @returns true if commands are still waiting. */
	readonly goOn: () => Promise<boolean>
	readonly onFault: (fault: unknown) => void
	readonly onClose: () => void
}

/** Dialog for unsent commands: send, keep or discard (decision E3). */
const Unsent = ({ held, goOn, onFault, onClose }: QuestionProps) => {
	const [busy, setBusy] = useState<Choice | null>(null)
	const [failed, setFailed] = useState(false)
	const run = async (choice: Choice): Promise<void> => {
		if (choice === 'keep') return leaveKeeping()
		if (choice === 'discard') await local.account.discardUnsent()
		// `goOn` reads the store next and reports a failure.
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
			// The session is over, by this sign-out or on the server.
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
			<Stay onClose={onClose} />
			<Choices busy={busy} onChoose={(choice) => void choose(choice).catch(onFault)} />
		</Dialog>
	)
}

/** Dialog for refused commands, which signing out deletes on a shared device. */
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
			<Stay onClose={onClose} />
			<div className="mt-3 grid gap-3">
				<button
					type="button"
					className="btn btn-outline btn-error"
					onClick={() => signOut(async () => (await leave()) || goOn())}
				>
					{sync.discardAndLeave}
				</button>
				{keeping.keeps() && (
					<button type="button" className="btn" onClick={() => signOut(leaveKeeping)}>
						{sync.keep}
					</button>
				)}
				<button type="button" className="btn btn-primary" onClick={() => saveCopy(rows)}>
					{sync.saveCopy}
				</button>
			</div>
		</Dialog>
	)
}

/** Signs out, or opens a dialog if data would be lost. */
export const SignOut = ({ onClose }: { readonly onClose: () => void }) => {
	const [held, setHeld] = useState<Held | null>(null)
	const [fault, setFault] = useState<unknown>(null)
	// The dialog may be closed while sending.
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
	// Rethrow for the error boundary around this lazy part.
	if (fault !== null) throw fault
	if (held === null) return null
	const shared = { held, goOn: () => look(() => open.current), onClose, onFault: fail }
	return held.waiting.length > 0 ? <Unsent {...shared} /> : <Refused {...shared} />
}
