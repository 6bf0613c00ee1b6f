import { type SQL, sql } from 'drizzle-orm'

/**
 * What sessions come to. One form for those that are tallied and those that still wait, so that it makes no difference
 * to any figure which of them a session is.
 */

/** The completed sessions of a pair that no tally holds yet. */
export const untalliedOf = (configurationId: string): SQL => sql`(
	select id, configuration_id, age, gender, started_at from test_sessions
	where configuration_id = ${configurationId} and completed_at is not null and not tallied)`

/** In how many parts of ten percent an accuracy is; whole numbers alone: what lies on a border lies below it. */
const BUCKET = sql`greatest(1, (10 * right_guesses + guesses - 1) / guesses)`

/**
 * The rows of `test_tallies` of some sessions, none where nothing was guessed.
 * @param sessions a relation with the columns of {@link untalliedOf}.
 */
export const talliesOf = (sessions: SQL): SQL => sql`
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

/**
 * The rows of `test_policy_tallies` of some sessions, each policy as the latest of them asked it.
 * @param sessions a relation with the columns of {@link untalliedOf}.
 */
export const policyTalliesOf = (sessions: SQL): SQL => sql`
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
