import { describe, expect, it, vi } from 'vitest'
import { createPersistence } from '#web/app/persistence.ts'

const storage = (persisted: boolean, granted = true) => ({
	persisted: vi.fn(async () => persisted),
	persist: vi.fn(async () => granted),
})

describe('asking the browser to keep what is stored', () => {
	it('happens once in a page, however many answers follow', async () => {
		const own = storage(false)
		const ask = createPersistence(own)
		await ask()
		await ask()
		expect(own.persist).toHaveBeenCalledTimes(1)
	})

	it('does not happen again once it was refused, which changes nothing', async () => {
		const own = storage(false, false)
		const ask = createPersistence(own)
		await ask()
		await ask()
		expect(own.persist).toHaveBeenCalledTimes(1)
	})

	it('does not happen where it is granted already, so that no browser asks for nothing', async () => {
		const own = storage(true)
		await createPersistence(own)()
		expect(own.persist).not.toHaveBeenCalled()
	})

	it('does no harm on a page without TLS, which cannot ask', async () => {
		await expect(createPersistence(undefined)()).resolves.toBeUndefined()
	})
})
