import { beforeEach, describe, it } from 'vitest'
import { loseEverywhere, type Place } from '../support/crash-points.ts'
import { createTestServer } from '../support/server.ts'
import { RECORD_WRITES } from '../support/writes/records.ts'
import { SETTING_WRITES } from '../support/writes/settings.ts'

// The database is lost between every two statements of each write: here of those that administrators make.

let place: Place
beforeEach(async () => {
	const server = await createTestServer({ log: () => undefined })
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('whatever statement the database is lost at, an administrator finds it made whole or not at all, and made once', () => {
	it.each(Object.entries({ ...RECORD_WRITES, ...SETTING_WRITES }))(
		'of %s',
		async (_, write) => loseEverywhere(place, write, { after: 'last' }),
		180_000,
	)
})
