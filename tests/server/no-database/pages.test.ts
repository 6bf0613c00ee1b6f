import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePages } from '#server/http/static-files.ts'

const SHELL = `<!doctype html><title>Evenhand</title>
<script type="module" crossorigin src="/assets/main-abc.js"></script>
<link rel="stylesheet" crossorigin href="/assets/main-abc.css">`
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
		'serve the shell at %s with revalidation',
		async (path) => {
			const response = await get(path)
			expect(response.status).toBe(200)
			expect(await response.text()).toBe(SHELL)
			expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
			expect(response.headers.get('cache-control')).toBe('no-cache')
		},
	)

	it('name their scripts and style sheets in a header', async () => {
		expect((await get('/test')).headers.get('link')).toBe(
			'</assets/main-abc.js>; rel=modulepreload; crossorigin, </assets/main-abc.css>; rel=preload; as=style; crossorigin',
		)
		expect((await get('/robots.txt')).headers.has('link')).toBe(false)
	})

	it('return 304 when unchanged', async () => {
		const first = await get('/elections')
		const tag = first.headers.get('etag') ?? ''
		expect(tag).toMatch(/^"/)
		const second = await get('/', { 'if-none-match': tag })
		expect(second.status).toBe(304)
		expect(await second.text()).toBe('')
	})

	it('have security headers including a strict policy', async () => {
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
	it('are cached as immutable', async () => {
		const response = await get('/assets/main-abc.js')
		expect(response.status).toBe(200)
		expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
		expect(response.headers.get('vary')).toContain('Accept-Encoding')
		expect(await response.text()).toBe(SCRIPT)
	})

	it('omit page policies to save bytes', async () => {
		const { headers } = await get('/assets/main-abc.js')
		expect(headers.get('content-security-policy')).toBeNull()
		expect(headers.get('permissions-policy')).toBeNull()
		expect(headers.get('x-content-type-options')).toBe('nosniff')
		expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
		expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
	})

	it.each(['/assets/evil.svg', '/assets/main.js/', '/assets/a/main.js'])(
		'keep page policies if they could be opened as a page: %s',
		async (path) => {
			const { headers } = await get(path)
			expect(headers.get('content-security-policy')).toContain("default-src 'self'")
		},
	)

	it('are compressed with brotli when accepted', async () => {
		const response = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, deflate, br' })
		expect(response.headers.get('content-encoding')).toBe('br')
		expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
		const bytes = Buffer.from(await response.arrayBuffer())
		expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT)
		expect(bytes.length).toBeLessThan(SCRIPT.length)
	})

	it.each(['/assets/main-old.js', '/assets/', '/assets'])(
		'return an uncached 404 when missing, never the shell: %s',
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
		'are revalidated: %s',
		async (path) => {
			const response = await get(path)
			expect(response.status).toBe(200)
			expect(response.headers.get('cache-control')).toBe('no-cache')
		},
	)

	it('allow the service worker to fetch logos over https', async () => {
		const { headers } = await get('/sw.js')
		expect(headers.get('content-type')).toMatch(/^text\/javascript/)
		expect(headers.get('content-security-policy')).toBe(
			"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'; connect-src 'self' https:",
		)
	})

	it('serve the manifest with its media type', async () => {
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
	])('return 404 when missing or hidden: %s', async (path) => {
		const response = await get(path)
		expect(response.status).toBe(404)
		expect(response.headers.get('cache-control')).toBe('no-store')
	})

	it('are read-only', async () => {
		expect((await app.request('/elections', { method: 'POST' })).status).toBe(404)
	})
})
