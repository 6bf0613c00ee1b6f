import { type ClientDeps, createClient } from '#http/client.ts'
import { isAccountGone } from '#http/failure.ts'
import { createServerClock } from '#local/server-clock.ts'
import { forgetErasure, openErasure } from './erasure-mark.ts'
import { session } from './session.ts'
import { lastingStorage } from './storage.ts'

const configured: string | undefined = import.meta.env.VITE_API_BASE

/** The server's time and zone, kept for when there is no connection. */
export const serverClock = createServerClock(lastingStorage, Date.now)

const world = {
	baseUrl: (configured || '/api').replace(/\/+$/, ''),
	// Called as a method of another object, the browser's own would refuse.
	fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
	token: session.token,
	onTime: serverClock.hear,
}

/**
 * What the app calls its API with. A token that is not accepted any more ends the session, though not in the middle of a
 * knowledge test, as specified; what waits to be sent stays.
 */
export const callDeps: ClientDeps = {
	...world,
	onUnauthorized: (endpoint, token, failure) => {
		if (endpoint.access === 'public' || token === null || location.pathname === '/test') return
		session.expire(token, isAccountGone(failure))
	},
	onReply: (endpoint, token) => {
		// The account still exists, so this erasure did not happen. A later loss must not wipe the device.
		if (endpoint.access !== 'public' && openErasure()?.token === token) forgetErasure()
	},
}

/** The app's one way to its API. */
export const call = createClient(callDeps)

/** The same for who decides themselves what becomes of the session. */
export const quietCall = createClient(world)
