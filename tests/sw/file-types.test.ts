import { describe, expect, it } from 'vitest'
import { hasExpectedType } from '#sw/addresses.ts'

const reply = (type: string, status = 200) =>
	new Response('…', { status, headers: { 'content-type': type } })
const isRight = (path: string, response: Response) =>
	hasExpectedType(`https://evenhand.example/${path}`, response)

describe('hasExpectedType', () => {
	it.each([
		['assets/main-1.js', 'text/javascript; charset=utf-8'],
		['assets/main-1.js', 'application/javascript'],
		['assets/main-1.css', 'text/css'],
		['index.html', 'text/html; charset=utf-8'],
		['index.html?__WB_REVISION__=1f', 'text/html'],
		['icons/any-192.png', 'image/png'],
		['favicon.svg', 'image/svg+xml'],
		['manifest.webmanifest', 'application/manifest+json'],
	])('accepts the type for the file name: %s as %s', (path, type) => {
		expect(isRight(path, reply(type))).toBe(true)
	})

	// Some hosts answer with a page when a file is missing.
	it('refuses a page in place of a script', () => {
		expect(isRight('assets/main-1.js', reply('text/html'))).toBe(false)
	})

	it('refuses an error of any type', () => {
		expect(isRight('assets/main-1.js', reply('text/javascript', 503))).toBe(false)
	})
})
