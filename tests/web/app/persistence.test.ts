import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPersistence } from '#web/app/persistence.ts'
import { usableStorage } from '#web/app/storage.ts'

let marks: Storage
let busy: boolean
let keeps: boolean
let persisted: boolean
let granted: boolean
const persist = vi.fn(async () => granted)

beforeEach(() => {
	persist.mockClear()
	busy = false
	keeps = true
	persisted = false
	granted = true
	marks = usableStorage(() => {
		throw new Error('none')
	})
})

const page = (
	storage: { persisted(): Promise<boolean>; persist(): Promise<boolean> } | undefined,
) => createPersistence({ storage, marks, busy: () => busy, keeps: () => keeps })
const load = () => page({ persisted: async () => persisted, persist })

describe('persistent storage request', () => {
	it('asks once per device, even after a denial', async () => {
		granted = false
		const ask = load()
		await ask()
		await ask()
		await load()()
		expect(persist).toHaveBeenCalledTimes(1)
	})

	it('waits until no question is on screen', async () => {
		busy = true
		const ask = load()
		await ask()
		expect(persist).not.toHaveBeenCalled()
		busy = false
		await ask()
		expect(persist).toHaveBeenCalledTimes(1)
	})

	it('skips persistent, in-memory, and unsupported storage', async () => {
		persisted = true
		await load()()
		persisted = false
		keeps = false
		await load()()
		await page(undefined)()
		expect(persist).not.toHaveBeenCalled()
	})

	it('counts as asked even without an answer', async () => {
		const silent = page({
			persisted: async () => false,
			persist: () => new Promise<boolean>(() => undefined),
		})
		void silent()
		await vi.waitFor(() => expect(marks.length).toBe(1))
		await load()()
		expect(persist).not.toHaveBeenCalled()
	})
})
