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

/** A page of this device; each load makes another. */
const page = (
	storage: { persisted(): Promise<boolean>; persist(): Promise<boolean> } | undefined,
) => createPersistence({ storage, marks, busy: () => busy, keeps: () => keeps })
const load = () => page({ persisted: async () => persisted, persist })

describe('asking the browser to keep what is stored', () => {
	it('happens once per device, however many pages are loaded and whatever the answer was', async () => {
		granted = false
		const ask = load()
		await ask()
		await ask()
		await load()()
		expect(persist).toHaveBeenCalledTimes(1)
	})

	it('waits for a moment without a question on screen', async () => {
		busy = true
		const ask = load()
		await ask()
		expect(persist).not.toHaveBeenCalled()
		busy = false
		await ask()
		expect(persist).toHaveBeenCalledTimes(1)
	})

	it('does not happen where the browser keeps everything already, or nothing', async () => {
		persisted = true
		await load()()
		persisted = false
		keeps = false
		await load()()
		await page(undefined)()
		expect(persist).not.toHaveBeenCalled()
	})

	it('leaves the mark although the person never answers', async () => {
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
