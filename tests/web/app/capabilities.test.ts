import { describe, expect, it } from 'vitest'
import type { Result } from '#domain/types.ts'
import { type Call, createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { createCapabilities } from '#web/app/capabilities.ts'

type Reply = Result<{ readonly capabilities: readonly string[] }, Failure>

const listing = (...names: string[]): Reply => ({ ok: true, value: { capabilities: names } })
const failed = (error: Failure): Reply => ({ ok: false, error })
const problem = (status: number): Failure => ({
	...{ kind: 'problem', status, message: '', errors: [], retryAfterMs: null },
})

const open = (stored: string | null, ...replies: Reply[]) => {
	const items = new Map(stored === null ? [] : [['evenhand.capabilities', stored]])
	const storage = {
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
	}
	let calls = 0
	const call = (async () => replies[calls++] ?? failed({ kind: 'offline' })) as unknown as Call
	return {
		capabilities: createCapabilities(call, storage),
		calls: () => calls,
		stored: () => items.get('evenhand.capabilities'),
	}
}

describe('capabilities of the server', () => {
	it('are read once and stored for offline starts', async () => {
		const { capabilities, calls, stored } = open(null, listing('history', 'unheard-of'))
		expect(capabilities.has('history')).toBe(false)
		expect(await capabilities.offers('history')).toBe(true)
		expect(await capabilities.offers('restore')).toBe(false)
		expect(calls()).toBe(1)
		const later = open(stored() ?? null)
		expect(later.capabilities.has('history')).toBe(true)
		await later.capabilities.ready()
		expect(later.capabilities.has('history')).toBe(true)
	})

	it('are none on a server without the list or without the call', async () => {
		for (const reply of [listing(), ...[404, 405, 501].map((status) => failed(problem(status)))]) {
			const { capabilities } = open('history', reply)
			expect(capabilities.lacks('history')).toBe(false)
			await capabilities.ready()
			await Promise.resolve()
			expect(capabilities.has('history')).toBe(false)
			expect(capabilities.lacks('history')).toBe(true)
		}
	})

	it.each([{ status: 'UP' }, {}])('are none if the health check replies %o', async (body) => {
		const call = createClient({
			...{ baseUrl: 'http://server.test/api', token: () => null },
			fetch: async () => Response.json(body),
		})
		const storage = { getItem: () => null, setItem: () => undefined }
		const capabilities = createCapabilities(call, storage)
		await capabilities.ready()
		expect(capabilities.lacks('history')).toBe(true)
	})

	it('notify only of a changed list', async () => {
		for (const [stored, notified] of [
			[null, 1],
			['history', 0],
			['restore', 1],
		] as const) {
			const { capabilities } = open(stored, listing('history'))
			let times = 0
			capabilities.subscribe(() => times++)
			await capabilities.ready()
			await Promise.resolve()
			expect(times).toBe(notified)
		}
	})

	it.each<Failure>([{ kind: 'offline' }, problem(503), { kind: 'bad-response', status: 200 }])(
		'stay unknown after a failure, and are asked for again: %o',
		async (failure) => {
			const { capabilities, calls } = open(null, failed(failure), listing('history'))
			await capabilities.ready()
			expect(capabilities.has('history')).toBe(false)
			expect(capabilities.lacks('history')).toBe(false)
			await capabilities.ready()
			expect(capabilities.has('history')).toBe(true)
			expect(calls()).toBe(2)
		},
	)

	it('are used even if the storage is full', async () => {
		const call = (async () => listing('history')) as unknown as Call
		const setItem = () => {
			throw new DOMException('full', 'QuotaExceededError')
		}
		const capabilities = createCapabilities(call, { getItem: () => null, setItem })
		expect(await capabilities.offers('history')).toBe(true)
	})

	it('do not delay a page load that has an earlier list', async () => {
		const never = (() => new Promise(() => undefined)) as unknown as Call
		const storage = { getItem: () => 'history', setItem: () => undefined }
		const capabilities = createCapabilities(never, storage)
		await capabilities.ready()
		expect(capabilities.has('history')).toBe(true)
	})
})
