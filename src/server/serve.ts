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

/** Time that open requests have to finish at shutdown. */
const GRACE_MS = 10_000

/**
 * Listen backlog, capped by the kernel's `net.core.somaxconn`. With Node's default of 511, most connections of a
 * traffic spike are dropped and retried until the client gives up, instead of receiving a 503.
 */
const BACKLOG = 4096

/**
 * Describes why listening failed. Omits the network error code, because database connection errors share it.
 * @param where the variables and values of the requested address.
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

export const urlOf = (
	address: AddressInfo | string | null,
	{ HOST }: Pick<Config, 'HOST'>,
): string => {
	const port = typeof address === 'object' && address ? address.port : 0
	const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

const stop = async (server: Server, close: () => Promise<void>): Promise<void> => {
	const ended = new Promise<void>((resolve) => server.close(() => resolve()))
	// A keep-alive connection stays open after its last response, but no request can follow.
	const tidying = setInterval(() => server.closeIdleConnections(), 100)
	const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS)
	await ended
	clearInterval(tidying)
	clearTimeout(impatience)
	await close()
}

/** Prints a readable error without SQL values and exits with status 1. */
export const failStart = (error: unknown): never => {
	console.error(harmlessMessage(error))
	process.exit(1)
}

/**
 * Runs `before` on SIGINT or SIGTERM, then exits. A second signal exits immediately. Workers ignore SIGINT, which a
 * terminal sends to all processes, and wait for the primary's SIGTERM.
 */
export const onStop = (before: () => Promise<void>): void => {
	let stopping = false
	const onSignal = () => {
		if (stopping) {
			// A worker may get SIGTERM twice: from the service manager and from the primary.
			if (!cluster.isWorker) process.exit(1)
			return
		}
		stopping = true
		before().then(() => process.exit(0), failStart)
	}
	process.on('SIGINT', cluster.isWorker ? () => undefined : onSignal)
	process.on('SIGTERM', onSignal)
}

export const tellReady = (url: string): void => console.log(`Evenhand is ready at ${url}`)

/**
 * Listens, calls `begin`, and serves until the process is stopped. Does not call `begin` if listening fails.
 * @param begin opens the database and its dependents.
 */
export const serve = async (
	server: Server,
	config: Config,
	begin: () => Promise<Pick<Booted, 'close'>>,
): Promise<void> => {
	await listen(server, config)
	const { close } = await begin()
	if (!cluster.isWorker) tellReady(urlOf(server.address(), config))
	onStop(() => stop(server, close))
}

/**
 * Connection limits against slow clients (slowloris): 15 s and 16 KB for the request headers, and the app's own timeout
 * for the full request.
 */
const LIMITS = {
	headersTimeout: 15_000,
	requestTimeout: HTTP_TIMEOUT_MS,
	keepAliveTimeout: 10_000,
	connectionsCheckingInterval: 5_000,
	maxHeaderSize: 16 * 1024,
} as const satisfies ServerOptions

/**
 * Creates the app's HTTP server, not yet listening. Accepts requests without a Host header (HTTP/1.0 health checks),
 * because nothing depends on it. @param limits overrides of the default limits.
 */
export const createHttpServer = (
	app: Pick<Hono, 'fetch'>,
	limits: Partial<Record<keyof typeof LIMITS, number>> = {},
): Server =>
	createServer({ ...LIMITS, ...limits }, getRequestListener(app.fetch, { hostname: 'localhost' }))

/** Request handler that works before and after the app is ready. */
export interface Door {
	readonly fetch: Hono['fetch']
	/** Switches to the app, and releases the waiting calls first. */
	open(app: Hono): void
}

const notYet = (retryAfter: string): Response =>
	problemResponse(
		serviceError('unavailable', 'service-starting', {
			headers: { 'retry-after': retryAfter },
		}),
	)

/**
 * Serves the pages while the database starts, which takes several seconds on the first run. API calls wait meanwhile.
 * @param root the folder of the built app. @param mostWaiting limit of waiting calls; more get 503 with `Retry-After`.
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
