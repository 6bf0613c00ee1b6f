import { openLocalDb } from '#local/db.ts'
import { createPlatform } from '#local/platform.ts'
import { createStoreGuard } from '#local/store-guard.ts'
import { call } from './client.ts'
import { uuid } from './uuid.ts'

const db = openLocalDb()
const platform = createPlatform()

/** What of the device's core a page has whoever is at it: the database behind its guard, and the world around it. */
export const store = {
	...platform,
	db,
	call,
	uuid,
	guard: createStoreGuard({ db, setTimer: platform.setTimer }, async () => {
		const { dropUnkept } = await import('#local/pack-store.ts')
		await dropUnkept(db)
	}),
}
