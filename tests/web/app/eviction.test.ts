import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createResilientDb } from '#device/resilient-db.ts'
import { createEviction, type Eviction } from '#web/app/local.ts'
import { usableStorage } from '#web/app/storage.ts'

let storage: Storage
let db: LocalDb
let count = 0
let inMemory: boolean

beforeEach(() => {
	inMemory = false
	// Node has none: this is what the app makes of that.
	storage = usableStorage(() => {
		throw new Error('none')
	})
	db = openLocalDb(`evicted-${process.pid}-${count++}`)
})
afterEach(() => db.close())

/** The next visit to the app on this device. */
const visit = (): Eviction =>
	createEviction(
		db,
		createResilientDb({ db, setTimer: () => () => undefined }, async () => undefined),
		storage,
		() => inMemory,
	)

describe('a database that the browser deleted', () => {
	it('is told from one that never was, with how much in it was not sent', async () => {
		const first = visit()
		expect(await first.evicted).toBeNull()
		await first.note(3)
		await db.delete({ disableAutoOpen: false })
		expect(await visit().evicted).toBe(3)
	})

	it('is told once: the next visit begins anew', async () => {
		await visit().evicted
		await db.delete({ disableAutoOpen: false })
		expect(await visit().evicted).toBe(0)
		expect(await visit().evicted).toBeNull()
	})

	it('is told with what was in it, although the page that it was deleted under goes on', async () => {
		const page = visit()
		await page.evicted
		await page.note(3)
		await db.delete({ disableAutoOpen: false })
		await page.note(0)
		expect(await visit().evicted).toBe(3)
	})

	it('is not suspected while it is there, whatever became of the other storage', async () => {
		await visit().evicted
		storage.clear()
		expect(await visit().evicted).toBeNull()
	})

	it('is not suspected while the page works from memory, which the mark does not describe', async () => {
		const first = visit()
		await first.evicted
		await first.note(3)
		await db.delete({ disableAutoOpen: false })
		inMemory = true
		const passing = visit()
		expect(await passing.evicted).toBeNull()
		await passing.note(0)
		inMemory = false
		expect(await visit().evicted).toBe(3)
	})

	it('is not suspected after a shared device was emptied, which takes the mark along', async () => {
		const shared = visit()
		await shared.evicted
		await db.delete({ disableAutoOpen: false })
		storage.clear()
		await shared.note(0)
		expect(await visit().evicted).toBeNull()
	})
})
