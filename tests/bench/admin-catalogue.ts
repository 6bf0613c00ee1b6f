import { sql } from 'drizzle-orm'
import { ensureCategoryWeights } from '#server/boot.ts'
import { type Db, openDb } from '#server/db/open.ts'
import { administer } from './administer.ts'

export interface Size {
	readonly elections: number
	readonly candidates: number
	readonly policies: number
	readonly users: number
	readonly changes: number
}

/** SQL for a name by number `n`. Each name occurs in one row of twenty, for searches. */
const word = (n: string, seed: string) =>
	sql.raw(
		`(array['Maria','Markus','Anna','Anton','Berta','Boris','Clara','Chen','Dora','Elena','Emil','Fatima','Greta','Hugo','Ines','Jonas','Kim','Lena','Milan','Nora'])[1 + ((${n} * ${seed}) % 20)]`,
	)

const MIX = '7919'

/** Fills an empty database: candidates and policies are distributed evenly, with a quiz for every four candidates. */
export const fillCatalogue = async (db: Db, size: Size, now: Date): Promise<void> => {
	const at = now.toISOString()
	const candidatesEach = size.candidates / size.elections
	await db.execute(sql`
		insert into elections (id, name, election_date, jurisdiction, state, city, created_at)
		select gen_random_uuid(), ${word('n', MIX)} || ' election ' || n, date '2026-01-01' + n % 400, 'CITY',
			'Texas', ${word('n', '31')} || ' City', ${at}
		from generate_series(1, ${size.elections}::int) as n`)
	await db.execute(sql`
		insert into candidates (id, name, party, website, created_at)
		select gen_random_uuid(), ${word('n', MIX)} || ' Candidate ' || n, ${word('n', '17')} || ' party',
			'https://example.org', ${at}
		from generate_series(1, ${size.candidates}::int) as n`)
	await db.execute(sql`
		insert into candidate_elections (candidate_id, election_id)
		select c.id, e.id
		from (select id, (row_number() over (order by id) - 1) / ${candidatesEach}::int as place from candidates) as c
		join (select id, row_number() over (order by id) - 1 as place from elections) as e using (place)`)
	await db.execute(sql`
		insert into policies (id, candidate_id, text, category, validation_status, created_at)
		select gen_random_uuid(), c.id, 'A statement of some length about something, number ' || n, 'ECONOMY',
			case when n % 4 = 0 then 'PENDING' else 'VALIDATED' end, ${at}
		from candidates as c, generate_series(1, ${size.policies / size.candidates}::int) as n`)
	await db.execute(sql`
		insert into compare_quizzes (id, name, election_id, quiz_type, start_date, end_date, created_at)
		select gen_random_uuid(), ${word('n', MIX)} || ' quiz ' || n, id, 'SCALE', '2026-01-01', '2027-12-31',
			timestamptz ${sql.raw(`'${at}'`)} - n * interval '1 minute'
		from (select id, row_number() over (order by id) as n from elections) as e`)
	await db.execute(sql`
		insert into compare_quiz_candidates (compare_quiz_id, candidate_id)
		select q.id, ce.candidate_id from compare_quizzes as q join candidate_elections as ce using (election_id)`)
	await db.execute(sql`
		insert into users (id, username, username_key, email, email_key, password_hash, roles, created_at)
		select gen_random_uuid(), ${word('n', MIX)} || n, lower(${word('n', MIX)} || n), n || '@example.org',
			n || '@example.org', '-', array['ROLE_USER'], ${at}
		from generate_series(1, ${size.users}::int) as n`)
	await db.execute(sql`
		insert into audit (action, target, name, before, after, at)
		select case when n % 10 = 0 then 'election.deleted' else 'election.updated' end, e.id,
			${word('n', MIX)} || ' election ' || n, '{"name": "before"}', '{"name": "after"}',
			timestamptz ${sql.raw(`'${at}'`)} - n * interval '1 minute'
		from generate_series(1, ${size.changes}::int) as n
		join (select id, row_number() over (order by id) as place from elections) as e
			on e.place = 1 + n % ${size.elections}::int`)
	// Housekeeping does this at startup and daily.
	await db.execute(sql`analyze`)
}

/** Starts a server on an embedded database of a given size. Returns an administrator's API client. */
export const openCatalogue = async (size: Size) => {
	const now = new Date('2026-11-21T12:00:00Z')
	const clock = () => now
	const opened = await openDb({ kind: 'embedded', dataDir: null }, () => undefined)
	const { db } = opened
	await opened.prepare((prepared) => ensureCategoryWeights(prepared, now))
	await fillCatalogue(db, size, now)
	return { ...(await administer(db, clock)), close: opened.close }
}
