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

const echo = (): Hono => {
	const app = new Hono()
	app.all('*', async (c) => c.text(`${c.req.method} ${c.req.path} ${await c.req.text()}`))
	return app
}

describe('startup proxy', () => {
	it('serves pages while the database starts', async () => {
		const page = await ask('/elections')
		expect(page.status).toBe(200)
		expect(await page.text()).toBe('the page')
		expect(page.headers.get('content-security-policy')).toContain("object-src 'none'")
	})

	it('holds calls and forwards them with their bodies', async () => {
		const call = ask('/api/quiz', { method: 'POST', body: 'an answer' })
		door.open(echo())
		expect(await (await call).text()).toBe('POST /api/quiz an answer')
	})

	it('is live but not ready', async () => {
		expect((await ask('/api/health/live')).status).toBe(200)
		const health = await ask('/api/health')
		expect(health.status).toBe(503)
		expect(health.headers.get('retry-after')).toBe('1')
		expect(health.headers.get('cache-control')).toBe('no-store')
	})

	it('refuses excess waiting calls with Retry-After', async () => {
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

it('forwards everything once open, including pages and health', async () => {
	door.open(echo())
	expect(await (await ask('/elections')).text()).toBe('GET /elections ')
	expect(await (await ask('/api/health')).text()).toBe('GET /api/health ')
})
