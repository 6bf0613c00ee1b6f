import { describe, expect, it } from 'vitest'
import { deferred } from '#tests/web/deferred.ts'
import { createRunLocked } from '#web/app/run-locked.ts'

describe('the lock of a page without Web Locks', () => {
	it('runs one holder after the other, so that entries are not sent twice at once', async () => {
		const runLocked = createRunLocked(undefined)
		const log: string[] = []
		const first = deferred<void>()
		const holders = [
			runLocked('outbox', async () => {
				log.push('first in')
				await first.promise
				log.push('first out')
			}),
			runLocked('outbox', async () => {
				log.push('second in')
			}),
		]
		await Promise.resolve()
		first.resolve()
		await Promise.all(holders)
		expect(log).toEqual(['first in', 'first out', 'second in'])
	})

	it('goes on after a holder that failed, and leaves the failure to who asked', async () => {
		const runLocked = createRunLocked(undefined)
		const failing = runLocked('outbox', () => Promise.reject(new Error('broken')))
		const next = runLocked('outbox', () => Promise.resolve())
		await expect(failing).rejects.toThrow('broken')
		await expect(next).resolves.toBeUndefined()
	})

	it('does not hold up a lock of another name', async () => {
		const runLocked = createRunLocked(undefined)
		const held = deferred<void>()
		const holder = runLocked('one', () => held.promise)
		await runLocked('two', () => Promise.resolve())
		held.resolve()
		await holder
	})
})
