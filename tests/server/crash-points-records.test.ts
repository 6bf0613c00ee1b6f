import { beforeEach, describe, it } from 'vitest'
import { loseEverywhere, type Place } from '../support/crash-points.ts'
import { createTestServer } from '../support/server.ts'
import { RECORD_WRITES } from '../support/writes/records.ts'
import { SETTING_WRITES } from '../support/writes/settings.ts'

// Simulates a database failure between every two statements of each administrator write.

let place: Place
beforeEach(async () => {
	const server = await createTestServer({ log: () => undefined })
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('administrator writes with a database failure', () => {
	it.each(Object.entries({ ...RECORD_WRITES, ...SETTING_WRITES }))(
		'apply once or not at all: %s',
		async (_, write) => loseEverywhere(place, write),
		180_000,
	)
})
