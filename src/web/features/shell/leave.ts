import type { Listed } from '#local/outbox.ts'
import { dropCaches } from '#web/app/caches.ts'
import { forgetErasure, LEFT, tellTabs } from '#web/app/erasure-mark.ts'
import { local } from '#web/app/local.ts'
import { withoutReading } from '#web/app/reading.ts'
import { session } from '#web/app/session.ts'
import { wipe } from '#web/app/wipe.ts'

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
	session.signOut(shared ? { wipe } : {})
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
	await withoutReading(async () => {
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
