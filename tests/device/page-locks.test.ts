import { describe, expect, it, vi } from 'vitest'
import type { Locks } from '#device/context.ts'
import { createBrowserLocks } from '#device/sync/lock.ts'

const refusing = () => {
	const refuse = async () => {
		throw new DOMException('request() is not allowed in this context', 'SecurityError')
	}
	return { request: vi.fn(refuse), query: vi.fn(refuse) } satisfies Locks
}

// Firefox refuses Web Locks when cookies are blocked.
describe('locks in a browser that refuses them', () => {
	it('fall back to locks within the page', async () => {
		const native = refusing()
		const locks = createBrowserLocks(native)
		const order: string[] = []
		const slow = locks.request('a', {}, async () => {
			await Promise.resolve()
			order.push('first')
		})
		const next = locks.request('a', {}, async () => void order.push('second'))
		await Promise.all([slow, next])
		expect(order).toEqual(['first', 'second'])
		expect((await locks.query()).held).toEqual([])
	})

	it('do not run work twice if the work itself throws', async () => {
		const run = vi.fn(async () => {
			throw new DOMException('', 'SecurityError')
		})
		const native: Locks = { request: (_name, _options, work) => work(), query: async () => ({}) }
		await expect(createBrowserLocks(native).request('a', {}, run)).rejects.toThrow()
		expect(run).toHaveBeenCalledTimes(1)
	})
})
