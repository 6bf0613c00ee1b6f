import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStartupProxy, type Door } from '#server/serve.ts'

const MOST_WAITING = 2

let root: string
let door: Door

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'evenhand-door-'))
	writeFileSync(join(root, 'index.html'), 'the page')
	door = createStartupProxy(root, MOST_WAITING)
})
afterEach(() => rmSync(root, { recursive: true }))

const ask = async (path: string, init?: RequestInit): Promise<Response> =>
	door.fetch(new Request(`http://voter.test${path}`, init))

/** An app that tells what came to it. */
const echo = (): Hono => {
	const app = new Hono()
	app.all('*', async (c) => c.text(`${c.req.method} ${c.req.path} ${await c.req.text()}`))
	return app
}

describe('while the database begins', () => {
	it('the app’s pages are there, so that the first visitor sees one at once', async () => {
		const page = await ask('/elections')
		expect(page.status).toBe(200)
		expect(await page.text()).toBe('the page')
		expect(page.headers.get('content-security-policy')).toContain("object-src 'none'")
	})

	it('a call waits and gets the app’s own answer, body and all, because its page is there already', async () => {
		const call = ask('/api/quiz', { method: 'POST', body: 'an answer' })
		door.open(echo())
		expect(await (await call).text()).toBe('POST /api/quiz an answer')
	})

	it('the process lives and is not ready, so that a balancer sends nobody yet and nobody ends it', async () => {
		expect((await ask('/api/health/live')).status).toBe(200)
		const health = await ask('/api/health')
		expect(health.status).toBe(503)
		expect(health.headers.get('retry-after')).toBe('1')
		expect(health.headers.get('cache-control')).toBe('no-store')
	})

	it('more calls than may wait are told to come again, because each of them takes memory', async () => {
		const waiting = [ask('/api/a'), ask('/api/b')]
		const refused = await ask('/api/c')
		expect(refused.status).toBe(503)
		expect(refused.headers.get('retry-after')).toBe('2')
		expect(await refused.json()).toMatchObject({
			detail: 'The service is starting. Please try again in a moment.',
		})
		door.open(echo())
		const replies = await Promise.all(waiting)
		expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual([
			'GET /api/a ',
			'GET /api/b ',
		])
	})
})

it('once it is open everything is the app’s, pages and health included', async () => {
	door.open(echo())
	expect(await (await ask('/elections')).text()).toBe('GET /elections ')
	expect(await (await ask('/api/health')).text()).toBe('GET /api/health ')
})
