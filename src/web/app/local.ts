import Dexie from 'dexie'
import { SignedOut } from '#local/deps.ts'
import { createLocal } from '#local/open.ts'
import { browserLocks } from '#local/sync/browser-locks.ts'
import { askForSync } from './background-sync.ts'
import { showBadge } from './badge.ts'
import { ERASED, LEFT } from './erasure-mark.ts'
import { createEviction } from './eviction.ts'
import { isReading } from './reading.ts'
import { session } from './session.ts'
import { lastingStorage, passingStorage } from './storage.ts'
import { store } from './store.ts'
import { updates } from './updates.ts'
import { wipe } from './wipe.ts'

const signedIn = () => {
	const token = session.token()
	const key = session.userKey()
	return token === null || key === null ? null : { key, token }
}

const { db, guard, inMemory, suspended } = store
const core = createLocal({ ...store, locks: browserLocks, user: signedIn }, guard)
const eviction = createEviction(db, guard, lastingStorage, inMemory)

/**
 * The device's store and its sync engine. Only screens of signed-in voters import this, and those load late: a visitor
 * downloads no database.
 */
export const local = {
	...core,
	/** The row that the worker knows the voter by has gone with the rest: forgetting it later would bring an erased database back. */
	noteWorkerForgot: (): void => {
		kept = false
	},
	/** How many entries were lost with a store that the browser deleted since the last visit; null where it deleted nothing. */
	evicted: eviction.evicted,
}

const { engine } = core
/** Runs background work and reports its errors, except that the voter signed out. */
const quietly = (work: Promise<unknown>): void =>
	void work.catch((error) => {
		if (!(error instanceof SignedOut)) reportError(error)
	})

/** Whether the worker knows a voter, as far as this page has told it. */
let kept = true
// The worker sends for a voter who is to be remembered; on a shared device it must not know them. What an earlier page
// left is taken back too; later, forgetting what is not there would bring back a database that was just erased.
const keepForWorker = (): void => {
	const user = session.isRemembered() ? signedIn() : null
	if (user === null && !kept) return
	kept = user !== null
	quietly(core.session.set(user))
}

let token = session.token()
session.subscribe(() => {
	const now = session.token()
	// A sign-out on a shared device stopped it; and a queue that waits for a new sign-in has one.
	if (now !== null && now !== token) {
		quietly(Promise.all([engine.start().then(engine.wake), noteWhatIsLeft()]))
	}
	// What the voter left is theirs: the icon says nothing of it to whoever comes next.
	if (now === null) quietly(showBadge(0))
	token = now
	keepForWorker()
})

/** How much waited to be sent when that was counted last. */
let left = 0

/**
 * Shows on the app's icon how much is left, and has the worker send it should this page be closed. A page that is open and
 * connected needs no help. On the way into the back/forward cache the last count has to do: the store is not to be used.
 */
const noteWhatIsLeft = async (): Promise<void> => {
	if (signedIn() === null || !isReading()) return
	if (suspended()) {
		if (left > 0) await askForSync()
		return
	}
	left = (await guard.run(core.outbox.counts)).waiting
	// The badge is gone once the voter has signed out.
	if (signedIn() === null) return
	await showBadge(left)
	await eviction.note(left)
	const away = document.visibilityState === 'hidden' || !navigator.onLine
	if (left > 0 && away) await askForSync()
}

/** Counting can wait for this long, in ms: it is in nobody's way then. */
const NOTE_AFTER_MS = 500
let noting: ReturnType<typeof setTimeout> | null = null
Dexie.on('storagemutated', (parts) => {
	if (noting !== null || !Object.keys(parts).some((part) => part.includes('/outbox/'))) return
	noting = setTimeout(() => {
		noting = null
		quietly(noteWhatIsLeft())
	}, NOTE_AFTER_MS)
})

addEventListener('online', () => quietly(engine.wake()))
/** Another tab has erased the voter. What this one was at in between goes after it. */
const followErasure = (voter: string): void => {
	// A tab that has slept hears of it late: somebody else may have signed in since.
	session.reload()
	const now = session.userKey()
	if (now === null || now === voter) {
		local.noteWorkerForgot()
		session.signOut({ wipe })
	} else passingStorage.clear()
	quietly(sweep(() => core.account.sweep(voter)))
}

/** Another tab has signed the voter out of a shared device: a sign-in of this tab's own ends too, and nobody else's. */
const followLeave = (voter: string): void => {
	local.noteWorkerForgot()
	passingStorage.clear()
	session.reload()
	// A tab that has slept hears of it late: they may have signed in again since.
	if (session.userKey() !== voter) quietly(sweep(() => core.account.sweepUnlessQueued(voter)))
}

addEventListener('storage', ({ key, newValue }) => {
	if (newValue === null || newValue !== session.userKey()) return
	if (key === ERASED) followErasure(newValue)
	if (key === LEFT) followLeave(newValue)
})
document.addEventListener('visibilitychange', () => {
	if (signedIn() === null) return
	if (document.visibilityState === 'hidden') return quietly(noteWhatIsLeft())
	// Safari drops the connection of a page that was away: better found out before the voter answers.
	quietly(guard.probe().then(engine.wake))
})

engine.subscribe(() => {
	if (engine.state().updateNeeded) updates.need()
})

/** Unless there is no database any more: opening it would bring it back. */
const sweep = async (run: () => Promise<void>): Promise<void> => {
	if (inMemory() || (await Dexie.exists(db.name))) await run()
}

/** Sends what is left: the voter's first, then what was done in knowledge tests. A start is as good a time as a new connection. */
const wakeAll = async (): Promise<void> => {
	await engine.wake()
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.wake()
}

keepForWorker()
quietly(Promise.all([wakeAll(), noteWhatIsLeft()]))
