import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Statement } from '#domain/types.ts'
import { fingerprint } from '#server/db/audit.ts'
import { type Db, type OpenDb, openDb } from '#server/db/open.ts'
import {
	attemptEvents,
	attempts,
	candidateElections,
	candidates,
	compareQuizCandidates,
	compareQuizzes,
	elections,
	policies,
	positions,
	users,
} from '#server/db/schema.ts'
import { MIGRATIONS_URL } from '#server/paths.ts'
import { hashPassword } from '#server/services/auth/sign-in.ts'
import { bootWith, clientOf, config, dataDir, setUpBoots, signIn } from '../../support/boot.ts'
import { replyOf } from '../../support/quizzes.ts'

const { compareQuizzes: quizzes, quiz, yourData } = endpoints

const AT = new Date('2026-11-20T09:00:00Z')
const PASSWORD = 'a password of the tests'
const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [USER, ELECTION, ANN, BOB] = [id(1), id(2), id(3), id(4)]
const [SCALE, BINARY] = [id(10), id(11)]
const [OPEN, DONE, PICKED] = [id(20), id(21), id(22)]
/** Ann's are even, Bob's are odd. */
const STATEMENTS: readonly Statement[] = [30, 31, 32, 33, 34, 35].map((number) => ({
	policyId: id(number),
	candidateId: number % 2 === 0 ? ANN : BOB,
	text: `Statement ${number}`,
	weight: 1,
	category: 'ECONOMY',
	importance: 1,
	clarity: null,
	complexity: null,
}))
const policyId = (index: number) => STATEMENTS[index]?.policyId ?? ''

/** The release before positions. */
const LAST = '0014_policy_marks'

interface Journal {
	readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

const migrateAsBefore = async (db: Db): Promise<void> => {
	const journal = await readFile(new URL('meta/_journal.json', MIGRATIONS_URL), 'utf8')
	const { entries } = JSON.parse(journal) as Journal
	const done = entries.slice(0, entries.findIndex(({ tag }) => tag === LAST) + 1)
	for (const { tag } of done) {
		const text = await readFile(new URL(`${tag}.sql`, MIGRATIONS_URL), 'utf8')
		for (const statement of text.split('--> statement-breakpoint')) {
			await db.execute(sql.raw(statement))
		}
	}
	await db.execute(sql`create schema drizzle`)
	await db.execute(sql`create table drizzle.__drizzle_migrations
		(id serial primary key, hash text not null, created_at bigint)`)
	await db.execute(
		sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', ${done.at(-1)?.when})`,
	)
}

const writeCatalogue = async (db: Db): Promise<void> => {
	await db.insert(users).values({
		...{ id: USER, username: 'ada', usernameKey: 'ada', createdAt: AT, roles: ['ROLE_USER'] },
		...{ email: 'ada@example.org', emailKey: 'ada@example.org' },
		passwordHash: await hashPassword(PASSWORD),
	})
	await db.insert(elections).values({
		...{ id: ELECTION, name: 'Mayor', electionDate: '2036-12-01', jurisdiction: 'FEDERAL' },
		createdAt: AT,
	})
	for (const [candidateId, name] of [
		[ANN, 'Ann'],
		[BOB, 'Bob'],
	] as const) {
		await db.insert(candidates).values({ id: candidateId, name, createdAt: AT })
		await db.insert(candidateElections).values({ candidateId, electionId: ELECTION })
	}
	for (const { policyId: key, candidateId, text } of STATEMENTS) {
		// The schema of this release has columns that the table does not have yet.
		await db.execute(sql`insert into policies (id, candidate_id, text, category, validation_status, created_at)
			values (${key}, ${candidateId}, ${text}, 'ECONOMY', 'VALIDATED', ${AT.toISOString()})`)
	}
	for (const [compareQuizId, quizType] of [
		[SCALE, 'SCALE'],
		[BINARY, 'BINARY'],
	] as const) {
		await db
			.insert(compareQuizzes)
			.values({ id: compareQuizId, name: quizType, electionId: ELECTION, quizType, createdAt: AT })
		await db
			.insert(compareQuizCandidates)
			.values([ANN, BOB].map((candidateId) => ({ compareQuizId, candidateId })))
	}
}

type EventRow = typeof attemptEvents.$inferInsert

const write = async (
	db: Db,
	attempt: Pick<typeof attempts.$inferInsert, 'id' | 'compareQuizId' | 'quizType' | 'formula'>,
	events: readonly Pick<EventRow, 'kind' | 'key' | 'policyId' | 'value' | 'selected'>[],
): Promise<void> => {
	const isDone = events.some(({ kind }) => kind === 'COMPLETE')
	await db.insert(attempts).values({
		...attempt,
		...{ userId: USER, electionId: ELECTION, quizName: 'Quiz', electionName: 'Mayor' },
		...{ seed: attempt.id, statements: STATEMENTS, startedAt: AT },
		candidates: [ANN, BOB].map((key) => ({
			id: key,
			name: key === ANN ? 'Ann' : 'Bob',
			logo: null,
		})),
		status: isDone ? 'COMPLETED' : 'IN_PROGRESS',
		completedAt: isDone ? AT : null,
	})
	await db.insert(attemptEvents).values(
		events.map((event): EventRow => {
			const { kind, policyId: answered, value } = event
			const interaction = { interactionType: attempt.quizType, policyId: answered, value }
			const body = kind === 'INTERACT' ? { ...interaction, responseTimeMs: 900 } : null
			return {
				...{ attemptId: attempt.id, userId: USER, applied: true, at: AT, responseTimeMs: 900 },
				...event,
				fingerprint: fingerprint([kind, attempt.id, body]),
			}
		}),
	)
}

const answer = (index: number, value: number) => ({
	...({ kind: 'INTERACT', key: `k${index}`, policyId: policyId(index), value } as const),
})
const START = { kind: 'START', key: null } as const
const END = { kind: 'COMPLETE', key: 'end' } as const

/** An attempt in progress, a completed one, and a policy pick with the first formula. */
const writeAttempts = async (db: Db): Promise<void> => {
	const open = { id: OPEN, compareQuizId: SCALE, quizType: 'SCALE', formula: 2 } as const
	await write(db, open, [START, ...[2, -2, 1, -1].map((value, index) => answer(index, value))])
	const done = { id: DONE, compareQuizId: BINARY, quizType: 'BINARY', formula: 2 } as const
	const answers = [1, 0, 1, 1, 0, 0].map((value, index) => ({
		...answer(index, value),
		key: `b${index}`,
	}))
	await write(db, done, [START, ...answers, END])
	const pick = { id: PICKED, compareQuizId: null, quizType: 'POLICY_PICK', formula: 1 } as const
	const selected = [0, 1, 2, 4].map(policyId)
	const chosen = { kind: 'INTERACT', key: 'p', selected } as const
	await write(db, pick, [START, chosen, { ...END, key: 'p-end' }])
}

setUpBoots()

/** Opens the database, works on it, and closes it. */
const inDb = async (work: (opened: OpenDb) => Promise<unknown>): Promise<void> => {
	const { DATABASE_URL: url } = config
	const opened = await openDb(
		url ? { kind: 'postgres', url } : { kind: 'embedded', dataDir, template: null },
		(error) => {
			throw error
		},
	)
	await work(opened)
	await opened.close()
}

it('upgrades a database of the release before positions, with unchanged attempts', async () => {
	mkdirSync(join(dataDir, 'db'), { recursive: true })
	await inDb(async ({ db }) => {
		await migrateAsBefore(db)
		await writeCatalogue(db)
		await writeAttempts(db)
	})
	await inDb(async ({ db, prepare }) => {
		await prepare(async () => undefined)
		await db.update(policies).set({ background: 'Neutral words.' })
		await db.insert(positions).values({
			...{ id: id(50), policyId: policyId(0), candidateId: BOB, value: -2, createdAt: AT },
			...{ status: 'VALIDATED', givenBy: 'editor' },
		})
	})
	const booted = await bootWith({ SAMPLE_DATA: 'none' })
	const { token } = await signIn(booted, 'ada', PASSWORD)
	const call = clientOf(booted, token)
	const figuresOf = async (attemptId: string) => {
		const { candidates: all } = replyOf(await call(quiz.results, { params: { attemptId } }))
		return all.map(({ name, alignmentPercentage, rank }) => [name, alignmentPercentage, rank])
	}
	expect(await figuresOf(DONE)).toEqual([
		['Ann', 66.7, 1],
		['Bob', 33.3, 2],
	])
	expect(await figuresOf(PICKED), 'of the first formula').toEqual([
		['Ann', 100, 1],
		['Bob', 33.3, 2],
	])
	const params = { attemptId: OPEN }
	const state = replyOf(await call(quiz.start, { params: { compareQuizId: SCALE } }))
	expect(state).toMatchObject({
		...{ quizAttemptId: OPEN, formula: 2, answeredQuestions: 4, skippedPolicyIds: [] },
		currentQuestion: { policyId: policyId(4) },
	})
	expect(state.allPolicies.map(({ id: key, positions: known }) => [key, known])).toEqual(
		STATEMENTS.map((statement) => [statement.policyId, {}]),
	)
	const respond = (index: number, value: -2 | 0 | 2) => {
		const given = { policyId: policyId(index), value, responseTimeMs: 900 }
		const body = { interactionType: 'SCALE', ...given } as const
		return call(quiz.interact, { params, body }, { idempotencyKey: `k${index}` })
	}
	expect(replyOf(await respond(1, -2)).answeredQuestions, 'replayed').toBe(2)
	replyOf(await respond(4, 0))
	replyOf(await respond(5, 2))
	replyOf(await call(quiz.complete, { params }))
	expect(await figuresOf(OPEN)).toEqual([
		['Ann', 75, 1],
		['Bob', 41.7, 2],
	])
	const again = { idempotencyKey: 'end' }
	const repeated = await call(quiz.complete, { params: { attemptId: DONE } }, again)
	expect(replyOf(repeated)?.status).toBe('COMPLETED')

	const validation = await call(quizzes.validate, { params: { id: SCALE } })
	expect(replyOf(validation)).toMatchObject({ valid: true, policyCount: 5 })
	const fresh = replyOf(await call(quiz.reset, { params: { attemptId: OPEN } }))
	expect(fresh.formula).toBe(3)
	expect(fresh.allPolicies.find((each) => each.id === policyId(0))).toMatchObject({
		positions: { [BOB]: -2 },
		background: 'Neutral words.',
	})
	const { attempts: all } = replyOf(await call(yourData.read, { query: {} }))
	expect(all.map((each) => [each.id, each.finishedEarly]).toSorted()).toEqual(
		[OPEN, DONE, PICKED, fresh.quizAttemptId].map((key) => [key, false]).toSorted(),
	)
})
