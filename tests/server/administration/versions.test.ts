import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { ifMatch } from '../../support/administration.ts'
import type { Place } from '../../support/crash-points.ts'
import { contentsOf, differenceOf } from '../../support/database-contents.ts'
import { createTestServer } from '../../support/server.ts'
import { ACCOUNT_WRITES } from '../../support/writes/accounts.ts'
import { RECORD_WRITES } from '../../support/writes/records.ts'
import { SETTING_WRITES } from '../../support/writes/settings.ts'

let place: Place
beforeEach(async () => {
	const server = await createTestServer()
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('write for one version of a record', () => {
	const writes = Object.entries({ ...ACCOUNT_WRITES, ...RECORD_WRITES, ...SETTING_WRITES }).filter(
		([, { row }]) => row.conditional,
	)

	it('is tested for every endpoint with If-Match', () => {
		const rows = Object.values(endpoints).flatMap((noun) => Object.values(noun))
		const tested = new Set<object>(writes.map(([, { row }]) => row))
		expect(rows.filter((row) => row.conditional && !tested.has(row))).toEqual([])
	})

	it.each(writes)('refuses another version and changes nothing: %s', async (_, write) => {
		const { db } = place.server
		const send = await write.prepare(place)
		const before = await contentsOf(db)
		const reply = await send(ifMatch('"999"'))
		expect(reply).toMatchObject({ ok: false, error: { status: 412, code: 'changed-meanwhile' } })
		expect(differenceOf(before, await contentsOf(db))).toEqual({})
	})
})
