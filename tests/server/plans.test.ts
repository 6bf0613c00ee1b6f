import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { markFeedback } from '#server/services/admin-shared/feedback.ts'
import { MORE_JOURNEYS } from '../support/more-journeys.ts'
import { connectBeside, statementsOf } from '../support/plans.ts'
import { answerAll, replyOf, started } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'
import { begun, guess } from '../support/test-sessions.ts'

const { auth, users, elections, candidates, compareQuizzes, quiz, knowledgeTest, testConfig } =
	endpoints

/** Row count from which a sequential scan in a voter's query is an error. */
const LARGE = 10_000

/** Fills every table that grows with voters or the catalog. */
const FILL = [
	`insert into users (id, username, username_key, email, email_key, password_hash, roles, created_at)
	select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n || '@e.org', 'many' || n || '@e.org', 'none', '{ROLE_USER}', now()
	from generate_series(1, 12000) n`,
	`insert into attempts (id, user_id, compare_quiz_id, election_id, quiz_name, election_name, quiz_type, status, seed, statements, candidates, started_at, completed_at)
	select gen_random_uuid(), u.id, q.id, q.election_id, q.name, 'Many', 'SCALE', 'COMPLETED', 'seed', '[]', '[]', now(), now()
	from users u, (select * from compare_quizzes limit 1) q where u.username like 'many%'`,
	`insert into attempt_events (attempt_id, user_id, key, fingerprint, kind, policy_id, value, applied, at)
	select a.id, a.user_id, a.id::text || n, 'f', 'INTERACT', n::text, 1, true, now() from attempts a, generate_series(1, 5) n`,
	// Housekeeping tallies every minute, so only the latest sessions are untallied.
	`insert into test_sessions (id, configuration_id, candidate1, candidate2, policies, salt, fingerprint, started_at, completed_at, tallied)
	select gen_random_uuid(), c.id, '{}', '{}', '[]', 's', 'f', now(), now(), n <= 11980
	from generate_series(1, 12000) n, (select id from test_configurations limit 1) c`,
	`insert into test_guesses (session_id, policy_id, candidate_id, correct, response_time_ms, at)
	select s.id, n::text, 'c', true, 1000, now() from test_sessions s, generate_series(1, 5) n`,
	// Realistic text length, because the table size decides the query plan.
	`insert into test_feedback (id, session_id, text, submitted_at)
	select gen_random_uuid(), id, repeat('Many words. ', 40), now() - interval '1 hour' - row_number() over () * interval '1 second'
	from test_sessions, generate_series(1, 5)`,
	`insert into audit (action, target, at) select 'user.registered', id::text, now() from users`,
	`insert into rate_limits (key, points, expire) select 'many:' || n, 1, 0 from generate_series(1, 12000) n`,
	`insert into candidates (id, name, created_at)
	select gen_random_uuid(), 'Many ' || n, now() from generate_series(1, 12000) n`,
	`insert into policies (id, candidate_id, text, category, validation_status, created_at)
	select gen_random_uuid(), c.id, 'Many', 'ECONOMY', 'VALIDATED', now()
	from candidates c, generate_series(1, 5) n where c.name like 'Many%'`,
	`insert into positions (id, policy_id, candidate_id, value, quote, status, given_by, created_at)
	select gen_random_uuid(), p.id, other.id, 1, repeat('Many words. ', 10), 'VALIDATED', 'party', now()
	from policies p, (select id from candidates where name like 'Many%' limit 1) other where p.text = 'Many'`,
]

const GROWING = [
	'attempt_events',
	'attempts',
	'audit',
	'candidates',
	'policies',
	'positions',
	'rate_limits',
	'test_feedback',
	'test_guesses',
	'test_sessions',
	'users',
]

interface Plan {
	readonly 'Node Type': string
	readonly 'Relation Name'?: string
	readonly Plans?: readonly Plan[]
}

const readWhole = (plan: Plan): string[] => [
	...(plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : []),
	...(plan.Plans ?? []).flatMap(readWhole),
]

let server: TestServer
let voter: Voter
let admin: Voter
let client: pg.Client
let large: Set<string>

beforeAll(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
	client = await connectBeside(server.db)
	admin = await server.registerVoter('boss', ['ROLE_ADMIN'])
	// The server's connections have a statement timeout of 30 seconds.
	for (const statement of FILL) await client.query(statement)
	await markFeedback(server.db, new Date(), new AbortController().signal)
	await client.query('analyze')
	const sizes = await client.query<{ name: string }>(
		"select relname as name from pg_class where relkind = 'r' and reltuples >= $1",
		[LARGE],
	)
	large = new Set(sizes.rows.map((row) => row.name))
}, 120_000)
afterAll(() => client.end())

const PATHS: Readonly<Record<string, () => Promise<unknown>>> = {
	'sign in': async () => {
		const body = { username: voter.user.username, password: voter.password }
		replyOf(await server.call(auth.login, { body }))
	},
	register: async () => {
		const body = { username: 'fresh', email: 'fresh@example.org', password: 'a good password' }
		replyOf(await server.call(auth.register, { body }))
	},
	'read the profile': async () => replyOf(await voter.call(users.profile, {})),
	'read the active elections': async () => replyOf(await voter.call(elections.active, {})),
	'read an election’s quizzes and candidates': async () => {
		const all = replyOf(await voter.call(elections.active, {}))
		for (const { id } of all) {
			replyOf(await voter.call(compareQuizzes.ofElection, { params: { electionId: id } }))
			replyOf(await voter.call(candidates.ofElection, { params: { electionId: id } }))
		}
	},
	'take a quiz and read its results': async () => {
		const state = await started(voter, 'SCALE')
		await answerAll(voter, state)
		const params = { attemptId: state.attemptId }
		replyOf(await voter.call(quiz.complete, { params }))
		replyOf(await voter.call(quiz.results, { params }))
		replyOf(await voter.call(quiz.history, {}))
	},
	'take the knowledge test and say something': async () => {
		replyOf(await server.call(testConfig.active, {}))
		const session = await begun(server)
		for (let index = 0; index < 3; index++) await guess(server, session, index)
		const { sessionId } = session
		replyOf(await server.call(knowledgeTest.complete, { body: { sessionId } }))
		replyOf(await server.call(knowledgeTest.results, { params: { sessionId } }))
		const body = { sessionId, feedbackText: 'Good.' }
		replyOf(await server.call(knowledgeTest.feedback, { body }))
	},
}

describe('query plans', () => {
	it.each(Object.keys({ ...PATHS, ...MORE_JOURNEYS }))(
		'avoid sequential scans of large tables to %s',
		async (name) => {
			expect([...large].toSorted()).toEqual(GROWING)
			const work = PATHS[name] ?? (() => MORE_JOURNEYS[name]?.({ server, voter, admin }))
			const asked = await statementsOf(async () => work())
			const planned = asked.filter(({ text }) => /^\s*(?:select|update|delete|with)\b/i.test(text))
			expect(planned.length).toBeGreaterThan(0)
			const bad = new Set<string>()
			for (const { text, values } of planned) {
				const { rows } = await client.query(`explain (format json) ${text}`, [...values])
				const [{ Plan: plan }] = rows[0]['QUERY PLAN']
				for (const table of readWhole(plan)) if (large.has(table)) bad.add(`${table}: ${text}`)
			}
			expect([...bad]).toEqual([])
		},
	)
})
