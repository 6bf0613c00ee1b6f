import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { boot } from '#server/boot.ts'
import { readConfig } from '#server/config.ts'
import { type Db, openDb } from '#server/db/open.ts'
import { passwordResets, rateLimits, testFeedback, testSessions } from '#server/db/schema.ts'
import { startJobs } from '#server/jobs.ts'
import type { Log } from '#server/log.ts'
import { purgeUnused } from '#server/services/knowledge-test/purge.ts'
import { newDatabase } from '../support/database.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { begun, guess } from '../support/test-sessions.ts'

const DAY_MS = 86_400_000

let server: TestServer
let logged: string[]
const log: Log = (level, event) => {
	logged.push(`${level} ${event}`)
}
beforeEach(async () => {
	logged = []
	server = await createTestServer({ sample: true, log })
})
afterEach(() => {
	vi.useRealTimers()
})

const inDays = (days: number): Date => new Date(server.clock.now.getTime() + days * DAY_MS)
const ids = async (db: Db): Promise<string[]> =>
	(await db.select({ id: testSessions.id }).from(testSessions)).map(({ id }) => id)

describe('purge of unused sessions', () => {
	it('deletes only sessions without guesses after thirty days', async () => {
		const [unused, guessed, completed] = [
			await begun(server),
			await begun(server),
			await begun(server),
		]
		await guess(server, guessed, 0)
		await guess(server, completed, 0)
		await server.call(endpoints.knowledgeTest.complete, {
			body: { sessionId: completed.sessionId },
		})
		expect(await purgeUnused(server.db, inDays(365))).toBe(1)
		const left = await ids(server.db)
		expect(left.toSorted()).toEqual([guessed.sessionId, completed.sessionId].toSorted())
		expect(left).not.toContain(unused.sessionId)
	})

	it('keeps a session with feedback but no guesses', async () => {
		await begun(server)
		const session = await begun(server)
		const body = { sessionId: session.sessionId, feedbackText: 'I only came to say this.' }
		expect(await server.call(endpoints.knowledgeTest.feedback, { body })).toMatchObject({
			ok: true,
		})
		expect(await purgeUnused(server.db, inDays(365))).toBe(1)
		expect(await ids(server.db)).toEqual([session.sessionId])
		const stored = await server.db.select({ text: testFeedback.text }).from(testFeedback)
		expect(stored).toEqual([{ text: 'I only came to say this.' }])
	})

	// A phone may be offline until then.
	it('waits until the thirtieth day has ended', async () => {
		await begun(server)
		expect(await purgeUnused(server.db, inDays(29))).toBe(0)
		expect(await purgeUnused(server.db, inDays(30))).toBe(0)
		expect(await purgeUnused(server.db, new Date(inDays(30).getTime() + 1))).toBe(1)
	})
})

describe('housekeeping', () => {
	const deps = (now: Date) => ({ db: server.db, clock: () => now, log })

	/** Starts the jobs and a last one behind them. @returns a wait for its nth run, and a stop function. */
	const startWithLast = (world: Parameters<typeof startJobs>[0]) => {
		let times = 0
		const last = { name: 'the last', everyMs: DAY_MS, run: async () => times++ }
		const stop = startJobs(world, [last])
		return { stop, done: (count: number) => vi.waitUntil(() => times >= count, 30_000) }
	}

	const runOnce = async (now: Date): Promise<void> => {
		const { stop, done } = startWithLast(deps(now))
		await done(1)
		await stop()
	}

	it('runs at the start', async () => {
		await begun(server)
		await server.db.insert(rateLimits).values({ key: 'old', points: 1, expire: 1 })
		await runOnce(inDays(31))
		expect(await ids(server.db)).toEqual([])
		expect((await server.db.select().from(rateLimits)).map(({ key }) => key)).not.toContain('old')
		expect(logged).toEqual([])
	})

	it('deletes only expired password resets', async () => {
		const { user } = await server.registerVoter()
		const { call } = server
		await call(endpoints.auth.forgotPassword, { body: { email: user.email ?? '' } })
		await call(endpoints.auth.forgotPassword, { body: { email: 'nobody@example.org' } })
		await server.links.settled()
		const halfAnHour = new Date(server.clock.now.getTime() + 1_800_000)
		await runOnce(halfAnHour)
		expect(await server.db.$count(passwordResets)).toBe(2)
		await runOnce(new Date(halfAnHour.getTime() + 1))
		expect(await server.db.$count(passwordResets)).toBe(0)
		expect(logged).toEqual(['info password reset link'])
	})

	it('runs again after a day until it is stopped', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		let now = server.clock.now
		const { stop, done } = startWithLast({ db: server.db, clock: () => now, log })
		await begun(server)
		await done(1)
		now = inDays(31)
		vi.advanceTimersByTime(DAY_MS)
		await done(2)
		await stop()
		expect(await ids(server.db)).toEqual([])
		expect(vi.getTimerCount()).toBe(0)
	})

	it('tallies completed sessions at the start and every minute', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		const complete = async () => {
			const session = await begun(server)
			await guess(server, session, 0)
			const body = { sessionId: session.sessionId }
			await server.call(endpoints.knowledgeTest.complete, { body })
		}
		const waiting = () => server.db.$count(testSessions, sql`not tallied`)
		await complete()
		const { stop, done } = startWithLast(deps(server.clock.now))
		await done(1)
		expect(await waiting()).toBe(0)
		await complete()
		expect(await waiting()).toBe(1)
		// Runs that become due while one waits are coalesced.
		vi.advanceTimersByTime(10 * 60_000)
		await vi.waitUntil(async () => (await waiting()) === 0)
		await stop()
		expect(logged).toEqual([])
	})

	let stop: () => Promise<void>

	it('finishes the running job on stop and starts no other', async () => {
		const did: string[] = []
		let end = (): void => undefined
		const gate = new Promise<void>((resolve) => {
			end = resolve
		})
		const begun = new Promise<void>((begins) => {
			const long = async () => {
				begins()
				await gate
				did.push('long')
			}
			const jobs = [
				{ name: 'long', everyMs: DAY_MS, run: long },
				{ name: 'next', everyMs: DAY_MS, run: async () => did.push('next') },
			]
			stop = startJobs(deps(server.clock.now), jobs)
		})
		await begun
		const stopped = stop()
		end()
		await stopped
		expect(did).toEqual(['long'])
	})

	it('logs a failed job and continues with the others', async () => {
		await server.db.execute(sql`alter table test_guesses rename to away`)
		await server.db.insert(rateLimits).values({ key: 'old', points: 1, expire: 1 })
		try {
			await runOnce(inDays(31))
		} finally {
			await server.db.execute(sql`alter table away rename to test_guesses`)
		}
		// Two jobs read guesses.
		expect(logged).toEqual(['warn housekeeping failed', 'warn housekeeping failed'])
		expect(await server.db.$count(rateLimits)).toBe(0)
	})

	it('runs at every server start', async () => {
		const dataDir = mkdtempSync(join(tmpdir(), 'evenhand-jobs-'))
		const database = await newDatabase()
		const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'none', ADMIN_PASSWORD: 'chosen' }
		const config = readConfig({ ...env, ...database })
		const start = async () => (await boot(config, () => undefined)).close()
		const look = async (work: (db: Db) => Promise<void>) => {
			const { DATABASE_URL: url = '' } = database
			const opened = await openDb({ kind: 'postgres', url }, () => undefined)
			await opened.prepare(work)
			await opened.close()
		}
		const row = {
			id: crypto.randomUUID(),
			candidate1: { id: 'a', name: 'A', logo: null },
			candidate2: { id: 'b', name: 'B', logo: null },
			policies: [],
			salt: '',
			fingerprint: '',
			startedAt: new Date(Date.now() - 31 * DAY_MS),
		}
		await look(async (db) => {
			await db.insert(testSessions).values(row)
		})
		await start()
		await look(async (db) => {
			expect(await ids(db)).toEqual([])
		})
		rmSync(dataDir, { recursive: true })
	})
})
