import { createClient } from '#http/client.ts'
import { session } from './session.ts'

const configured: string | undefined = import.meta.env.VITE_API_BASE

const world = {
	baseUrl: (configured || '/api').replace(/\/+$/, ''),
	// Called as a method of another object, the browser's own would refuse.
	fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
	token: session.token,
}

/** The app's one way to its API. A token that is not accepted any more ends the session; what waits to be sent stays. */
export const call = createClient({
	...world,
	onUnauthorized: (endpoint, token) => {
		if (endpoint.access !== 'public' && token !== null) session.expire(token)
	},
})

/** The same for who decides themselves what becomes of the session. */
export const quietCall = createClient(world)
