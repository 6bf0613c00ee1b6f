import { beforeEach, describe, expect, it } from 'vitest'
import { createLogos } from '#sw/logos.ts'

/** A cache in memory, in the order in which browsers keep it: what is put again goes to the end. */
const createCache = () => {
	const kept = new Map<string, Response>()
	let full = false
	const cache = {
		match: async (request: Request) => kept.get(request.url)?.clone(),
		put: async (request: Request, response: Response) => {
			if (full) throw new DOMException('no room', 'QuotaExceededError')
			kept.delete(request.url)
			kept.set(request.url, response)
		},
		keys: async () => [...kept.keys()].map((url) => new Request(url)),
		delete: async (request: Request) => kept.delete(request.url),
	}
	return {
		kept,
		fill: () => {
			full = true
		},
		storage: {
			open: async () => cache,
			delete: async () => kept.clear(),
			// Three of a cache's many methods are all that is used of it.
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

describe('a logo', () => {
	it('comes from the network the first time and is kept', async () => {
		expect(await (await ask()).text()).toBe('fresh')
		expect(store.kept.size).toBe(1)
	})

	it('comes from the device afterwards, and is fetched anew behind it', async () => {
		await ask()
		network = async () => picture('newer')
		expect(await (await ask()).text()).toBe('fresh')
		expect(await (await ask()).text()).toBe('newer')
	})

	it('stays when the network fails, which is silent', async () => {
		await ask()
		network = () => Promise.reject(new TypeError('offline'))
		expect(await (await ask()).text()).toBe('fresh')
	})

	it('that nobody has is a missing picture, not a fault', async () => {
		network = () => Promise.reject(new TypeError('offline'))
		expect((await ask()).type).toBe('error')
	})

	it('of another host is kept unseen, because most hosts allow no more', async () => {
		const opaque: Response = Object.defineProperties(new Response('…'), {
			type: { value: 'opaque' },
			// A copy is of the same kind, which the platform of the tests cannot make.
			clone: { value: () => opaque },
		})
		network = async () => opaque
		await ask()
		expect(store.kept.size).toBe(1)
	})

	it.each([
		[
			'an error',
			() => new Response('gone', { status: 404, headers: { 'content-type': 'image/png' } }),
		],
		['a page in its place', () => picture('<!doctype html>', 'text/html')],
	])('is not kept as %s', async (_, reply) => {
		network = async () => reply()
		await ask()
		expect(store.kept.size).toBe(0)
	})

	it('goes when sixty others were looked at since, so that pictures do not fill the device', async () => {
		for (let index = 0; index < 60; index++) await ask(`logo${index}`)
		await ask('logo0')
		await ask('one-more')
		const names = [...store.kept.keys()].map((url) => url.split('/').at(-1))
		expect(names).toHaveLength(60)
		expect(names).toContain('logo0.png')
		expect(names).not.toContain('logo1.png')
	})

	it('makes room with all the others when the device is full, because answers come before pictures', async () => {
		await ask('a')
		store.fill()
		expect(await (await ask('b')).text()).toBe('fresh')
		expect(store.kept.size).toBe(0)
	})
})
