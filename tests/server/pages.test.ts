import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePages } from '#server/http/static-files.ts'

const SHELL = '<!doctype html><title>Evenhand</title>'
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(500))})`

let root: string
let app: Hono
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), 'evenhand-pages-'))
	for (const folder of ['assets', '.vite', '.well-known']) mkdirSync(join(root, folder))
	const files = {
		'index.html': SHELL,
		'robots.txt': 'User-agent: *',
		'sw.js': 'self.skipWaiting',
		'manifest.webmanifest': '{"name":"Evenhand"}',
		'assets/main-abc.js': SCRIPT,
		'.vite/manifest.json': '{}',
		'.well-known/security.txt': 'Contact: us',
	}
	for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
	for (const name of ['index.html', 'assets/main-abc.js'] as const) {
		writeFileSync(join(root, `${name}.br`), brotliCompressSync(files[name]))
	}
	app = new Hono()
	servePages(app, root)
})
afterAll(() => rmSync(root, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

describe('pages', () => {
	it.each(['/', '/elections', '/quiz/7?attemptId=9', '/results/3f'])(
		'get the shell at %s, asked about each time',
		async (path) => {
			const response = await get(path)
			expect(response.status).toBe(200)
			expect(await response.text()).toBe(SHELL)
			expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
			expect(response.headers.get('cache-control')).toBe('no-cache')
		},
	)

	it('cost no bytes where nothing changed', async () => {
		const first = await get('/elections')
		const tag = first.headers.get('etag') ?? ''
		expect(tag).toMatch(/^"/)
		const second = await get('/', { 'if-none-match': tag })
		expect(second.status).toBe(304)
		expect(await second.text()).toBe('')
	})

	it('carry the security headers, a strict policy among them', async () => {
		const { headers } = await get('/')
		expect(headers.get('content-security-policy')).toBe(
			"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types worker; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; worker-src 'self'; manifest-src 'self'",
		)
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('referrer-policy')).toBe('same-origin')
		expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
		expect(headers.get('permissions-policy')).toContain('camera=()')
	})
})

describe('assets', () => {
	it('are kept for ever, because their names change with their contents', async () => {
		const response = await get('/assets/main-abc.js')
		expect(response.status).toBe(200)
		expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
		expect(response.headers.get('vary')).toContain('Accept-Encoding')
		expect(await response.text()).toBe(SCRIPT)
	})

	it('carry no policies of pages, which on a first visit would weigh as much as a screen', async () => {
		const { headers } = await get('/assets/main-abc.js')
		expect(headers.get('content-security-policy')).toBeNull()
		expect(headers.get('permissions-policy')).toBeNull()
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
		expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
	})

	it.each(['/assets/evil.svg', '/assets/main.js/', '/assets/a/main.js'])(
		'that could be opened as a page keep them: %s',
		async (path) => {
			const { headers } = await get(path)
			expect(headers.get('content-security-policy')).toContain("default-src 'self'")
		},
	)

	it('come compressed to who takes brotli', async () => {
		const response = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' })
		expect(response.headers.get('content-encoding')).toBe('br')
		expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
		const bytes = Buffer.from(await response.arrayBuffer())
		expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT)
		expect(bytes.length).toBeLessThan(SCRIPT.length)
	})

	it.each(['/assets/main-old.js', '/assets/', '/assets'])(
		'that are missing are 404 and not kept, never the shell: %s',
		async (path) => {
			const response = await get(path)
			expect(await response.text()).not.toContain('<!doctype')
			if (path !== '/assets') expect(response.status).toBe(404)
			expect(response.headers.get('cache-control')).toBe('no-store')
		},
	)
})

describe('other files', () => {
	it.each(['/sw.js', '/manifest.webmanifest', '/robots.txt', '/.well-known/security.txt'])(
		'are asked about each time: %s',
		async (path) => {
			const response = await get(path)
			expect(response.status).toBe(200)
			expect(response.headers.get('cache-control')).toBe('no-cache')
		},
	)

	it('let the worker fetch logos from anywhere that is encrypted, which is its connection to the browser', async () => {
		const { headers } = await get('/sw.js')
		expect(headers.get('content-type')).toMatch(/^text\/javascript/)
		expect(headers.get('content-security-policy')).toBe(
			"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'; connect-src 'self' https:",
		)
	})

	it('say what the manifest is, so that browsers install the app by it', async () => {
		const { headers } = await get('/manifest.webmanifest')
		expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/)
	})

	it.each([
		'/missing.txt',
		'/favicon.ico',
		'/.vite/manifest.json',
		'/.env',
		'/assets/../.vite/manifest.json',
		'/%2e%2e/package.json',
		'/..%2fpackage.json',
	])('that are missing or hidden are 404: %s', async (path) => {
		const response = await get(path)
		expect(response.status).toBe(404)
		expect(response.headers.get('cache-control')).toBe('no-store')
	})

	it('are only read: writing to a page is not found', async () => {
		expect((await app.request('/elections', { method: 'POST' })).status).toBe(404)
	})
})
