import { type SQL, sql } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { testManagement } from '#contract/test-management.ts'
import { TEST_AGES, TEST_GENDERS } from '#domain/constants.ts'
import { HARDEST_POLICIES, SMALLEST_GROUP } from '#domain/manage-limits.ts'
import { groupsToTell } from '#domain/small-groups.ts'
import { atOneMoment } from '../../db/at-one-moment.ts'
import { rowsOf } from '../../db/rows.ts'
import type { Db } from '../../db/types.ts'
import { getConfiguration } from './managed.ts'
import { policyTalliesOf, talliesOf, untalliedOf } from './tallies.ts'

type Analytics = Sent<(typeof testManagement)['analytics']>

const BUCKETS = Array.from({ length: 10 }, (_, index) => ({
	label: index === 0 ? '0-10' : `${index * 10 + 1}-${index * 10 + 10}`,
	bucket: index + 1,
}))

/** What all sessions come to, or those of a bucket, an age or a gender: the other two are null then. */
interface Sums {
	readonly bucket: number | null
	readonly age: string | null
	readonly gender: string | null
	readonly tests: number
	/** The sum of their percentages. */
	readonly accuracy: number
	readonly time: number
	readonly timed: number
}

/** What is tallied of a pair, and what waits for it: the columns of a tally. */
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

/** What those of an age or a gender come to, in the order in which a voter chooses; whoever said nothing comes last. */
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

/**
 * What the completed sessions of a pair have come to: the mean of their accuracies, and of all guesses that were timed.
 * Of a few sessions nothing is told but all together. 404 where there is no such pair.
 */
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
