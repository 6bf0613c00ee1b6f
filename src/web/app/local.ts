import Dexie from 'dexie'
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

const { db, guard } = store
const core = createLocal({ ...store, locks: browserLocks, user: signedIn }, guard)
const eviction = createEviction(db, guard, lastingStorage)

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
const quietly = (work: Promise<unknown>): void => void work.catch(reportError)

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
	if (now !== null && now !== token) quietly(Promise.all([engine.start(), noteWhatIsLeft()]))
	// What the voter left is theirs: the icon says nothing of it to whoever comes next.
	if (now === null) quietly(showBadge(0))
	token = now
	keepForWorker()
})

/**
 * What is left is said on the app's icon, and is the worker's to send, should this page be closed. One that is open and
 * connected needs no help.
 */
const noteWhatIsLeft = async (): Promise<void> => {
	if (signedIn() === null || !isReading()) return
	const left = await guard.run(core.outbox.waiting)
	// Whoever signed out meanwhile has had the sign taken off.
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
	quietly(guard.probe().then(engine.drain))
})

engine.subscribe(() => {
	if (engine.state().updateNeeded) updates.need()
})

/** Unless there is no database any more: opening it would bring it back. */
const sweep = async (run: () => Promise<void>): Promise<void> => {
	if (await Dexie.exists(db.name)) await run()
}

/** What was done in a knowledge test on this device and could not be sent goes after what is the voter's. */
const drainAll = async (): Promise<void> => {
	await engine.drain()
	const { visitorEngine } = await import('./visitor-engine.ts')
	await visitorEngine.drain()
}

keepForWorker()
quietly(Promise.all([drainAll(), noteWhatIsLeft()]))
