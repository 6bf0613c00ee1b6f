import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { loseEverywhere, type Place } from '../support/crash-points.ts'
import { createTestServer } from '../support/server.ts'
import { ACCOUNT_WRITES, LINK } from '../support/writes/accounts.ts'
import { RECORD_WRITES } from '../support/writes/records.ts'
import { SETTING_WRITES } from '../support/writes/settings.ts'
import { VOTERS_WRITES } from '../support/writes/voters.ts'

// Simulates a database failure between every two statements of each voter write.

let place: Place
beforeEach(async () => {
	const server = await createTestServer({ sample: true, log: () => undefined })
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('voter writes with a database failure', () => {
	it.each(Object.entries(VOTERS_WRITES))(
		'take effect once when repeated: %s',
		async (_, write) => loseEverywhere(place, write),
		180_000,
	)
})

describe('writes tested with a database failure', () => {
	/** Endpoints that change nothing despite their method. */
	const READING: readonly object[] = [
		endpoints.knowledgeTest.saveProgress,
		endpoints.categoryWeights.preview,
		endpoints.manageQuizzes.preview,
		...Object.values(endpoints.policyChecks),
	]
	/** Endpoints with tests of their own. */
	const APART: readonly object[] = [
		endpoints.auth.login,
		endpoints.policyExtraction.begin,
		endpoints.policyExtraction.extract,
	]
	const tables = [VOTERS_WRITES, ACCOUNT_WRITES, RECORD_WRITES, SETTING_WRITES]
	const written = new Set<object>(
		tables
			.flatMap(Object.values)
			.map(({ row }) => row)
			.concat(LINK.row),
	)

	it('cover every writing endpoint of the API', () => {
		const rows = Object.values(endpoints).flatMap((noun) => Object.values(noun))
		const writing = rows.filter(
			(row) => row.method !== 'GET' && !READING.includes(row) && !APART.includes(row),
		)
		const forgotten = writing.filter((row) => !written.has(row))
		expect(forgotten.map(({ method, path }) => `${method} ${path}`)).toEqual([])
	})
})
