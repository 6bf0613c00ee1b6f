import Dexie from 'dexie'
import { SignedOut } from '#device/context.ts'
import type { LocalDb } from '#device/db.ts'
import { createLocal } from '#device/index.ts'
import type { StoreGuard } from '#device/resilient-db.ts'
import { browserLocks } from '#device/sync/lock.ts'
import { updates } from './app-update.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { clearVoterStorage } from './clear-voter-storage.ts'
import { ERASED, LEFT } from './erasure-mark.ts'
import { session } from './session.ts'
import { lastingStorage, passingStorage } from './storage.ts'
import { queriesEnabled, store } from './store.ts'

/** Not in every browser, whatever the type says: the badge of an installed app. */
type BadgeApi = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows how much waits to be sent on the app's icon, where the browser can. Nothing waits: no badge. */
export const showBadge = async (waiting: number): Promise<void> => {
	const api: BadgeApi = navigator
	try {
		await (waiting > 0 ? api.setAppBadge?.(waiting) : api.clearAppBadge?.())
	} catch {
		// Not allowed here (an embedded page, say): the bar of the page says it too.
	}
}

/** In the page's storage: that there is a database, and how much in it was not sent. */
const MARK = 'evenhand.kept'
/** In the database: that it is the one which the mark speaks of. */
const ROW = 'device'

export interface Eviction {
	/** How many entries were in a database that the browser has deleted since; null where it has deleted none. */
	readonly evicted: Promise<number | null>
	/** Keeps the count of what is not sent, for the day on which it is gone. */
	note(unsent: number): Promise<void>
}

/**
 * Browsers delete what pages keep: when room runs out, or after weeks without a visit (Safari). A mark in the other
 * storage tells a database that was deleted from one that never was.
 * @param inMemory whether the page works on a database in memory, which says nothing about the one on the device.
 */
export const createEviction = (
	db: LocalDb,
	guard: StoreGuard,
	storage: Storage,
	inMemory: () => boolean,
): Eviction => {
	const look = async (): Promise<number | null> => {
		const mark = storage.getItem(MARK)
		const row = await guard.run(() => db.fetched.get(ROW))
		// The database that the mark is about was not even opened.
		if (inMemory()) return null
		if (row === undefined) await guard.run(() => db.fetched.put({ key: ROW, at: Date.now() }))
		if (mark === null) storage.setItem(MARK, '0')
		return mark !== null && row === undefined ? Number(mark) : null
	}
	const evicted = look()
	return {
		evicted,
		async note(unsent) {
			// After the look: it is what was there before that counts.
			await evicted
			if (inMemory()) return
			// Gone with a shared device that was just emptied: the next visit begins anew.
			if (storage.getItem(MARK) === null) return
			// Deleted under this page: what was lost with it is for the next visit to tell.
			if ((await guard.run(() => db.fetched.get(ROW))) === undefined) return
			storage.setItem(MARK, String(unsent))
		},
	}
}

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
	if (signedIn() === null || !queriesEnabled()) return
	if (suspended()) {
		if (left > 0) await requestBackgroundSync()
		return
	}
	left = (await guard.run(core.outbox.counts)).waiting
	// The badge is gone once the voter has signed out.
	if (signedIn() === null) return
	await showBadge(left)
	await eviction.note(left)
	const away = document.visibilityState === 'hidden' || !navigator.onLine
	if (left > 0 && away) await requestBackgroundSync()
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
		session.signOut({ wipe: clearVoterStorage })
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
