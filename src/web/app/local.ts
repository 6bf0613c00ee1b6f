import Dexie from 'dexie'
import { SignedOut } from '#device/context.ts'
import { createLocal } from '#device/index.ts'
import { browserLocks } from '#device/sync/lock.ts'
import { updates } from './app-update.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { showBadge } from './badge.ts'
import { capabilities } from './capabilities.ts'
import { clearVoterStorage } from './clear-voter-storage.ts'
import { ERASED, LEFT } from './erasure-mark.ts'
import { createEviction } from './eviction.ts'
import { session } from './session.ts'
import { lastingStorage, passingStorage } from './storage.ts'
import { queriesEnabled, store } from './store.ts'

const signedIn = () => {
	const token = session.token()
	const key = session.userKey()
	return token === null || key === null ? null : { key, token }
}

const { db, guard, inMemory, suspended } = store
const core = createLocal(
	{ ...store, locks: browserLocks, user: signedIn, offers: capabilities.offers },
	guard,
)
const { engine } = core
const eviction = createEviction(db, guard, lastingStorage, inMemory)

/** False once this page has cleared the worker's session. */
let kept = true

/** Import it only in screens of signed-in voters, which load late, so that visitors download no database. */
export const local = {
	...core,
	/** Call it after an erasure has deleted the worker's session. Clearing it later would recreate the database. */
	noteWorkerForgot: (): void => {
		kept = false
	},
	evicted: eviction.evicted,
}

/** Runs background work and reports its errors, except a sign-out. */
const quietly = (work: Promise<unknown>): void =>
	void work.catch((error) => {
		if (!(error instanceof SignedOut)) reportError(error)
	})

/**
 * Gives the worker a token only when "remember me" is on; otherwise clears it once, even that of an earlier page.
 * Clearing again later would recreate an erased database.
 */
const keepForWorker = (): void => {
	const user = session.isRemembered() ? signedIn() : null
	if (user === null && !kept) return
	kept = user !== null
	quietly(core.session.set(user))
}

let left = 0

/** Skips a database that is being erased: recording the voter would recreate it. */
const noteArrival = (): void => {
	if (signedIn() !== null && queriesEnabled()) quietly(core.account.arrive())
}

/**
 * Updates the badge, and asks the worker to send the rest if this page is hidden or offline. On the way into the
 * back/forward cache it uses the last count, because the database must not be used.
 */
const noteWhatIsLeft = async (): Promise<void> => {
	if (signedIn() === null || !queriesEnabled()) return
	if (suspended()) {
		if (left > 0) await requestBackgroundSync()
		return
	}
	left = (await guard.run(core.outbox.counts)).waiting
	// A sign-out meanwhile has cleared the badge.
	if (signedIn() === null) return
	await showBadge(left)
	await eviction.note(left)
	const away = document.visibilityState === 'hidden' || !navigator.onLine
	if (left > 0 && away) await requestBackgroundSync()
}

const followSession = (): void => {
	let token = session.token()
	session.subscribe(() => {
		const now = session.token()
		// A sign-out on a shared device stopped the engine, or the queue waited for a new sign-in.
		if (now !== null && now !== token) {
			noteArrival()
			quietly(Promise.all([engine.start().then(engine.wake), noteWhatIsLeft()]))
		}
		// Do not show one voter's count to the next.
		if (now === null) quietly(showBadge(0))
		token = now
		keepForWorker()
	})
}

/** Delay of the count in ms, which batches changes. */
const NOTE_AFTER_MS = 500

const followOutbox = (): void => {
	let noting: ReturnType<typeof setTimeout> | null = null
	Dexie.on('storagemutated', (parts) => {
		if (noting !== null || !Object.keys(parts).some((part) => part.includes('/outbox/'))) return
		noting = setTimeout(() => {
			noting = null
			quietly(noteWhatIsLeft())
		}, NOTE_AFTER_MS)
	})
}

/** Skips a deleted database, because opening it would recreate it. */
const sweep = async (run: () => Promise<void>): Promise<void> => {
	if (inMemory() || (await Dexie.exists(db.name))) await run()
}

/** Ends the session that another tab has erased, and removes what this tab wrote meanwhile. */
const followErasure = (voter: string): void => {
	// A suspended tab gets the event late: another voter may have signed in since.
	session.reload()
	const now = session.userKey()
	if (now === null || now === voter) {
		local.noteWorkerForgot()
		session.signOut({ wipe: clearVoterStorage })
	} else passingStorage.clear()
	quietly(sweep(() => core.account.sweep(voter)))
}

/** Follows a sign-out on a shared device: ends this tab's sign-in of the same voter only. */
const followLeave = (voter: string): void => {
	local.noteWorkerForgot()
	passingStorage.clear()
	session.reload()
	// A suspended tab gets the event late: the voter may have signed in again since.
	if (session.userKey() !== voter) quietly(sweep(() => core.account.sweepUnlessQueued(voter)))
}

const followPage = (): void => {
	addEventListener('online', () => quietly(engine.wake()))
	addEventListener('storage', ({ key, newValue }) => {
		// The server may have ended the erased voter's session here before the event.
		const known = [session.userKey(), session.expiredKey()]
		if (newValue === null || !known.includes(newValue)) return
		if (key === ERASED) followErasure(newValue)
		if (key === LEFT) followLeave(newValue)
	})
	document.addEventListener('visibilitychange', () => {
		if (signedIn() === null) return
		if (document.visibilityState === 'hidden') return quietly(noteWhatIsLeft())
		// Safari drops the connection of a hidden page. Find out before the voter answers.
		quietly(guard.probe().then(engine.wake))
	})
	engine.subscribe(() => {
		if (engine.state().updateNeeded) updates.need()
	})
}

const wakeAll = async (): Promise<void> => {
	await engine.wake()
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.wake()
}

let started = false

/** Starts sending, and follows the session, other tabs, and the page. Further calls do nothing. */
export const startLocal = (): void => {
	if (started) return
	started = true
	quietly(eviction.evicted())
	followSession()
	followOutbox()
	followPage()
	keepForWorker()
	noteArrival()
	quietly(Promise.all([wakeAll(), noteWhatIsLeft()]))
}
