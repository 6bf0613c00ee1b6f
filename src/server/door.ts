import { Hono } from 'hono'
import { problemResponse } from './http/on-error.ts'
import { servePages } from './http/pages.ts'
import { secureApi } from './http/security-headers.ts'
import { serviceError } from './http/service-error.ts'

/** What a server asks for its replies, from the first moment on. */
export interface Door {
	readonly fetch: Hono['fetch']
	/** Has the app answer from now on, and those who wait before all others. */
	open(app: Hono): void
}

const notYet = (retryAfter: string): Response =>
	problemResponse(
		serviceError('unavailable', 'The service is starting. Please try again in a moment.', {
			headers: { 'retry-after': retryAfter },
		}),
	)

/**
 * Serves the app's pages while its database begins, which takes the embedded one some seconds at its first start: whoever
 * comes first sees a page at once, and what that asks of the API has its answer when there is one.
 *
 * @param root the folder of the built app
 * @param mostWaiting how many calls may wait at once; more are sent away with 503 and `Retry-After`
 */
export const createDoor = (root: string, mostWaiting: number): Door => {
	const early = new Hono()
	let app: Hono | null = null
	let waiting = 0
	let letIn: (app: Hono) => void = () => undefined
	const opened = new Promise<Hono>((resolve) => {
		letIn = resolve
	})
	early.use('/api/*', secureApi)
	early.on(['GET', 'OPTIONS'], '/api/health/live', (c) => c.json({ status: 'ok' }))
	early.on(['GET', 'OPTIONS'], '/api/health', () => notYet('1'))
	early.all('/api/*', async (c) => {
		if (waiting >= mostWaiting) return notYet('2')
		waiting++
		return (await opened).fetch(c.req.raw, c.env)
	})
	servePages(early, root)
	return {
		fetch: (...request) => (app ?? early).fetch(...request),
		open: (ready) => {
			app = ready
			letIn(ready)
		},
	}
}
