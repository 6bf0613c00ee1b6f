import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { eventsOf, JOURNEYS, voterBegins } from '../../support/fault-journeys.ts'
import { freePort } from '../../support/free-port.ts'
import { makeDatabase, startCluster } from '../../support/postgres.ts'
import { child, run, SERVER, setUpProgram } from '../../support/program.ts'
import { answerTo } from '../../support/quizzes.ts'

const { quiz } = endpoints

setUpProgram(beforeAll, afterAll)

let cluster: Awaited<ReturnType<typeof startCluster>>
let url: string
let origin: string
let serverResult: { readonly output: string }
beforeAll(async () => {
	cluster = await startCluster()
	url = await makeDatabase(cluster.url)
	const program = run(
		{
			DATABASE_URL: url,
			SAMPLE_DATA: 'sample',
			PORT: String(await freePort()),
			// More than the voters of this test have in flight, and fewer than a crowd.
			MOST_AT_ONCE: '20',
			DATABASE_POOL: '4',
		},
		[SERVER, '--workers', '2'],
	)
	const [, ready = ''] = await program.until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
	origin = ready
	serverResult = program.result
}, 120_000)
afterAll(async () => {
	const ended = new Promise((resolve) => child.once('exit', resolve))
	// The workers end with it; another test covers the graceful shutdown.
	child.kill('SIGKILL')
	if (child.exitCode === null) await ended
	await cluster.stop()
})

/** Number of the next voter. */
let nextVoter = 0
let acknowledged = 0

/** Queries the database directly. */
const ask = async (statement: string, values: readonly unknown[] = []): Promise<pg.QueryResult> => {
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		return await client.query(statement, [...values])
	} finally {
		await client.end()
	}
}

/** Returns a worker's process id, or undefined if there is none. */
const someWorker = (): number | undefined => {
	const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], {
		encoding: 'utf8',
	})
	const line = listed.split('\n').find((each) => each.includes(SERVER))
	return line === undefined ? undefined : Number.parseInt(line, 10)
}

const cutConnections = async (): Promise<boolean> => {
	const { rowCount } = await ask(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'evenhand'",
	)
	return rowCount !== null && rowCount > 0
}

/**
 * Blocks or releases all commits, like a disk that hangs on sync: they wait for a missing synchronous standby, so
 * their data is written but not acknowledged.
 */
const blockCommits = async (blocked: boolean): Promise<void> => {
	await ask(`alter system set synchronous_standby_names = '${blocked ? 'nobody' : ''}'`)
	await ask('select pg_reload_conf()')
}

const countBlocked = async (): Promise<number> => {
	const { rows } = await ask(
		"select count(*)::int as blocked from pg_stat_activity where wait_event = 'SyncRep'",
	)
	return rows[0].blocked
}

const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
	for (let tries = 0; tries < 1000; tries++) {
		if (await isSo()) return
		await sleep(20)
	}
	throw new Error('it never came about')
}

const VISITORS = 16
/** Total entries after which a fault strikes. */
const STRIKES = [40, 120, 200]

/** Faults, each returning true if it hit anything. */
const FAULTS: Readonly<Record<string, () => Promise<boolean>>> = {
	'a worker is killed': async () => {
		const worker = someWorker()
		return worker !== undefined && process.kill(worker, 'SIGKILL')
	},
	'every connection to the database is cut': cutConnections,
	'the disk hangs for a while': async () => {
		await blockCommits(true)
		try {
			await until(async () => (await countBlocked()) > 0)
			await sleep(300)
		} finally {
			await blockCommits(false)
		}
		return true
	},
	'the database crashes and comes back': async () => {
		await cluster.crash()
		return true
	},
}

/** Number of the four journeys that create one row of each table. */
const MAKING = { attempts: 3, test_sessions: 1, test_feedback: 1 }

const countRows = async (table: string): Promise<number> => {
	const { rows } = await ask(`select count(*)::int as rows from ${table}`)
	return rows[0].rows
}

describe('two processes on one PostgreSQL', () => {
	it.each(Object.keys(FAULTS))(
		'apply each entry exactly once although %s three times',
		async (name) => {
			acknowledged = 0
			const printed = serverResult.output.length
			const before = await Promise.all(Object.keys(MAKING).map(countRows))
			const visitors = Array.from({ length: VISITORS }, async () => {
				const number = nextVoter++
				const journey = JOURNEYS[number % JOURNEYS.length] as (typeof JOURNEYS)[number]
				return journey({
					origin,
					number,
					ask,
					acknowledged: (entries) => (acknowledged += entries),
				})
			})
			const visiting = Promise.all(visitors)
			let hits = 0
			const striking = async () => {
				for (const at of STRIKES) {
					for (let tries = 0; acknowledged < at && tries < 12_000; tries++) await sleep(5)
					if (await FAULTS[name]?.()) hits++
				}
			}
			const [visited] = await Promise.all([visiting, striking()])
			expect(hits).toBeGreaterThan(0)
			// A database fault must not end a server process; only a kill does.
			expect(serverResult.output.includes('"event":"worker ended"', printed)).toBe(
				name === 'a worker is killed',
			)
			expect(acknowledged).toBeGreaterThan(STRIKES.at(-1) ?? 0)
			for (const compare of visited) await compare()
			// No extra rows, such as from a repeated start.
			for (const [index, [table, journeys]] of Object.entries(MAKING).entries()) {
				const made = (await countRows(table)) - (before[index] ?? 0)
				expect(made, table).toBe(journeys * (VISITORS / JOURNEYS.length))
			}
		},
		180_000,
	)
})

/** Starts a quiz for a voter. @returns a call per answer that keeps its idempotency key when repeated. */
const answersOf = async (number: number) => {
	const { token, state, params } = await voterBegins(origin, number)
	const call = createClient({ baseUrl: `${origin}/api`, fetch, token: () => token })
	const calls = state.allPolicies.slice(0, 10).map((_, index) => {
		const [answer, idempotencyKey] = [answerTo(state, index), randomUUID()]
		// Shorter than the server's wait, so the client misses replies of calls that succeed later.
		return () => call(quiz.interact, answer, { idempotencyKey, timeoutMs: 1000 })
	})
	return { ...params, calls }
}

/** Fetches on a new connection, which any process may accept. */
const fetchOnNewConnection = (path: string) =>
	fetch(`${origin}${path}`, { headers: { connection: 'close' } })

describe('blocked commits', () => {
	it('keep files and liveness available, shed load, and apply each answer once', async () => {
		const voters = await Promise.all(Array.from({ length: 8 }, () => answersOf(nextVoter++)))
		const calls = voters.flatMap((voter) => voter.calls)
		await blockCommits(true)
		const failures: Failure[] = []
		const crowd = calls.map(async (make) => {
			const reply = await make()
			if (!reply.ok) failures.push(reply.error)
			return reply.ok
		})
		try {
			await until(async () => failures.length > 0 && (await countBlocked()) > 0)
			expect(failures[0]).toMatchObject({ status: 503, retryAfterMs: expect.any(Number) })
			// If these waited for the database, they would never be answered.
			for (let call = 0; call < 10; call++) {
				expect((await fetchOnNewConnection('/robots.txt')).status).toBe(200)
				expect((await fetchOnNewConnection('/api/health/live')).status).toBe(200)
			}
			expect(await countBlocked()).toBeGreaterThan(0)
			await until(() => failures.some(({ kind }) => kind === 'timeout'))
		} finally {
			await blockCommits(false)
		}
		const successes = await Promise.all(crowd)
		for (const [index, make] of calls.entries()) {
			if (successes[index]) continue
			await until(async () => (await make()).ok)
		}
		for (const { attemptId, calls: answered } of voters) {
			const events = (await eventsOf(ask, attemptId)).filter(({ kind }) => kind === 'INTERACT')
			expect(events).toHaveLength(answered.length)
			expect(new Set(events.map(({ policy_id }) => policy_id)).size).toBe(answered.length)
		}
	}, 180_000)
})
