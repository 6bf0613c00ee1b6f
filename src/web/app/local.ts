import { openLocalDb } from '#local/db.ts'
import { createLocal } from '#local/open.ts'
import { call } from './client.ts'
import { createRunLocked } from './run-locked.ts'
import { session } from './session.ts'
import { uuid } from './uuid.ts'

const signedIn = () => {
	const token = session.token()
	const key = session.userKey()
	return token === null || key === null ? null : { key, token }
}

const db = openLocalDb()
// Deleting waits a moment for what this page itself still reads; that is nothing to warn of.
db.on('blocked', (event) => Boolean(event.newVersion))

/**
 * The device's store and its sync engine. Only screens of signed-in voters import this, and those load late: a visitor
 * downloads no database.
 */
export const local = createLocal({
	db,
	call,
	user: signedIn,
	now: Date.now,
	random: Math.random,
	uuid,
	// `locks` is missing on pages without TLS, whatever its type says.
	runLocked: createRunLocked((navigator as { locks?: LockManager }).locks),
	setTimer: (run, ms) => {
		const timer = setTimeout(run, ms)
		return () => clearTimeout(timer)
	},
	report: reportError,
})

const drain = (): void => void local.engine.drain().catch(reportError)
// A sign-out on a shared device stopped it.
const start = (): void => void local.engine.start().catch(reportError)

let voter = session.userKey()
session.subscribe(() => {
	const now = session.userKey()
	if (now !== null && now !== voter) start()
	voter = now
})
addEventListener('online', () => void local.engine.wake().catch(reportError))
document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') drain()
})
drain()
