import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMissingPart, isPartGone, kindOfError } from '#web/app/root-error.tsx'

const MESSAGE = 'Failed to fetch dynamically imported module: https://x/assets/quiz-1.js'
const items = new Map<string, string>()
const tab = {
	getItem: (key: string) => items.get(key) ?? null,
	setItem: (key: string, value: string) => void items.set(key, value),
} as Storage

let now = 0
const page = { online: true, busy: false, leaving: false, gone: true, storage: () => tab }
beforeEach(() => {
	items.clear()
	now = 1_000_000
	Object.assign(page, { online: true, busy: false, leaving: false, gone: true, storage: () => tab })
})

/** Simulates a page load, which loses in-memory state. */
const load = () => {
	const reload = vi.fn()
	const handle = createMissingPart({
		online: () => page.online,
		busy: () => page.busy,
		leaving: () => page.leaving,
		isGone: async () => page.gone,
		storage: () => page.storage(),
		now: () => now,
		reload,
	})
	return {
		reload,
		/** @returns the error message at the time the router reads it. */
		fail: async (payload: Error = new Error(MESSAGE)) => {
			const handled = handle({ payload })
			// The router reads the message synchronously.
			const { message } = payload
			await handled
			return message
		},
	}
}

describe('missing chunk', () => {
	it('reloads the page if the server no longer has the chunk', async () => {
		const { reload, fail } = load()
		await fail()
		expect(reload).toHaveBeenCalledOnce()
	})

	it('reloads once for several missing chunks', async () => {
		const { reload, fail } = load()
		await Promise.all([fail(), fail()])
		expect(reload).toHaveBeenCalledOnce()
	})

	it('does not reload again if the first reload did not help', async () => {
		await load().fail()
		now += 2000
		const second = load()
		const message = await second.fail()
		expect(second.reload).not.toHaveBeenCalled()
		expect(kindOfError(new Error(message), true)).toBe('missing')
	})

	it('reloads again when a later build goes missing', async () => {
		await load().fail()
		now += 60_000
		const later = load()
		await later.fail()
		expect(later.reload).toHaveBeenCalledOnce()
	})

	it.each([
		['offline', () => Object.assign(page, { online: false })],
		['if the server has the chunk or fails', () => Object.assign(page, { gone: false })],
		['during navigation', () => Object.assign(page, { leaving: true })],
		['while reloads are blocked', () => Object.assign(page, { busy: true })],
		[
			'without session storage',
			() =>
				Object.assign(page, {
					storage: () => {
						throw new DOMException('no', 'SecurityError')
					},
				}),
		],
		['after the clock was set back', () => items.set('evenhand.reloaded', '2000000')],
	])('does not reload %s', async (_, prepare) => {
		prepare()
		const { reload, fail } = load()
		const message = await fail()
		expect(reload).not.toHaveBeenCalled()
		expect(kindOfError(new Error(message), false)).toBe('offline')
	})

	// The router reloads by itself if it recognizes the message.
	it("hides the error message that triggers the router's reload", async () => {
		page.gone = false
		const { fail } = load()
		expect(await fail()).toBe(`Not loaded: ${MESSAGE}`)
		const aborted = new DOMException(MESSAGE, 'AbortError')
		expect(() => Object.assign(aborted, { message: '' })).toThrow(TypeError)
		expect(await fail(aborted)).toBe(`Not loaded: ${MESSAGE}`)
	})
})

describe('missing chunk check', () => {
	const ENTRY = 'https://x/assets/base-1.js'
	afterEach(() => vi.unstubAllGlobals())
	const serve = (reply: () => Response) => {
		const asked = vi.fn(async () => reply())
		vi.stubGlobal('fetch', asked)
		return asked
	}

	it.each([
		[404, true],
		[410, true],
		[200, false],
		[503, false],
		[403, false],
	])('treats status %d as gone: %s', async (status, gone) => {
		const asked = serve(() => new Response(null, { status }))
		expect(await isPartGone(MESSAGE, ENTRY)).toBe(gone)
		expect(asked).toHaveBeenCalledWith('https://x/assets/quiz-1.js', expect.anything())
	})

	it('reports not gone if the server is unreachable', async () => {
		serve(() => {
			throw new TypeError('Failed to fetch')
		})
		expect(await isPartGone(MESSAGE, ENTRY)).toBe(false)
	})

	it.each([
		['Unable to preload CSS for /assets/quiz-1.css', '/assets/quiz-1.css'],
		['Importing a module script failed.', ENTRY],
	])('requests the URL in the error or the entry: %s', async (message, address) => {
		const asked = serve(() => new Response(null, { status: 404 }))
		expect(await isPartGone(message, ENTRY)).toBe(true)
		expect(asked).toHaveBeenCalledWith(address, expect.anything())
	})
})
