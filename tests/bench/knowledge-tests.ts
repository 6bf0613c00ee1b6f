import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import type { Db } from '#server/db/open.ts'
import { candidates, testConfigurations } from '#server/db/schema.ts'

export interface TestSize {
	readonly sessions: number
	readonly guessesEach: number
}

export interface TestedPair {
	readonly configurationId: string
	readonly names: readonly [string, string]
}

/** Sessions per statement. */
const BATCH = 100_000
const POLICIES = 20

const QUOTED = (values: readonly string[]) =>
	sql.raw(values.map((value) => `'${value}'`).join(', '))

/** A reproducible but unordered id. */
const idOf = (n: SQL): SQL => sql`md5('session ' || ${n})::uuid`
const N = sql.raw('n')

const policiesJson = (): string =>
	JSON.stringify(
		Array.from({ length: POLICIES }, (_, index) => ({
			policyId: `policy ${index + 1}`,
			text: `Statement number ${index + 1} is about as long as what candidates promise to do once they are elected`,
			candidateId: index % 2 === 0 ? 'one' : 'two',
		})),
	)

const candidateJson = (id: string, name: string) => JSON.stringify({ id, name, logo: null })

const writeSessions = (
	from: number,
	to: number,
	{ configurationId, names }: TestedPair,
	now: Date,
) =>
	sql`
		insert into test_sessions (id, configuration_id, candidate1, candidate2, policies, salt, fingerprint,
			started_at, completed_at, age, gender)
		select ${idOf(N)}, ${configurationId}::uuid, ${candidateJson('one', names[0])}::jsonb,
			${candidateJson('two', names[1])}::jsonb, ${policiesJson()}::jsonb, 'salt', 'fingerprint',
			${now.toISOString()}::timestamptz - n * interval '1 second',
			${now.toISOString()}::timestamptz - n * interval '1 second',
			(array[null, ${QUOTED(TEST_AGES)}])[1 + n % 7], (array[null, ${QUOTED(TEST_GENDERS)}])[1 + n / 7 % 4]
		from generate_series(${from}::int, ${to}::int) as n`

/** Policies differ in difficulty, and voters in knowledge. */
const writeGuesses = (from: number, to: number, guessesEach: number, now: Date) => sql`
	insert into test_guesses (session_id, policy_id, candidate_id, correct, response_time_ms, key, at)
	select ${idOf(N)}, 'policy ' || 1 + (n + k) % ${POLICIES}, 'one', (n * 31 + k * 17) % 23 > (n + k) % ${POLICIES},
		1000 + n % 2000, null, ${now.toISOString()}::timestamptz
	from generate_series(${from}::int, ${to}::int) as n, generate_series(1, ${guessesEach}::int) as k`

/** Higher numbers are older. All are at least ten minutes old. */
const writeFeedback = (from: number, to: number, now: Date) => sql`
	insert into test_feedback (id, session_id, text, submitted_at)
	select md5('feedback ' || n)::uuid, ${idOf(N)},
		'Feedback ' || n || ', which says, at some length, what somebody thought of the test and of its questions.',
		${now.toISOString()}::timestamptz - (600 + n) * interval '1 second'
	from generate_series(${from}::int, ${to}::int) as n`

/** Runs statements without a timeout and without triggers, because the references are known to be valid. */
const atLength = (db: Db, statements: readonly SQL[]): Promise<void> =>
	db.transaction(async (tx) => {
		await tx.execute(sql`set local statement_timeout = 0`)
		await tx.execute(sql`set local session_replication_role = replica`)
		for (const statement of statements) await tx.execute(statement)
	})

const DROP_INDICES = [
	sql`alter table test_guesses drop constraint test_guesses_session_id_policy_id_pk`,
	sql`drop index test_guesses_key`,
]
const MAKE_INDICES = [
	sql`alter table test_guesses add constraint test_guesses_session_id_policy_id_pk primary key (session_id, policy_id)`,
	sql`create unique index test_guesses_key on test_guesses (session_id, key)`,
]

/** Creates the pair of the sessions. */
export const writePair = async (db: Db, now: Date): Promise<TestedPair> => {
	const configurationId = randomUUID()
	const names = ['Ann Example', 'Bob Sample'] as const
	const ids = [randomUUID(), randomUUID()] as const
	await db
		.insert(candidates)
		.values(names.map((name, at) => ({ id: ids[at] ?? '', name, createdAt: now })))
	await db
		.insert(testConfigurations)
		.values({ id: configurationId, candidate1Id: ids[0], candidate2Id: ids[1], createdAt: now })
	return { configurationId, names }
}

/** Fills a database with completed sessions, their guesses, and feedback. */
export const writeTests = async (
	db: Db,
	{ sessions, guessesEach }: TestSize,
	pair: TestedPair,
	now: Date,
): Promise<void> => {
	const isLarge = sessions > BATCH
	// Rebuilding an index of ten million rows is much faster than updating it.
	if (isLarge) await atLength(db, DROP_INDICES)
	for (let from = 1; from <= sessions; from += BATCH) {
		const to = Math.min(from + BATCH - 1, sessions)
		await atLength(db, [writeSessions(from, to, pair, now)])
		await atLength(db, [writeGuesses(from, to, guessesEach, now)])
		await atLength(db, [writeFeedback(from, to, now)])
	}
	if (isLarge) await atLength(db, MAKE_INDICES)
	await db.execute(sql`analyze`)
}
