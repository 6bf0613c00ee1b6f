import { createServer, type Server, type ServerOptions } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { HTTP_TIMEOUT_MS } from '#domain/constants.ts'

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
