import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { loseEverywhere, type Place } from '../support/crash-points.ts'
import { createTestServer } from '../support/server.ts'
import { ACCOUNT_WRITES, LINK } from '../support/writes/accounts.ts'
import { RECORD_WRITES } from '../support/writes/records.ts'
import { SETTING_WRITES } from '../support/writes/settings.ts'
import { VOTERS_WRITES } from '../support/writes/voters.ts'

// The database is lost between every two statements of each write: here of those that voters make.

let place: Place
beforeEach(async () => {
	const server = await createTestServer({ sample: true, log: () => undefined })
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('whatever statement the database is lost at, the repetition succeeds and the effect is there once', () => {
	it.each(Object.entries(VOTERS_WRITES))(
		'of %s',
		async (_, write) => loseEverywhere(place, write),
		180_000,
	)
})

describe('the writes that the database is lost in', () => {
	/** These change nothing, whatever their method says. */
	const READING: readonly object[] = [
		endpoints.knowledgeTest.saveProgress,
		endpoints.categoryWeights.preview,
		endpoints.manageQuizzes.preview,
		...Object.values(endpoints.policyChecks),
	]
	/** Of a sign-in and of an extraction more is asked than what a table of writes can say. */
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

	it('are all that the API has, so that a new one cannot be forgotten', () => {
		const rows = Object.values(endpoints).flatMap((noun) => Object.values(noun))
		const writing = rows.filter(
			(row) => row.method !== 'GET' && !READING.includes(row) && !APART.includes(row),
		)
		const forgotten = writing.filter((row) => !written.has(row))
		expect(forgotten.map(({ method, path }) => `${method} ${path}`)).toEqual([])
	})
})
