import { Hono } from 'hono'
import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { createClient } from '#http/client.ts'

const Echo = v.object({
	method: v.string(),
	path: v.string(),
	query: v.record(v.string(), v.string()),
	headers: v.record(v.string(), v.string()),
	body: v.string(),
})

/** An endpoint without parameters that echoes its request. */
export const echoAt = <const Path extends `/${string}`>(path: Path) =>
	endpoint({ method: 'GET', path, access: 'public', summary: 'Says what it got.', reply: Echo })

/** An endpoint with every kind of input that echoes its request. */
export const echo = endpoint({
	method: 'POST',
	path: '/echo/:id/of/:owner',
	access: 'user',
	summary: 'Says what it got.',
	params: v.object({ id: v.string(), owner: v.string() }),
	query: v.object({ name: v.optional(v.string()) }),
	body: v.optional(v.object({ text: v.string() })),
	reply: Echo,
})

/** A server that echoes requests. */
export const echoServer = (): Hono =>
	new Hono().all('/api/*', async (c) =>
		c.json({
			method: c.req.method,
			path: new URL(c.req.url).pathname,
			query: c.req.query(),
			headers: c.req.header(),
			body: await c.req.text(),
		}),
	)

/** A client of an in-process app. */
export const clientOf = (app: Hono, token: string | null = 'tok') =>
	createClient({
		baseUrl: '/api',
		fetch: async (input, init) => app.request(input as string, init),
		token: () => token,
	})
