import type { Hono } from 'hono'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Db, type DbLocation, type OpenDb, openDb } from '#server/db/open.ts'
import { users } from '#server/db/schema.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'
import { makeDatabase } from '../support/postgres.ts'
import { createTestServer, TEST_SECRET } from '../support/server.ts'

/** Timeout longer than any successful call takes, even on a busy machine. */
const LONG_MS = 1000

/** Logged event with the database error code, if any. */
interface Entry {
	readonly event: string
	readonly code: unknown
}

let url: string
/** Another client of the same database. */
let other: pg.Client
let opened: OpenDb
let app: Hono
/** The same app with the health check of the product. */
let asBooted: Hono
let entries: Entry[]
beforeEach(async () => {
	url = await makeDatabase(inject('postgresUrl') ?? '')
	entries = []
})
afterEach(async () => {
	await other?.end()
	await opened.close()
})

const open = async (how: Pick<DbLocation & { kind: 'postgres' }, 'connections' | 'waits'>) => {
	opened = await openDb({ kind: 'postgres', url, ...how }, () => undefined)
	await opened.prepare(async () => undefined)
	other = new pg.Client({ connectionString: url })
	await other.connect()
	const { clock, links, extractor } = await createTestServer()
	const now = () => clock.now
	const log = (_: string, event: string, fields: Record<string, unknown> = {}) => {
		entries.push({ event, code: fields.code })
	}
	const tokens = createTokens(TEST_SECRET, now)
	app = createApp({ db: opened.db, clock: now, tokens, log, links, extractor })
	asBooted = createApp({ ...opened, clock: now, tokens, log, links, extractor })
}

/** Holds a connection in a transaction. @returns a release function, after the transaction has begun. */
const hold = (db: Db): Promise<() => Promise<void>> =>
	new Promise((begun, failed) => {
		let end = (): void => undefined
		const until = new Promise<void>((resolve) => {
			end = resolve
		})
		const work = db.transaction(async () => {
			begun(async () => {
				end()
				await work
			})
			await until
		})
		work.catch(failed)
	})

const post = (path: string, body: object) =>
	app.request(path, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
const ANN = { username: 'ann', email: 'ann@example.org', password: 'a good password' }

const expectComeBack = ({ status, headers }: Response): void => {
	expect([status, headers.get('retry-after')]).toEqual([503, '2'])
}

describe('exhausted connection pool', () => {
	it('returns 503 after a wait and recovers when a connection is free', async () => {
		await open({ connections: 2, waits: { connectionMs: LONG_MS } })
		const ends = [await hold(opened.db), await hold(opened.db)]
		for (const reply of await Promise.all([1, 2, 3].map(() => app.request('/api/health')))) {
			expectComeBack(reply)
		}
		expect(entries.map(({ event }) => event)).toEqual(Array(3).fill('request failed'))
		await ends[0]?.()
		expect((await app.request('/api/health')).status).toBe(200)
		await ends[1]?.()
		const replies = await Promise.all([1, 2, 3, 4].map(() => app.request('/api/health')))
		expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
	})
})

// A load balancer would drop a process that is merely busy.
it('health is reported at once while the pool is exhausted', async () => {
	await open({ connections: 1, waits: { connectionMs: LONG_MS } })
	const end = await hold(opened.db)
	const waiting = app.request('/api/health')
	expect((await asBooted.request('/api/health')).status).toBe(200)
	expectComeBack(await waiting)
	await end()
})

describe('statement timeout', () => {
	const lock = async (table: string): Promise<void> => {
		await other.query('begin')
		await other.query(`lock table ${table} in access exclusive mode`)
	}

	it('ends the statement, fails the call with Retry-After, and keeps the connection', async () => {
		await open({ connections: 1, waits: { statementMs: LONG_MS } })
		await lock('users')
		const signIn = () => post('/api/auth/login', { username: 'ann', password: 'a good password' })
		expectComeBack(await signIn())
		expect(entries).toEqual([{ event: 'request failed', code: '57014' }])
		// The database must not keep working on the abandoned statement.
		const working = async () => {
			const { rows } = await other.query(
				"select query from pg_stat_activity where application_name = 'evenhand' and state = 'active' and datname = current_database()",
			)
			return rows
		}
		await expect.poll(working).toEqual([])
		await other.query('rollback')
		expect((await signIn()).status).toBe(401)
	})

	it('rolls back the transaction for a clean retry', async () => {
		await open({ connections: 1, waits: { statementMs: LONG_MS } })
		await lock('audit')
		expectComeBack(await post('/api/auth/register', ANN))
		expect(await opened.db.$count(users)).toBe(0)
		await other.query('rollback')
		expect((await post('/api/auth/register', ANN)).ok).toBe(true)
		expect(await opened.db.$count(users)).toBe(1)
	})
})
