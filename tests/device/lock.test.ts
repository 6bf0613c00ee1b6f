import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Locks } from '#device/context.ts'
import { createBrowserLocks, createPageLocks, type HasLock, withLock } from '#device/sync/lock.ts'
import { deferred } from '../web/deferred.ts'

interface Holder {
	readonly clientId: string
	readonly stolen: (error: Error) => void
}

/** Web Locks of one origin as specified, reduced to the parts that the sender uses. */
const createOrigin = () => {
	const holders = new Map<string, Holder>()
	const queues = new Map<string, (() => void)[]>()
	const next = (name: string): void => {
		if (!holders.has(name)) queues.get(name)?.shift()?.()
	}
	const hold = (name: string, clientId: string, run: () => Promise<void>): Promise<void> =>
		new Promise((resolve, reject) => {
			const mine: Holder = { clientId, stolen: reject }
			holders.set(name, mine)
			const release = (): void => {
				if (holders.get(name) === mine) holders.delete(name)
				next(name)
			}
			run().then(resolve, reject).finally(release)
		})
	const locksOf = (clientId: string): Locks => ({
		request: (name, { signal, steal }, run) => {
			if (steal) {
				holders.get(name)?.stolen(new DOMException('stolen', 'AbortError'))
				return hold(name, clientId, run)
			}
			return new Promise((resolve, reject) => {
				const queue = queues.get(name) ?? []
				queues.set(name, queue)
				const grant = (): void => void hold(name, clientId, run).then(resolve, reject)
				queue.push(grant)
				signal?.addEventListener('abort', () => {
					if (!queue.includes(grant)) return
					queue.splice(queue.indexOf(grant), 1)
					reject(signal.reason)
				})
				next(name)
			})
		},
		query: async () => ({
			held: [...holders].map(([name, { clientId }]) => ({ name, clientId })),
		}),
	})
	return { locksOf, drop: (name: string) => void queues.delete(name) }
}

const timers = new Set<() => void>()
afterEach(() => timers.clear())

/** Fires all pending timers once and flushes microtasks. */
const tick = async (): Promise<void> => {
	const due = [...timers]
	timers.clear()
	for (const run of due) run()
	for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

const worldOf = (locks: Locks) => ({
	locks,
	setTimer: (run: () => void) => {
		timers.add(run)
		return () => void timers.delete(run)
	},
	report: (error: unknown) => {
		throw error
	},
})

describe('sender lock', () => {
	// A frozen tab would keep the lock forever.
	it('steals the lock from a holder that keeps it for 30 s', async () => {
		const { locksOf } = createOrigin()
		const thaw = deferred<void>()
		let frozenHolds: HasLock = () => true
		const frozen = withLock(worldOf(locksOf('frozen')), 'outbox', (hasLock) => {
			frozenHolds = hasLock
			return thaw.promise
		})
		let sent = false
		const other = withLock(worldOf(locksOf('other')), 'outbox', async () => {
			sent = true
		})
		for (let look = 0; look < 6; look++) await tick()
		expect(sent).toBe(false)
		await tick()
		await other
		expect(sent).toBe(true)
		thaw.resolve()
		await frozen
		expect(frozenHolds(), 'the former holder notices').toBe(false)
	})

	it('restarts the patience when the holder changes', async () => {
		const { locksOf } = createOrigin()
		const ends = ['first', 'second', 'third'].map((name) => {
			const end = deferred<void>()
			let stolen = false
			const done = withLock(worldOf(locksOf(name)), 'outbox', async (hasLock) => {
				await end.promise
				stolen = !hasLock()
			})
			return { end, done, stolen: () => stolen }
		})
		for (const { end, done, stolen } of ends) {
			for (let look = 0; look < 5; look++) await tick()
			end.resolve()
			await done
			expect(stolen()).toBe(false)
		}
	})

	it('lets only one waiter steal the lock', async () => {
		const { locksOf } = createOrigin()
		const never = deferred<void>()
		const frozen = withLock(worldOf(locksOf('frozen')), 'outbox', () => never.promise)
		let running = 0
		let most = 0
		const ends: (() => void)[] = []
		const waiters = ['a', 'b'].map((name) =>
			withLock(worldOf(locksOf(name)), 'outbox', async () => {
				running++
				most = Math.max(most, running)
				const end = deferred<void>()
				ends.push(end.resolve)
				await end.promise
				running--
			}),
		)
		for (let look = 0; look < 8; look++) await tick()
		ends[0]?.()
		await waiters[0]
		for (let look = 0; look < 3; look++) await tick()
		ends[1]?.()
		await waiters[1]
		expect(most).toBe(1)
		never.resolve()
		await frozen
	})

	it('requests the lock again after a lost request', async () => {
		const { locksOf, drop } = createOrigin()
		const end = deferred<void>()
		const holder = withLock(worldOf(locksOf('a')), 'outbox', () => end.promise)
		let ran = false
		const waiter = withLock(worldOf(locksOf('b')), 'outbox', async () => {
			ran = true
		})
		drop('outbox')
		end.resolve()
		await holder
		expect(ran).toBe(false)
		for (let look = 0; look < 4; look++) await tick()
		await waiter
		expect(ran).toBe(true)
	})

	it('keeps being watched after a failed query', async () => {
		const { locksOf } = createOrigin()
		const never = deferred<void>()
		const frozen = withLock(worldOf(locksOf('frozen')), 'outbox', () => never.promise)
		const locks = locksOf('other')
		let looks = 0
		const query: Locks['query'] = () =>
			looks++ === 0 ? Promise.reject(new Error('no')) : locks.query()
		const reported: unknown[] = []
		const world = {
			...worldOf({ ...locks, query }),
			report: (error: unknown) => reported.push(error),
		}
		const other = withLock(world, 'outbox', () => Promise.resolve())
		for (let look = 0; look < 9; look++) await tick()
		await other
		expect(reported).toHaveLength(1)
		never.resolve()
		await frozen
	})

	it('propagates the holder’s error and is released', async () => {
		const { locksOf } = createOrigin()
		const failing = withLock(worldOf(locksOf('a')), 'outbox', () =>
			Promise.reject(new Error('broken')),
		)
		await expect(failing).rejects.toThrow('broken')
		await expect(
			withLock(worldOf(locksOf('b')), 'outbox', () => Promise.resolve()),
		).resolves.toBeUndefined()
	})

	it('leaves no timer behind', async () => {
		const { locksOf } = createOrigin()
		await withLock(worldOf(locksOf('a')), 'outbox', () => Promise.resolve())
		expect(timers.size).toBe(0)
	})
})

describe('page locks without Web Locks', () => {
	it('run one holder after the other', async () => {
		const { request } = createPageLocks()
		const log: string[] = []
		const first = deferred<void>()
		const holders = [
			request('outbox', {}, async () => {
				log.push('first in')
				await first.promise
				log.push('first out')
			}),
			request('outbox', {}, async () => {
				log.push('second in')
			}),
		]
		await Promise.resolve()
		first.resolve()
		await Promise.all(holders)
		expect(log).toEqual(['first in', 'first out', 'second in'])
	})

	it('continue after a failed holder and propagate its error', async () => {
		const { request } = createPageLocks()
		const failing = request('outbox', {}, () => Promise.reject(new Error('broken')))
		const next = request('outbox', {}, () => Promise.resolve())
		await expect(failing).rejects.toThrow('broken')
		await expect(next).resolves.toBeUndefined()
	})

	it('do not block a lock of another name', async () => {
		const { request } = createPageLocks()
		const released = deferred<void>()
		const holder = request('one', {}, () => released.promise)
		await request('two', {}, () => Promise.resolve())
		released.resolve()
		await holder
	})
})

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
