import { beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail.ts'
import { raw, refusalOf } from '../../support/quizzes.ts'
import { post } from '../../support/resets.ts'
import { callRow, createWorld, FEEDBACK, ROWS, type Who, type World } from '../../support/world.ts'

// More people read logs than the database: no secrets, answers, names, or addresses.

let lines: string[]
let world: World
let mailed: string[]
const log: Log = (level, event, fields = {}) => {
	lines.push(JSON.stringify({ level, event, ...fields }))
}
const mailer: Mailer = {
	send: async ({ text }) => {
		mailed.push(text)
		throw new Error('the mail server is away')
	},
	close: () => undefined,
}
beforeEach(async () => {
	lines = []
	mailed = []
	world = await createWorld({ log, mailer })
})

const WHO: Readonly<Record<string, Who>> = { public: 'anonymous', user: 'owner', admin: 'admin' }

describe('log', () => {
	it('contains no personal data or secrets after successes, refusals, and failures', async () => {
		const { server, voters } = world
		const password = 'a very secret password'
		await post(server, '/auth/login', { username: 'world-owner', password })
		const email = 'world-owner@example.org'
		await post(server, '/auth/register', { username: 'somebody-new', email, password })
		await post(server, '/auth/forgot-password', { email })
		await server.links.settled()
		await post(server, '/auth/reset-password', { token: 'a-token-of-a-link', password })
		for (const { row } of ROWS) {
			const params = { id: world.open, attemptId: world.open, sessionId: world.sessionId }
			const query = { search: 'world-owner', name: 'world-owner', sessionId: world.sessionId }
			await callRow(world, row, WHO[row.access] ?? 'admin', { params, query, body: { password } })
		}
		// Renaming a table makes calls fail, and each failure is logged.
		const failures = lines.length
		await server.db.execute('alter table attempts rename to attempts_away')
		try {
			const { status } = await raw(server, `/api/v2/quiz/state/${world.open}`, {
				token: voters.owner.token,
			})
			expect(status).toBe(500)
		} finally {
			await server.db.execute('alter table attempts_away rename to attempts')
		}
		expect(lines.length, 'errors are logged').toBeGreaterThan(failures)
		expect(mailed.length, 'a mail was attempted').toBe(1)
		expect(lines.join('\n')).toMatch(/mail/)
		const secrets = [
			...[password, 'world-owner', 'example.org', 'somebody-new', 'a-token-of-a-link', FEEDBACK],
			...Object.values(voters).map(({ token }) => token),
			...(mailed[0]?.match(/token=([\w-]+)/)?.slice(1) ?? []),
			...['select', 'insert into', '$argon2', 'Bearer'],
		]
		expect(secrets.length).toBeGreaterThan(15)
		for (const secret of secrets) {
			expect(
				lines.filter((line) => line.includes(secret)),
				secret,
			).toEqual([])
		}
	})

	it('omits refusals, which are not server faults', async () => {
		const none = lines.length
		const { other } = world.voters
		const { quiz } = world.server.endpoints
		refusalOf(await other.call(quiz.state, { params: { attemptId: world.open } }))
		expect(lines.length).toBe(none)
	})
})
