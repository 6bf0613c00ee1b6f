import { type SQL, sql } from 'drizzle-orm'
import type { testManagement } from '#contract/admin/knowledge-test.ts'
import type { Sent } from '#contract/endpoint.ts'
import { groupsToTell } from '#domain/knowledge-test.ts'
import { HARDEST_POLICIES, SMALLEST_GROUP, TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import { atOneMoment, LOCKS, rowsOf } from '../../db/sql.ts'
import { createYield } from '../../util.ts'
import { getConfiguration } from './configurations.ts'

/** Stored tallies and pending sessions use the same SQL, so that figures do not depend on tallying. */

const untalliedOf = (configurationId: string): SQL => sql`(
	select id, configuration_id, age, gender, started_at from test_sessions
	where configuration_id = ${configurationId} and completed_at is not null and not tallied)`

/** Bucket of ten percent, in integer arithmetic; borders belong to the lower bucket. */
const BUCKET = sql`greatest(1, (10 * right_guesses + guesses - 1) / guesses)`

/** Rows of `test_tallies`. @param sessions relation with the columns of {@link untalliedOf}. */
const talliesOf = (sessions: SQL): SQL => sql`
	select configuration_id, age, gender, ${BUCKET} as bucket, count(*) as sessions,
		sum(100.0 * right_guesses / guesses) as accuracy, sum(response_time_ms) as response_time_ms,
		sum(timed_guesses) as timed_guesses
	from (
		select session.configuration_id, coalesce(session.age, '') as age, coalesce(session.gender, '') as gender,
			count(*) filter (where guess.correct) as right_guesses, count(*) as guesses,
			sum(guess.response_time_ms) as response_time_ms,
			-- 0 stands where no timer ran: it took some time all the same.
			count(*) filter (where guess.response_time_ms > 0) as timed_guesses
		from ${sessions} as session join test_guesses as guess on guess.session_id = session.id
		group by session.id, session.configuration_id, session.age, session.gender
	) as scored
	group by 1, 2, 3, 4`

/** Rows of `test_policy_tallies`. @param sessions relation with the columns of {@link untalliedOf}. */
const policyTalliesOf = (sessions: SQL): SQL => sql`
	select guessed.configuration_id, guessed.policy_id, asked.policy ->> 'text' as text,
		case asked.policy ->> 'candidateId'
			when latest.candidate1 ->> 'id' then latest.candidate1 ->> 'name'
			when latest.candidate2 ->> 'id' then latest.candidate2 ->> 'name'
		end as candidate_name,
		latest.started_at as asked_at, guessed.guesses, guessed.wrong_guesses
	from (
		select session.configuration_id, guess.policy_id, count(*) as guesses,
			count(*) filter (where not guess.correct) as wrong_guesses,
			(array_agg(session.id order by session.started_at desc, session.id desc))[1] as session_id
		from ${sessions} as session join test_guesses as guess on guess.session_id = session.id
		group by 1, 2
	) as guessed
	join test_sessions as latest on latest.id = guessed.session_id
	cross join lateral (
		select policy from jsonb_array_elements(latest.policies) as policy
		where policy ->> 'policyId' = guessed.policy_id limit 1
	) as asked`

type Analytics = Sent<(typeof testManagement)['analytics']>

const BUCKETS = Array.from({ length: 10 }, (_, index) => ({
	label: index === 0 ? '0-10' : `${index * 10 + 1}-${index * 10 + 10}`,
	bucket: index + 1,
}))

/** Sums of all sessions, or of one bucket, age or gender; the other two are then null. */
interface Sums {
	readonly bucket: number | null
	readonly age: string | null
	readonly gender: string | null
	readonly tests: number
	readonly accuracy: number
	readonly time: number
	readonly timed: number
}

const bothOf = (table: 'test_tallies' | 'test_policy_tallies', columns: SQL, id: string): SQL => {
	const live = (table === 'test_tallies' ? talliesOf : policyTalliesOf)(untalliedOf(id))
	return sql`(
		select ${columns} from ${sql.identifier(table)} where configuration_id = ${id}
		union all select ${columns} from (${live}) as live
	) as tally`
}

const TALLY_COLUMNS = sql.raw(
	'bucket, age, gender, sessions, accuracy, response_time_ms, timed_guesses',
)

const readSums = (db: Db, id: string): Promise<Sums[]> =>
	rowsOf(
		db,
		sql`
			select bucket::int, age, gender, coalesce(sum(sessions), 0)::float8 as tests, sum(accuracy)::float8 as accuracy,
				sum(response_time_ms)::float8 as time, sum(timed_guesses)::float8 as timed
			from ${bothOf('test_tallies', TALLY_COLUMNS, id)}
			group by grouping sets ((), (bucket), (age), (gender))`,
	)

const POLICY_COLUMNS = sql.raw('policy_id, text, candidate_name, asked_at, guesses, wrong_guesses')

const latest = (column: string): SQL =>
	sql`(array_agg(${sql.identifier(column)} order by asked_at desc, text desc))[1]`

const readHardest = (db: Db, id: string): Promise<NonNullable<Analytics['hardestPolicies']>> =>
	rowsOf(
		db,
		sql`
			select * from (
				select policy_id as "policyId", ${latest('text')} as text,
					${latest('candidate_name')} as "candidateName", sum(guesses)::float8 as guesses,
					sum(wrong_guesses)::float8 as "wrongGuesses"
				from ${bothOf('test_policy_tallies', POLICY_COLUMNS, id)}
				group by policy_id having sum(guesses) >= ${SMALLEST_GROUP}
			) as policy
			order by "wrongGuesses" / guesses desc, guesses desc, text collate "C", "policyId" collate "C"
			limit ${HARDEST_POLICIES}`,
	)

const averageAccuracy = ({ accuracy, tests }: Pick<Sums, 'accuracy' | 'tests'>): number =>
	Math.round((10 * accuracy) / tests) / 10

const groupsBy = (
	kind: 'age' | 'gender',
	names: readonly string[],
	sums: readonly Sums[],
): NonNullable<Analytics['byAge']> => {
	const groups = [...names, ''].flatMap((name) => sums.find((row) => row[kind] === name) ?? [])
	return groupsToTell(groups).map((row) => ({
		group: row[kind] || null,
		tests: row.tests,
		averageAccuracy: averageAccuracy(row),
	}))
}

const distributionOf = (sums: readonly Sums[]): Record<string, number> =>
	Object.fromEntries(
		BUCKETS.map(({ label, bucket }) => [
			label,
			sums.find((row) => row.bucket === bucket)?.tests ?? 0,
		]),
	)

const figuresOf = (sums: readonly Sums[]) => {
	const all = sums.find(({ bucket, age, gender }) => (bucket ?? age ?? gender) === null)
	const any = all !== undefined && all.tests > 0
	return {
		totalTests: any ? all.tests : 0,
		averageAccuracy: any ? averageAccuracy(all) : null,
		averageResponseTimeMs: any && all.timed > 0 ? Math.round(all.time / all.timed) : null,
		accuracyDistribution: distributionOf(sums),
		byAge: groupsBy('age', TEST_AGES, sums),
		byGender: groupsBy('gender', TEST_GENDERS, sums),
	}
}

/** Computes the analytics of a pair. Small groups are not broken down, for privacy. @throws 404. */
export const analyseConfiguration = ({ db }: { readonly db: Db }, id: string): Promise<Analytics> =>
	atOneMoment(db, async (tx) => {
		const pair = await getConfiguration(tx, id)
		const configurationId = String(pair.id)
		return {
			candidate1Name: pair.candidate1Name ?? null,
			candidate2Name: pair.candidate2Name ?? null,
			...figuresOf(await readSums(tx, configurationId)),
			hardestPolicies: await readHardest(tx, configurationId),
		}
	})

/** Sessions per batch. Larger batches would block the embedded database. */
const BATCH = 500

/** Sessions per run that trigger a vacuum of the pending index. PGlite has no autovacuum. */
const MANY = 10_000

interface Place {
	readonly configurationId: string
	readonly id: string
}

interface Batch {
	readonly tallied: number
	readonly last: Place | null
}

const NONE: Batch = { tallied: 0, last: null }

const addTallies = (sessions: SQL): SQL => sql`
	insert into test_tallies
		(configuration_id, age, gender, bucket, sessions, accuracy, response_time_ms, timed_guesses)
	${talliesOf(sessions)}
	on conflict (configuration_id, age, gender, bucket) do update set
		sessions = test_tallies.sessions + excluded.sessions,
		accuracy = test_tallies.accuracy + excluded.accuracy,
		response_time_ms = test_tallies.response_time_ms + excluded.response_time_ms,
		timed_guesses = test_tallies.timed_guesses + excluded.timed_guesses`

const IS_LATER = sql`(excluded.asked_at, excluded.text) > (test_policy_tallies.asked_at, test_policy_tallies.text)`

const addPolicyTallies = (sessions: SQL): SQL => sql`
	insert into test_policy_tallies
		(configuration_id, policy_id, text, candidate_name, asked_at, guesses, wrong_guesses)
	${policyTalliesOf(sessions)}
	on conflict (configuration_id, policy_id) do update set
		guesses = test_policy_tallies.guesses + excluded.guesses,
		wrong_guesses = test_policy_tallies.wrong_guesses + excluded.wrong_guesses,
		text = case when ${IS_LATER} then excluded.text else test_policy_tallies.text end,
		candidate_name = case when ${IS_LATER}
			then excluded.candidate_name else test_policy_tallies.candidate_name end,
		asked_at = greatest(test_policy_tallies.asked_at, excluded.asked_at)`

const isAfter = (place: Place | null): SQL =>
	place === null
		? sql.empty()
		: sql`and (configuration_id, id) > (${place.configurationId}::uuid, ${place.id}::uuid)`

/** Tallies the next batch of pending sessions in a single statement, so that none is counted twice. */
const tallyNext = (after: Place | null): SQL => sql`
	with picked as materialized (
		select id from test_sessions
		where completed_at is not null and not tallied and configuration_id is not null
		${isAfter(after)}
		order by configuration_id, id limit ${BATCH} for update skip locked
	), batch as (
		update test_sessions set tallied = true from picked where test_sessions.id = picked.id
		returning test_sessions.id, test_sessions.configuration_id, age, gender, started_at
	), added as (${addTallies(sql`batch`)}
	), added_policies as (${addPolicyTallies(sql`batch`)}
	)
	select configuration_id as "configurationId", id, (select count(*) from batch)::int as tallied
	from batch order by configuration_id desc, id desc limit 1`

const tallyBatch = (db: Db, after: Place | null): Promise<Batch> =>
	db.transaction(async (tx) => {
		const [lock] = await rowsOf<{ held: boolean }>(
			tx,
			sql`select pg_try_advisory_xact_lock(${LOCKS.tally}) as held`,
		)
		if (!lock?.held) return NONE
		const [row] = await rowsOf<Place & { tallied: number }>(tx, tallyNext(after))
		return row === undefined ? NONE : { tallied: row.tallied, last: row }
	})

/** Adds completed sessions to the tallies. @param ending stops after the current batch. */
export const tallySessions = async (db: Db, _now: Date, ending: AbortSignal): Promise<number> => {
	const breathe = createYield()
	let all = 0
	let batch = NONE
	do {
		await breathe()
		batch = await tallyBatch(db, batch.last)
		all += batch.tallied
	} while (batch.tallied === BATCH && !ending.aborted)
	if (all >= MANY) await db.execute(sql`vacuum (analyze, skip_locked) test_sessions`)
	return all
}
