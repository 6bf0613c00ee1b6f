import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { faultAt, loseEverywhere, type Place, RETRYABLE } from '../support/crash-points.ts'
import { replyOf } from '../support/quizzes.ts'
import { createTestServer } from '../support/server.ts'
import { watching } from '../support/statements.ts'
import { ACCOUNT_WRITES, LINK } from '../support/writes/accounts.ts'

// Simulates a database failure between every two statements of each account write.

let place: Place
beforeEach(async () => {
	const server = await createTestServer({ sample: true, log: () => undefined })
	place = { server, admin: await server.registerVoter('boss', ['ROLE_ADMIN']) }
})

describe('account writes with a database failure', () => {
	it.each(Object.entries(ACCOUNT_WRITES))(
		'apply once or not at all: %s',
		async (_, write) => loseEverywhere(place, write),
		180_000,
	)

	it('invalidate the earlier link when a reset request is repeated', async () => {
		await loseEverywhere(place, LINK, 'something')
		const { admin } = place
		const open = replyOf(await admin.call(endpoints.passwordResets.list, {}))
		const names = open.map(({ username }) => username)
		expect(new Set(names).size).toBe(names.length)
	}, 180_000)
})

describe('signing in', () => {
	it('asks to retry on a database failure and then succeeds', async () => {
		const { server } = place
		for (const moment of ['before', 'after'] as const) {
			for (let n = 1, struck = () => true; struck(); n++) {
				const { user, password } = await server.registerVoter()
				const input = { body: { username: user.username, password } }
				const fault = faultAt(n, moment)
				struck = fault.struck
				const first = await watching(fault.watch, () => server.call(endpoints.auth.login, input))
				if (!first.ok) expect(first.error).toMatchObject(RETRYABLE)
				const { token } = replyOf(await server.call(endpoints.auth.login, input))
				const profile = replyOf(await server.as(token)(endpoints.users.profile, {}))
				expect(profile.username).toBe(user.username)
				expect(n).toBeLessThan(20)
			}
		}
	}, 60_000)
})
