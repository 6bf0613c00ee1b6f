import { type ClientDeps, createClient } from '#http/client.ts'
import { session } from './session.ts'

const configured: string | undefined = import.meta.env.VITE_API_BASE

const world = {
	baseUrl: (configured || '/api').replace(/\/+$/, ''),
	// Called as a method of another object, the browser's own would refuse.
	fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
	token: session.token,
}

/**
 * What the app calls its API with. A token that is not accepted any more ends the session, though not in the middle of a
 * knowledge test, as specified; what waits to be sent stays.
 */
export const callDeps: ClientDeps = {
	...world,
	onUnauthorized: (endpoint, token) => {
		if (endpoint.access === 'public' || token === null || location.pathname === '/test') return
		session.expire(token)
	},
}

/** The app's one way to its API. */
export const call = createClient(callDeps)

/** The same for who decides themselves what becomes of the session. */
export const quietCall = createClient(world)
