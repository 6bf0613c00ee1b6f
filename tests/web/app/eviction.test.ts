import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalDb, openLocalDb } from '#device/db.ts'
import { createResilientDb } from '#device/resilient-db.ts'
import { createEviction, type Eviction } from '#web/app/eviction.ts'
import { usableStorage } from '#web/app/storage.ts'

let storage: Storage
let db: LocalDb
let count = 0
let inMemory: boolean

beforeEach(() => {
	inMemory = false
	// Node has no storage, so this uses the app's in-memory fallback.
	storage = usableStorage(() => {
		throw new Error('none')
	})
	db = openLocalDb(`evicted-${process.pid}-${count++}`)
})
afterEach(() => db.close())

const visit = (): Eviction =>
	createEviction(
		db,
		createResilientDb({ db, setTimer: () => () => undefined }, async () => undefined),
		storage,
		() => inMemory,
	)

describe('database eviction', () => {
	it('reports the unsent count of an evicted database', async () => {
		const first = visit()
		expect(await first.evicted()).toBeNull()
		await first.note(3)
		await db.delete({ disableAutoOpen: false })
		expect(await visit().evicted()).toBe(3)
	})

	it('reports an eviction only once', async () => {
		await visit().evicted()
		await db.delete({ disableAutoOpen: false })
		expect(await visit().evicted()).toBe(0)
		expect(await visit().evicted()).toBeNull()
	})

	it('keeps the unsent count while the old page is still open', async () => {
		const page = visit()
		await page.evicted()
		await page.note(3)
		await db.delete({ disableAutoOpen: false })
		await page.note(0)
		expect(await visit().evicted()).toBe(3)
	})

	it('reports no eviction while the database exists', async () => {
		await visit().evicted()
		storage.clear()
		expect(await visit().evicted()).toBeNull()
	})

	it('ignores pages that work from memory', async () => {
		const first = visit()
		await first.evicted()
		await first.note(3)
		await db.delete({ disableAutoOpen: false })
		inMemory = true
		const passing = visit()
		expect(await passing.evicted()).toBeNull()
		await passing.note(0)
		inMemory = false
		expect(await visit().evicted()).toBe(3)
	})

	it('reports no eviction after wiping a shared device', async () => {
		const shared = visit()
		await shared.evicted()
		await db.delete({ disableAutoOpen: false })
		storage.clear()
		await shared.note(0)
		expect(await visit().evicted()).toBeNull()
	})
})
