import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { endpoints } from '#contract/table.ts'
import { type Call, createClient } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { freePort } from '../support/free-port.ts'
import { startCluster } from '../support/postgres.ts'
import { child, run, setUpProgram } from '../support/program.ts'
import { answerTo } from '../support/quizzes.ts'

const { auth, elections, compareQuizzes, quiz } = endpoints

setUpProgram()

let cluster: Awaited<ReturnType<typeof startCluster>>
let origin: string
/** What the processes have said. */
let said: { readonly output: string }
beforeEach(async () => {
	cluster = await startCluster()
	const program = run(
		{
			DATABASE_URL: cluster.url,
			SAMPLE_DATA: 'sample',
			PORT: String(await freePort()),
			// More than the voters who take a quiz here have under way, and fewer than a crowd.
			MOST_AT_ONCE: '20',
			DATABASE_POOL: '4',
		},
		['src/server/main.ts', '--workers', '2'],
	)
	const [, url = ''] = await program.until(/ready at (http:\/\/127\.0\.0\.1:\d+)\n/)
	origin = url
	said = program.result
}, 120_000)
afterEach(async () => {
	const ended = new Promise((resolve) => child.once('exit', resolve))
	// Its workers end with it; how they stop when they are asked to is another test's.
	child.kill('SIGKILL')
	if (child.exitCode === null) await ended
	await cluster.stop()
})

/** Whether the same call may succeed later: no answer, or one that says so. */
const isPassing = (reply: Awaited<ReturnType<Call>>): boolean =>
	!reply.ok &&
	(reply.error.kind !== 'problem' || [409, 429, 500, 502, 503].includes(reply.error.status))

/** A device: makes each call under one key until it has an answer, as the app's queue does. */
const deviceOf = (token: string | null) => {
	const call = createClient({ baseUrl: `${origin}/api`, fetch, token: () => token })
	return async <Row extends Endpoint>(row: Row, input: CallInput<Row>): Promise<Reply<Row>> => {
		const idempotencyKey = randomUUID()
		for (let tries = 0; tries < 600; tries++) {
			const reply = await call(row, input, { idempotencyKey, timeoutMs: 5000 })
			if (reply.ok) return reply.value
			if (!isPassing(reply)) throw new Error(`refused: ${JSON.stringify(reply.error)}`)
			await sleep(50)
		}
		throw new Error('there was no answer')
	}
}

/** How many answers have been acknowledged. */
let acknowledged = 0

/** Registers a voter, who begins a quiz. */
const voterBeginsQuiz = async (number: number) => {
	const username = `voter${number}`
	const { token } = await deviceOf(null)(auth.register, {
		body: { username, email: `${username}@example.org`, password: 'a good password' },
	})
	const send = deviceOf(token)
	const found = (await send(elections.active, {})).find(({ name }) => name.includes('1912'))
	const params = { electionId: found?.id ?? '' }
	const quizzes = await send(compareQuizzes.ofElection, { params })
	const { id: compareQuizId = '' } = quizzes.find(({ quizType }) => quizType === 'SCALE') ?? {}
	return { token, send, state: await send(quiz.start, { params: { compareQuizId } }) }
}

/** A voter takes a whole quiz. @returns what they were told in the end, and what they had answered. */
const voterTakesQuiz = async (number: number) => {
	const { send, state } = await voterBeginsQuiz(number)
	const answers = new Map<string, number>()
	for (const [index, { id }] of state.allPolicies.entries()) {
		const answer = answerTo(state, index)
		answers.set(id, (index % 5) - 2)
		await send(quiz.interact, answer)
		acknowledged++
	}
	const attempt = { params: { attemptId: state.quizAttemptId ?? '' } }
	await send(quiz.complete, attempt)
	return {
		answers,
		attemptId: attempt.params.attemptId,
		results: await send(quiz.results, attempt),
	}
}

/** Asks the database something, past the server. */
const ask = async (statement: string, values: readonly unknown[] = []) => {
	const client = new pg.Client({ connectionString: cluster.url })
	await client.connect()
	try {
		return await client.query(statement, [...values])
	} finally {
		await client.end()
	}
}

/** What the database holds of an attempt: how often each statement was answered, and with what. */
const eventsOf = async (attemptId: string) => {
	const { rows } = await ask(
		'select kind, policy_id, value from attempt_events where attempt_id = $1 and applied',
		[attemptId],
	)
	return rows as { kind: string; policy_id: string; value: number }[]
}

/** One of the workers; undefined while there is none. */
const someWorker = (): number | undefined => {
	const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], {
		encoding: 'utf8',
	})
	const line = listed.split('\n').find((each) => each.includes('main.ts'))
	return line === undefined ? undefined : Number.parseInt(line, 10)
}

/** Cuts every connection that the server has. */
const cutConnections = async (): Promise<boolean> => {
	const { rowCount } = await ask(
		"select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'evenhand'",
	)
	return rowCount !== null && rowCount > 0
}

/**
 * Has every commit wait, or go on: as on a disk that takes what is read from it and does not come back from a sync. It
 * waits for the word of a second server, which there is none of; so what it wrote is there already, and not acknowledged.
 */
const holdCommits = async (held: boolean): Promise<void> => {
	await ask(`alter system set synchronous_standby_names = '${held ? 'nobody' : ''}'`)
	await ask('select pg_reload_conf()')
}

/** How many commits wait. */
const countHeld = async (): Promise<number> => {
	const { rows } = await ask(
		"select count(*)::int as held from pg_stat_activity where wait_event = 'SyncRep'",
	)
	return rows[0].held
}

/** Asks again until it is so. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
	for (let tries = 0; tries < 1000; tries++) {
		if (await isSo()) return
		await sleep(20)
	}
	throw new Error('it never came about')
}

const VOTERS = 12
/** After so many answers of them all a fault strikes. */
const STRIKES = [40, 120, 200]

/** Each says whether it hit anything. */
const FAULTS: Readonly<Record<string, () => Promise<boolean>>> = {
	'a worker is killed': async () => {
		const worker = someWorker()
		return worker !== undefined && process.kill(worker, 'SIGKILL')
	},
	'every connection to the database is cut': cutConnections,
	'the disk stands still for a while': async () => {
		await holdCommits(true)
		try {
			await until(async () => (await countHeld()) > 0)
			await sleep(1000)
		} finally {
			await holdCommits(false)
		}
		return true
	},
	'the database crashes and comes back': async () => {
		await cluster.crash()
		return true
	},
}

describe('with two processes on one PostgreSQL, each answer takes effect once and none is missing', () => {
	it.each(Object.keys(FAULTS))(
		'although %s, three times in the middle of it',
		async (name) => {
			acknowledged = 0
			const voting = Promise.all(
				Array.from({ length: VOTERS }, (_, number) => voterTakesQuiz(number)),
			)
			let hits = 0
			const striking = async () => {
				for (const at of STRIKES) {
					for (let tries = 0; acknowledged < at && tries < 12_000; tries++) await sleep(5)
					if (await FAULTS[name]?.()) hits++
				}
			}
			const [taken] = await Promise.all([voting, striking()])
			expect(hits).toBeGreaterThan(0)
			// What a database does ends no process of ours: only a kill does.
			expect(said.output.includes('"event":"worker ended"')).toBe(name === 'a worker is killed')
			expect(acknowledged).toBeGreaterThan(STRIKES.at(-1) ?? 0)
			for (const { answers, attemptId, results } of taken) {
				const events = await eventsOf(attemptId)
				const told = events.filter(({ kind }) => kind === 'INTERACT')
				expect(told).toHaveLength(answers.size)
				expect(new Map(told.map(({ policy_id, value }) => [policy_id, value]))).toEqual(answers)
				expect(events.filter(({ kind }) => kind === 'START')).toHaveLength(1)
				expect(events.filter(({ kind }) => kind === 'COMPLETE')).toHaveLength(1)
				expect(results.candidates.length).toBeGreaterThan(1)
			}
		},
		180_000,
	)
})

/** A voter who has begun a quiz, and a call for each answer: with the same key however often it is made. */
const answersOf = async (number: number) => {
	const { token, state } = await voterBeginsQuiz(number)
	const call = createClient({ baseUrl: `${origin}/api`, fetch, token: () => token })
	const calls = state.allPolicies.slice(0, 10).map((_, index) => {
		const [answer, idempotencyKey] = [answerTo(state, index), randomUUID()]
		// Short: it gives up while the server still waits, which then goes through with it unheard.
		return () => call(quiz.interact, answer, { idempotencyKey, timeoutMs: 2000 })
	})
	return { attemptId: state.quizAttemptId ?? '', calls }
}

/** A reply from whichever of the processes takes the next connection. */
const fetchAnew = (path: string) => fetch(`${origin}${path}`, { headers: { connection: 'close' } })

describe('while no commit comes back from the disk', () => {
	it('files and liveness are answered, a crowd is told to come back, and in the end each answer is there once', async () => {
		const voters = await Promise.all(Array.from({ length: 8 }, (_, number) => answersOf(number)))
		const calls = voters.flatMap((voter) => voter.calls)
		await holdCommits(true)
		const failures: Failure[] = []
		const crowd = calls.map(async (make) => {
			const reply = await make()
			if (!reply.ok) failures.push(reply.error)
			return reply.ok
		})
		try {
			await until(async () => failures.length > 0 && (await countHeld()) > 0)
			expect(failures[0]).toMatchObject({ status: 503, retryAfterMs: 2000 })
			// Were they to wait for the database, this would never end: nothing lets go of it before.
			for (let call = 0; call < 10; call++) {
				expect((await fetchAnew('/styles.css')).status).toBe(200)
				expect((await fetchAnew('/api/health/live')).status).toBe(200)
			}
			expect(await countHeld()).toBeGreaterThan(0)
			await until(() => failures.some(({ kind }) => kind === 'timeout'))
		} finally {
			await holdCommits(false)
		}
		const told = await Promise.all(crowd)
		for (const [index, make] of calls.entries()) {
			if (told[index]) continue
			await until(async () => (await make()).ok)
		}
		for (const { attemptId, calls: answered } of voters) {
			const events = (await eventsOf(attemptId)).filter(({ kind }) => kind === 'INTERACT')
			expect(events).toHaveLength(answered.length)
			expect(new Set(events.map(({ policy_id }) => policy_id)).size).toBe(answered.length)
		}
	}, 180_000)
})
