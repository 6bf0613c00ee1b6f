import { beforeEach, describe, expect, it } from 'vitest'
import { createLogos } from '#sw/logos.ts'

/** Cache in memory with the order of browsers: a repeated put moves the entry to the end. */
const createCache = () => {
	const cached = new Map<string, Response>()
	let full = false
	const cache = {
		match: async (request: Request) => cached.get(request.url)?.clone(),
		put: async (request: Request, response: Response) => {
			if (full) throw new DOMException('no room', 'QuotaExceededError')
			cached.delete(request.url)
			cached.set(request.url, response)
		},
		keys: async () => [...cached.keys()].map((url) => new Request(url)),
		delete: async (request: Request) => cached.delete(request.url),
	}
	return {
		cached,
		fill: () => {
			full = true
		},
		storage: {
			open: async () => cache,
			delete: async () => cached.clear(),
			// Only the methods in use are implemented.
		} as unknown as CacheStorage,
	}
}

const picture = (text: string, type = 'image/png') =>
	new Response(text, { headers: { 'content-type': type } })

let store: ReturnType<typeof createCache>
let network: (request: Request) => Promise<Response>
beforeEach(() => {
	store = createCache()
	network = async () => picture('fresh')
})

const ask = async (name = 'a') => {
	const logo = createLogos({ caches: store.storage, fetch: (request) => network(request) })
	const { response, stored } = logo(new Request(`https://party.example/${name}.png`))
	await stored
	return response
}

describe('logo', () => {
	it('fetches and caches a logo the first time', async () => {
		expect(await (await ask()).text()).toBe('fresh')
		expect(store.cached.size).toBe(1)
	})

	it('comes from the cache afterwards and is refreshed in the background', async () => {
		await ask()
		network = async () => picture('newer')
		expect(await (await ask()).text()).toBe('fresh')
		expect(await (await ask()).text()).toBe('newer')
	})

	it('stays cached when the network fails', async () => {
		await ask()
		network = () => Promise.reject(new TypeError('offline'))
		expect(await (await ask()).text()).toBe('fresh')
	})

	it('returns an error response for an unavailable logo', async () => {
		network = () => Promise.reject(new TypeError('offline'))
		expect((await ask()).type).toBe('error')
	})

	it('caches an opaque response from another host', async () => {
		const opaque: Response = Object.defineProperties(new Response('…'), {
			type: { value: 'opaque' },
			// Response.clone() of the test platform cannot copy the type.
			clone: { value: () => opaque },
		})
		network = async () => opaque
		await ask()
		expect(store.cached.size).toBe(1)
	})

	it.each([
		[
			'an error',
			() => new Response('gone', { status: 404, headers: { 'content-type': 'image/png' } }),
		],
		['a page instead of the logo', () => picture('<!doctype html>', 'text/html')],
	])('does not cache %s', async (_, reply) => {
		network = async () => reply()
		await ask()
		expect(store.cached.size).toBe(0)
	})

	it('evicts a logo after sixty more recent ones', async () => {
		for (let index = 0; index < 60; index++) await ask(`logo${index}`)
		await ask('logo0')
		await ask('one-more')
		const names = [...store.cached.keys()].map((url) => url.split('/').at(-1))
		expect(names).toHaveLength(60)
		expect(names).toContain('logo0.png')
		expect(names).not.toContain('logo1.png')
	})

	it('frees the cache when the device is full', async () => {
		await ask('a')
		store.fill()
		expect(await (await ask('b')).text()).toBe('fresh')
		expect(store.cached.size).toBe(0)
	})
})
