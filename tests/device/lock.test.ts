import { afterEach, describe, expect, it } from 'vitest'
import type { Locks } from '#device/context.ts'
import { createPageLocks, type Held, withLock } from '#device/sync/lock.ts'

import { deferred } from '../web/deferred.ts'

interface Holder {
	readonly clientId: string
	readonly stolen: (error: Error) => void
}

/** Web Locks of one origin, by the letter of their specification, for the parts that the sender uses. */
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

/** Lets every timer that is set go off once, and what it started come to its end. */
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

describe('the lock of the sender', () => {
	it('is taken from a holder that stays the same for 30 s, because a frozen tab would keep it for ever', async () => {
		const { locksOf } = createOrigin()
		const thaw = deferred<void>()
		let frozenHolds: Held = () => true
		const frozen = withLock(worldOf(locksOf('frozen')), 'outbox', (held) => {
			frozenHolds = held
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
		expect(frozenHolds(), 'the robbed holder knows it').toBe(false)
	})

	it('is not taken from a holder that hands it on: each new holder gets the same patience', async () => {
		const { locksOf } = createOrigin()
		const ends = ['first', 'second', 'third'].map((name) => {
			const end = deferred<void>()
			let robbed = false
			const done = withLock(worldOf(locksOf(name)), 'outbox', async (held) => {
				await end.promise
				robbed = !held()
			})
			return { end, done, robbed: () => robbed }
		})
		for (const { end, done, robbed } of ends) {
			for (let look = 0; look < 5; look++) await tick()
			end.resolve()
			await done
			expect(robbed()).toBe(false)
		}
	})

	it('is stolen by one waiter only: the other waits for the one that has it now', async () => {
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

	it('is asked for again when the request was lost, as for a page that the browser had put aside', async () => {
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

	it('is watched on after a look that failed, or nobody would ever rob a frozen holder', async () => {
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

	it('hands on what its holder failed with, and is free then', async () => {
		const { locksOf } = createOrigin()
		const failing = withLock(worldOf(locksOf('a')), 'outbox', () =>
			Promise.reject(new Error('broken')),
		)
		await expect(failing).rejects.toThrow('broken')
		await expect(
			withLock(worldOf(locksOf('b')), 'outbox', () => Promise.resolve()),
		).resolves.toBeUndefined()
	})

	it('leaves no timer behind, or a page would look at locks for ever', async () => {
		const { locksOf } = createOrigin()
		await withLock(worldOf(locksOf('a')), 'outbox', () => Promise.resolve())
		expect(timers.size).toBe(0)
	})
})

describe('the locks of a page without Web Locks', () => {
	it('run one holder after the other, so that entries are not sent twice at once', async () => {
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

	it('go on after a holder that failed, and leave the failure to who asked', async () => {
		const { request } = createPageLocks()
		const failing = request('outbox', {}, () => Promise.reject(new Error('broken')))
		const next = request('outbox', {}, () => Promise.resolve())
		await expect(failing).rejects.toThrow('broken')
		await expect(next).resolves.toBeUndefined()
	})

	it('do not hold up a lock of another name', async () => {
		const { request } = createPageLocks()
		const held = deferred<void>()
		const holder = request('one', {}, () => held.promise)
		await request('two', {}, () => Promise.resolve())
		held.resolve()
		await holder
	})
})
