import { type SQL, sql } from 'drizzle-orm'
import { createBreathing } from '../../breathing.ts'
import { LOCKS } from '../../db/locks.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { policyTalliesOf, talliesOf } from './tallies.ts'

/** So many sessions are tallied at a time: a database in this process lets nobody else have a turn meanwhile. */
const BATCH = 500

/**
 * After so many the index of those that wait is cleared of them. A server does so by itself before long, an embedded
 * database never.
 */
const MANY = 10_000

/** The place of a session among those that wait. */
interface Place {
	readonly configurationId: string
	readonly id: string
}

interface Batch {
	readonly tallied: number
	/** Null where there was none. */
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

/** Tallies the next sessions that wait, those after a place: in one statement, so that each is counted once or not at all. */
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

/**
 * Adds completed sessions to the tallies of their pair, in batches, for as long as there are any.
 * @param ending ends it after the batch that is under way; what is left waits for the next time.
 * @returns how many.
 */
export const tallySessions = async (db: Db, _now: Date, ending: AbortSignal): Promise<number> => {
	const breathe = createBreathing()
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
