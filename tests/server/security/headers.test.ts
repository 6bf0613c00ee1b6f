import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openDb } from '#server/db/open.ts'
import { servePages } from '#server/http/static-files.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { createTestServer, TEST_SECRET, type TestServer } from '../../support/server.ts'

const ALWAYS = {
	'strict-transport-security': 'max-age=31536000',
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
}
const OWN = {
	...ALWAYS,
	'cross-origin-opener-policy': 'same-origin',
	'origin-agent-cluster': '?1',
	'permissions-policy':
		'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
	'referrer-policy': 'same-origin',
	'x-dns-prefetch-control': 'off',
	'x-download-options': 'noopen',
	'x-frame-options': 'DENY',
	'x-permitted-cross-domain-policies': 'none',
	'x-xss-protection': '0',
}
const SCRIPTS =
	"default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types"
const PAGE = `${SCRIPTS} worker; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; worker-src 'self'; manifest-src 'self'`
const WORKER = `${SCRIPTS} 'none'; connect-src 'self' https:`
const API = "default-src 'none'; frame-ancestors 'none'"

let root: string
let server: TestServer
beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), 'evenhand-headers-'))
	mkdirSync(join(root, 'assets'))
	for (const name of ['index.html', 'sw.js', 'manifest.webmanifest', 'assets/main-abc.js']) {
		writeFileSync(join(root, name), name)
	}
	server = await createTestServer({ log: () => undefined })
	servePages(server.app, root)
})

const callWithoutDatabase = async (path: string): Promise<Response> => {
	const url = 'postgres://nobody@127.0.0.1:1/none'
	const opened = await openDb({ kind: 'postgres', url }, () => undefined)
	const clock = () => server.clock.now
	const tokens = createTokens(TEST_SECRET, clock)
	const { links, extractor } = server
	const app = createApp({ db: opened.db, clock, tokens, log: () => undefined, links, extractor })
	const token = await tokens.sign({ userId: crypto.randomUUID(), version: 1 })
	const reply = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
	await opened.close()
	return reply
}
afterAll(() => rmSync(root, { recursive: true }))

const page = { ...OWN, 'content-security-policy': PAGE }
const api = { ...OWN, 'content-security-policy': API, 'cache-control': 'no-store' }
const CLASSES = {
	'a page': ['/', 200, { ...page, 'cache-control': 'no-cache' }],
	'a page by its address': ['/quiz/7', 200, { ...page, 'cache-control': 'no-cache' }],
	'the manifest': ['/manifest.webmanifest', 200, { ...page, 'cache-control': 'no-cache' }],
	'the worker': [
		'/sw.js',
		200,
		{ ...OWN, 'content-security-policy': WORKER, 'cache-control': 'no-cache' },
	],
	'a script': [
		'/assets/main-abc.js',
		200,
		{ ...ALWAYS, 'cache-control': 'public, max-age=31536000, immutable' },
	],
	'a file that is not there': ['/missing.txt', 404, { ...page, 'cache-control': 'no-store' }],
	'a script that is not there': [
		'/assets/main-old.js',
		404,
		{ ...ALWAYS, 'cache-control': 'no-store' },
	],
	'a hidden file': ['/.env', 404, { ...page, 'cache-control': 'no-store' }],
	'a reply of the API': ['/api/health', 200, api],
	'its description': ['/api/openapi.json', 200, api],
	'a refusal': ['/api/users/profile', 401, { ...api, 'www-authenticate': 'Bearer' }],
	'a call that is not there': ['/api/nope', 404, api],
	'a failure': ['/api/elections/search', 503, { ...api, 'retry-after': '2' }],
} as const

/** Headers about the content, not about security. */
const PLAIN = /^(?:content-(?:type|length|encoding)|vary|etag|last-modified)$/

describe('response headers', () => {
	it.each(Object.entries(CLASSES))('match exactly for %s', async (_, [path, status, expected]) => {
		const reply = await (status === 503 ? callWithoutDatabase(path) : server.app.request(path))
		expect(reply.status).toBe(status)
		const got = Object.fromEntries([...reply.headers].filter(([name]) => !PLAIN.test(name)))
		const { 'x-request-id': id, ...others } = got
		expect(others).toEqual(expected)
		// Lets a user who reports an error refer to its log line.
		expect(id !== undefined).toBe(status >= 400 && path.startsWith('/api/'))
		// Without an explicit type and charset, a browser could sniff a text as markup.
		expect(reply.headers.get('content-type')).toMatch(
			/^(?:text\/[\w-]+; charset=utf-8|application\/(?:manifest\+json|json|problem\+json).*)$/i,
		)
		await reply.body?.cancel()
	})
})
