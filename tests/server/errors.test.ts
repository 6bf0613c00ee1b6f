import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { Problem } from '#contract/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { Deps } from '#server/context.ts'
import { harmlessMessage } from '#server/db/errors.ts'
import { openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import type { Log } from '#server/log.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { raw } from '../support/quizzes.ts'
import { createTestServer, TEST_SECRET, type TestServer } from '../support/server.ts'

type Entry = { level: string; fields: Readonly<Record<string, unknown>> }

let entries: Entry[]
const log: Log = (level, _event, fields = {}) => {
	entries.push({ level, fields })
}
let server: TestServer
beforeEach(async () => {
	entries = []
	server = await createTestServer({ log })
})

const SECRET = 'the password of somebody'

describe('unexpected error', () => {
	it('returns a 500 without details and is logged', async () => {
		server.app.get('/broken', () => {
			throw new TypeError(`cannot read ${SECRET}`)
		})
		const reply = await raw(server, '/broken')
		expect(reply.status).toBe(500)
		expect(reply.headers.get('content-type')).toBe('application/problem+json')
		expect(v.is(Problem, reply.body)).toBe(true)
		expect(reply.body).toMatchObject({
			message: 'An error occurred. Please try again.',
			code: 'internal-error',
			values: {},
		})
		expect(JSON.stringify(reply.body)).not.toContain(SECRET)
		expect(entries).toMatchObject([{ level: 'error', fields: { route: '/broken' } }])
		expect(entries[0]?.fields).toMatchObject({ error: 'TypeError', method: 'GET' })
	})

	it('of the database is logged without statement and values', async () => {
		server.app.get('/broken', async (c) => {
			await server.db.execute(sql`select ${SECRET}::uuid`)
			return c.text('never')
		})
		expect((await raw(server, '/broken')).status).toBe(500)
		expect(entries[0]?.fields).toMatchObject({ code: '22P02', stack: expect.any(Array) })
		expect(JSON.stringify(entries)).not.toContain(SECRET)
		expect(JSON.stringify(entries)).not.toContain('select')
	})

	it('of a constraint is logged with its name only', async () => {
		const row = {
			username: SECRET,
			usernameKey: SECRET,
			email: SECRET,
			emailKey: SECRET,
			passwordHash: SECRET,
			roles: [],
			createdAt: server.clock.now,
		}
		server.app.get('/broken', async (c) => {
			await server.db.insert(users).values({ ...row, id: crypto.randomUUID() })
			await server.db.insert(users).values({ ...row, id: crypto.randomUUID() })
			return c.text('never')
		})
		expect((await raw(server, '/broken')).status).toBe(500)
		expect(entries[0]?.fields).toMatchObject({ code: '23505', constraint: 'users_username_key' })
		expect(JSON.stringify(entries)).not.toContain(SECRET)
	})
})

describe('startup failure message', () => {
	const failing = (code: string) => Object.assign(new Error('in its own words'), { code })

	it.each(['22008', 'XX000', '42P01', 'ECONNREFUSED', 'EHOSTUNREACH'])(
		'contains only the code of a database error (%s)',
		(code) => {
			expect(harmlessMessage(failing(code))).toBe(`The database cannot be used (${code}).`)
		},
	)

	it.each(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'ENOSPC', 'EADDRNOTAVAIL'])(
		'contains the system message for a system error (%s)',
		(code) => {
			expect(harmlessMessage(failing(code))).toBe('in its own words')
		},
	)

	it('never contains a statement or values, even without a code', async () => {
		const url = inject('postgresUrl')
		const opened = await openDb(
			url === undefined ? { kind: 'embedded', dataDir: null } : { kind: 'postgres', url },
			() => undefined,
		)
		const failed = opened.db.execute(sql`select ${SECRET}::uuid`).catch((error: unknown) => error)
		expect(harmlessMessage(await failed)).toBe('The database cannot be used (22P02).')
		await opened.close()
		server.app.get('/broken', async (c) => {
			await opened.db.execute(sql`select ${SECRET}`)
			return c.text('never')
		})
		expect((await raw(server, '/broken')).status).toBe(500)
		expect(entries).toMatchObject([{ fields: { message: expect.stringMatching(/closed|end/) } }])
		expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${SECRET}|select`))
	})
})

describe('unreachable database', () => {
	it('returns 503 with Retry-After on health and calls', async () => {
		// Nothing listens on port 1.
		const url = 'postgres://nobody@127.0.0.1:1/none'
		const opened = await openDb({ kind: 'postgres', url }, () => undefined)
		const clock = () => server.clock.now
		const tokens = createTokens(TEST_SECRET, clock)
		const { links, extractor } = server
		const deps: Deps = { db: opened.db, clock, tokens, log, links, extractor }
		const app = createApp(deps)
		const token = await tokens.sign({ userId: crypto.randomUUID(), version: 1 })
		for (const path of ['/api/health', '/api/users/profile']) {
			const response = await app.request(path, { headers: { authorization: `Bearer ${token}` } })
			expect(response.status).toBe(503)
			expect(response.headers.get('retry-after')).toBe('2')
		}
		expect(entries.map(({ level }) => level)).toEqual(['warn', 'warn'])
		await opened.close()
	})
})
