import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	attempts,
	candidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	testConfigurations,
	testSessions,
	users,
} from '#server/db/schema.ts'
import { purgeRecords, purgeUsers } from '#server/services/admin-shared/purge.ts'
import { addPositions } from '../../support/positions.ts'
import { replyOf, started } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'
import { begun } from '../../support/test-sessions.ts'

const { manageCandidates, manageElections, manageUsers } = endpoints

/** More rows than one statement changes. */
const MANY = 1200

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer({ sample: true })
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const inDays = (days: number): Date => new Date(server.clock.now.getTime() + days * 86_400_000)

/** Copies a table row many times with new ids and other differing values. */
const copy = (table: string, other: string) =>
	server.db.execute(
		sql.raw(
			`insert into ${table} select (jsonb_populate_record(row, jsonb_build_object('id', gen_random_uuid()) || ${other})).*
			from (select ${table} as row from ${table} limit 1) as one, generate_series(1, ${MANY})`,
		),
	)

describe('permanent deletion', () => {
	it('deletes positions after the restore period', async () => {
		const [policy] = await server.db.select().from(policies)
		const others = await server.db.select({ id: candidates.id }).from(candidates)
		const ids = others.map(({ id }) => id).filter((id) => id !== policy?.candidateId)
		const deletedAt = [null, inDays(0), inDays(1)]
		await addPositions(
			server,
			deletedAt.map((at, index) => ({
				...{ policyId: policy?.id ?? '', candidateId: ids[index] ?? '', value: 1 },
				deletedAt: at,
			})),
		)
		await purgeRecords(server.db, inDays(30))
		const left = await server.db.select({ deletedAt: positions.deletedAt }).from(positions)
		expect(left.map((row) => row.deletedAt)).toEqual([null, inDays(1)])
	})

	it('unlinks any number of attempts and keeps them', async () => {
		const voter = await server.registerVoter('bob')
		await started(voter, 'SCALE')
		await copy('attempts', `'{"status": "COMPLETED"}'`)
		const [attempt] = await server.db.select().from(attempts).limit(1)
		replyOf(await admin.call(manageElections.remove, { params: { id: attempt?.electionId ?? '' } }))
		await purgeRecords(server.db, inDays(31))
		expect(await server.db.$count(elections)).toBe(1)
		expect(
			await server.db.$count(compareQuizzes, eq(compareQuizzes.id, attempt?.compareQuizId ?? '')),
		).toBe(0)
		expect(await server.db.$count(attempts)).toBe(MANY + 1)
		const named = sql`election_id is not null or compare_quiz_id is not null`
		expect(await server.db.$count(attempts, named)).toBe(0)
	})

	it('unlinks any number of knowledge tests of a candidate', async () => {
		await begun(server)
		await copy('test_sessions', `jsonb_build_object('start_key', gen_random_uuid())`)
		const [pair] = await server.db.select().from(testConfigurations).limit(1)
		const id = pair?.candidate1Id ?? ''
		replyOf(await admin.call(manageCandidates.remove, { params: { id } }))
		await purgeRecords(server.db, inDays(31))
		expect(await server.db.$count(candidates, eq(candidates.id, id))).toBe(0)
		expect(await server.db.$count(testSessions)).toBe(MANY + 1)
		expect(await server.db.$count(testSessions, sql`configuration_id is not null`)).toBe(0)
	})

	it('continues after a record that cannot be deleted', async () => {
		const [first, second] = [await server.registerVoter('bob'), await server.registerVoter('eve')]
		for (const { user } of [first, second]) {
			replyOf(await admin.call(manageUsers.remove, { params: { id: user.id } }))
		}
		await server.db.execute(sql`create table keeps (user_id uuid references users (id))`)
		await server.db.execute(sql`insert into keeps values (${first.user.id})`)
		try {
			await expect(purgeUsers(server.db, inDays(31))).rejects.toThrow()
		} finally {
			await server.db.execute(sql`drop table keeps`)
		}
		expect(await server.db.$count(users, eq(users.id, first.user.id ?? ''))).toBe(1)
		expect(await server.db.$count(users, eq(users.id, second.user.id ?? ''))).toBe(0)
	})
})
