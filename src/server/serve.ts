import cluster from 'node:cluster'
import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTP_TIMEOUT_MS } from '#domain/limits.ts'
import type { Booted } from './boot.ts'
import type { Config } from './config.ts'
import { systemCode } from './data-dir.ts'
import { harmlessMessage } from './db/errors.ts'
import { problemResponse, serviceError } from './http/errors.ts'
import { secureApi, servePages } from './http/static-files.ts'

/** How long requests may take to finish once the server stops. */
const GRACE_MS = 10_000

/**
 * So many connections may wait to be taken, where the system lets them (`net.core.somaxconn`). With Node's 511 most of a
 * herd is not even told to come back: what finds no place knocks again and again until its device gives up.
 */
const BACKLOG = 4096

/**
 * Why listening failed. Errors of the network keep their code to themselves: a database's connection has the same ones.
 * @param where the variables that say where it was to listen, with their values
 */
export const listenProblem = (
	error: unknown,
	{ port, host }: { readonly port: string; readonly host: string | null },
): Error => {
	const where = host === null ? port : `${host}, ${port}`
	const code = systemCode(error)
	if (code === 'EADDRINUSE') return new Error(`${where} is in use by another program.`)
	if (code === 'EACCES') return new Error(`${where} is not allowed to this user.`)
	return new Error(`Cannot listen on ${where}: ${error instanceof Error ? error.message : ''}.`)
}

/** Listens on the configured address. */
const listen = (server: Server, config: Config): Promise<void> =>
	new Promise((resolve, reject) => {
		const refuse = (error: Error) =>
			reject(
				listenProblem(error, {
					port: `PORT ${config.PORT}`,
					host: config.HOST === undefined ? null : `HOST ${config.HOST}`,
				}),
			)
		server.once('error', refuse)
		server.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG }, () => {
			server.off('error', refuse)
			resolve()
		})
	})

/** Where people find what listens at an address. */
export const urlOf = (
	address: AddressInfo | string | null,
	{ HOST }: Pick<Config, 'HOST'>,
): string => {
	const port = typeof address === 'object' && address ? address.port : 0
	const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Takes no new request, lets those under way finish, then closes what the server stands on. */
const stop = async (server: Server, close: () => Promise<void>): Promise<void> => {
	const ended = new Promise<void>((resolve) => server.close(() => resolve()))
	// After its last reply a connection stays for a next request, which nobody takes any more.
	const tidying = setInterval(() => server.closeIdleConnections(), 100)
	const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS)
	await ended
	clearInterval(tidying)
	clearTimeout(impatience)
	await close()
}

/** Ends the program with a message that a person can act on; never with a statement's values. */
export const failStart = (error: unknown): never => {
	console.error(harmlessMessage(error))
	process.exit(1)
}

/**
 * Has the process end when it is asked to (SIGINT, SIGTERM), after what it has to do before; a second signal does not
 * wait. A worker is asked by its primary process alone: a terminal's SIGINT goes to both.
 */
export const onStop = (before: () => Promise<void>): void => {
	let stopping = false
	const onSignal = () => {
		if (stopping) {
			// A service manager's SIGTERM reaches a worker twice: from it, and from the primary process.
			if (!cluster.isWorker) process.exit(1)
			return
		}
		stopping = true
		before().then(() => process.exit(0), failStart)
	}
	process.on('SIGINT', cluster.isWorker ? () => undefined : onSignal)
	process.on('SIGTERM', onSignal)
}

/** Tells whoever started the program where the app is. */
export const tellReady = (url: string): void => console.log(`Evenhand is ready at ${url}`)

/**
 * Listens, begins, and serves until the process is asked to stop. What cannot listen begins nothing.
 * @param begin opens the database and what stands on it.
 */
export const serve = async (
	server: Server,
	config: Config,
	begin: () => Promise<Pick<Booted, 'close'>>,
): Promise<void> => {
	await listen(server, config)
	const { close } = await begin()
	// Of several processes the primary one tells it, once all are there.
	if (!cluster.isWorker) tellReady(urlOf(server.address(), config))
	onStop(() => stop(server, close))
}

/**
 * What a connection may take, so that nobody holds many of them open by sending slowly: the line and the headers of a
 * request in 15 s and 16 KB, the whole of it in the time after which the app gives up as well.
 */
const LIMITS = {
	headersTimeout: 15_000,
	requestTimeout: HTTP_TIMEOUT_MS,
	keepAliveTimeout: 10_000,
	connectionsCheckingInterval: 5_000,
	maxHeaderSize: 16 * 1024,
} as const satisfies ServerOptions

/**
 * The server of an app, not listening yet. Requests without a host (HTTP/1.0, as load balancers check with) are answered
 * too: nothing depends on the host.
 * @param limits others than the usual ones.
 */
export const createHttpServer = (
	app: Pick<Hono, 'fetch'>,
	limits: Partial<Record<keyof typeof LIMITS, number>> = {},
): Server =>
	createServer({ ...LIMITS, ...limits }, getRequestListener(app.fetch, { hostname: 'localhost' }))

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
export const createStartupProxy = (root: string, mostWaiting: number): Door => {
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
